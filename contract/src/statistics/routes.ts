import { routes } from '../route.ts'
import { Statistics } from './shapes.ts'

export const statisticsApi = routes({
  get: {
    method: 'GET',
    path: '/api/statistics/',
    access: 'signedIn',
    feature: 'enableStatsPage',
    whileOff: 'admin',
    kiosk: true,
    summary: 'How many members are on site, for active members also who, and one point a day of every recorded figure.',
    output: Statistics,
  },
})
