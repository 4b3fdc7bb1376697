import { memberStates, subscriptionStates } from '../members/words.ts'
import type { ChartTable, Statistics } from './shapes.ts'
import { figureCharts, type FigureChart, shownTransactionTypes } from './words.ts'

const memberColumns: readonly string[] = memberStates.toSorted(
  (a, b) => Number(b === 'active') - Number(a === 'active'),
)

/** What lines a chart has, the most important first. */
export const figureColumns: Record<FigureChart, readonly string[]> = {
  members: memberColumns,
  members6: memberColumns,
  members12: memberColumns,
  subscriptions: subscriptionStates.toReversed().toSorted((a, b) => Number(b === 'active') - Number(a === 'active')),
  balance: ['value'],
  transactions: shownTransactionTypes,
}

type SeriesPoint = Statistics[(typeof figureCharts)[FigureChart]][number]['data']

const figureOf = (data: SeriesPoint, column: string): number | null => {
  if (!Array.isArray(data)) return 'value' in data ? data.value : null
  for (const entry of data) if (('state' in entry ? entry.state : entry.type) === column) return entry.total
  return null
}

/** A series of the statistics as a table with a row a day, which is also what its chart is drawn from. */
export const tableOfSeries = (statistics: Statistics, chart: FigureChart): ChartTable => {
  const columns = [...figureColumns[chart]]
  const rows = statistics[figureCharts[chart]].map(({ date, data }) => ({
    key: date.slice(0, 10),
    values: columns.map((column) => figureOf(data, column)),
  }))
  return { columns, rows, isThinned: rows.some(({ values }) => values.includes(null)) }
}

/** The rows of the last days of a table whose keys are days; all of it without a number of days. */
export const lastDays = (table: ChartTable, input: { days: number | null; today: string }): ChartTable => {
  const { days, today } = input
  if (days === null) return table
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
  return { ...table, rows: table.rows.filter(({ key }) => key > from) }
}
