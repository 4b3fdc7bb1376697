import type { File } from '@spacekeeper/contract/route.ts'
import { lastDays, tableOfSeries } from '@spacekeeper/contract/statistics/chart-table.ts'
import type { ChartTable } from '@spacekeeper/contract/statistics/shapes.ts'
import {
  type ChartName,
  type ChartRange,
  chartRanges,
  countedCharts,
  figureChartNames,
} from '@spacekeeper/contract/statistics/words.ts'
import { writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localDay } from '#platform/local-day.ts'
import { getChart, seesAllFigures } from './charts.ts'
import { readDays } from './days.ts'
import { seriesFrom } from './rules.ts'

type ExportRequest = { chart: ChartName; range: ChartRange }

const tableOf = async (ctx: Ctx, { chart, range }: ExportRequest): Promise<ChartTable> => {
  const counted = countedCharts.find((name) => name === chart)
  if (counted !== undefined) return getChart(ctx, { chart: counted, range })
  const recorded = figureChartNames.find((name) => name === chart) ?? 'members'
  const series = seriesFrom(await readDays(ctx), { seesAll: seesAllFigures(ctx) })
  const table = tableOfSeries({ on_site: { members: [], count: 0 }, ...series }, recorded)
  return lastDays(table, { days: chartRanges[range], today: ctx.now().toISOString().slice(0, 10) })
}

const rowHeads: Partial<Record<ChartName, string>> = {
  onSite: 'Time',
  hours: 'Weekday',
  machines: 'Machine',
  joins: 'Month',
  cohorts: 'Joined in',
}

const heads: Partial<Record<string, string>> = {
  active: 'Active',
  noob: 'New',
  inactive: 'Inactive',
  accountonly: 'Account only',
  cancelling: 'Cancelled',
  value: 'Held',
  stripe: 'Card top-ups',
  other: 'Bank, cash and other',
  interlock: 'Machines',
  card: 'Card purchases',
  web: 'Paid in the portal',
  people: 'Members',
  hours: 'Hours',
  uses: 'Uses',
  members: 'Members',
  joined: 'Joined',
  left: 'Left',
  size: 'Joined',
}

const planHeads: Partial<Record<string, string>> = { active: 'With a plan', inactive: 'No plan' }

const headOf = (chart: ChartName, column: string): string => {
  if (chart === 'hours') return `${column.padStart(2, '0')}:00`
  if (chart === 'cohorts' && column !== 'size') return `Percent after months: ${column}`
  return (chart === 'subscriptions' ? planHeads[column] : undefined) ?? heads[column] ?? column
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const nameOf = (chart: ChartName, { key, name }: ChartTable['rows'][number]): string =>
  name ?? (chart === 'hours' ? weekdays[Number(key) - 1] : undefined) ?? key.replace(/T(\d\d)$/, ' $1:00')

/** The table of a chart as a file; what the caller may not see is an empty cell. */
export const exportChart = async (ctx: Ctx, request: ExportRequest): Promise<File> => {
  const { chart } = request
  const [table, zone] = await Promise.all([tableOf(ctx, request), ctx.settings.get('SITE_TIME_ZONE')])
  return writeCsv({
    name: `Statistics ${chart} ${localDay(ctx.now(), zone)}.csv`,
    columns: [
      { header: rowHeads[chart] ?? 'Day', value: (row: ChartTable['rows'][number]) => nameOf(chart, row) },
      ...table.columns.map((column, at) => ({
        header: headOf(chart, column),
        value: ({ values }: ChartTable['rows'][number]) => values[at] ?? null,
      })),
    ],
    rows: table.rows,
  })
}
