// On its own: the cards and the figures of now both cut the same answer, and neither is a part of the other.
import { lastDays, tableOfSeries } from '@spacekeeper/contract/statistics/chart-table.ts'
import type { ChartTable, Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import { chartRanges, type ChartRange, type FigureChart } from '@spacekeeper/contract/statistics/words.ts'
import { useMemo } from 'react'
import { useNow } from '#platform/ui/use-now.ts'

const tickMs = 60_000

/** The days of a chosen period of one chart. */
export const useRecordedTable = (
  statistics: Statistics,
  { chart, range }: { chart: FigureChart; range: ChartRange },
): ChartTable => {
  const today = new Date(useNow(tickMs)).toISOString().slice(0, 10)
  return useMemo(
    () => lastDays(tableOfSeries(statistics, chart), { days: chartRanges[range], today }),
    [statistics, chart, range, today],
  )
}
