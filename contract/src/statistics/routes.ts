import { z } from 'zod'
import { Download, Empty, routes } from '../route.ts'
import { ChartName, ChartRange, ChartTable, CountedChart, Statistics } from './shapes.ts'

const anyStaff = [
  'staff.members',
  'staff.access',
  'staff.devices',
  'staff.money',
  'staff.meetings',
  'staff.settings',
] as const

const ofStatistics = { feature: 'enableStatsPage', whileOff: 'admin' } as const

export const statisticsApi = routes({
  get: {
    method: 'GET',
    path: '/api/statistics/',
    access: 'activeMember',
    kiosk: true,
    summary:
      'How many members are on site, where the space shows it also who, and one point a day of every recorded figure. Figures about fewer than five members are left out for all but administrators, and so are all points while the page is off.',
    output: Statistics,
  },
  update: {
    method: 'PUT',
    path: '/api/update-statistics/',
    access: anyStaff,
    apiKey: 'statistics.update',
    summary: 'Collects the figures of this hour now. The portal does so itself every hour.',
    output: Empty,
  },
  getChart: {
    method: 'GET',
    path: '/api/statistics/charts/:chart/',
    access: ['activeMember', ...anyStaff],
    ...ofStatistics,
    kiosk: true,
    summary:
      'What a chart is drawn from: members who came by day, how many were on site at once, visits by weekday and hour, machines, joining and leaving, how long members stay. A few minutes old at most.',
    params: z.object({ chart: CountedChart }),
    query: z.object({ range: ChartRange.default('year') }),
    output: ChartTable,
  },
  exportChart: {
    method: 'GET',
    path: '/api/statistics/charts/:chart/export/',
    access: ['activeMember', ...anyStaff],
    ...ofStatistics,
    summary: 'The table of any chart as CSV.',
    params: z.object({ chart: ChartName }),
    query: z.object({ range: ChartRange.default('year') }),
    output: Download,
  },
})
