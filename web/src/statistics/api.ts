import type { Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import {
  type ChartName,
  type ChartRange,
  type CountedChart,
  seriesNames,
} from '@spacekeeper/contract/statistics/words.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#platform/api/api-error.ts'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** Lets a screen answer its reader between two pieces of work. */
export const breathe = () => new Promise((resolve) => setTimeout(resolve, 0))

/** So many points are looked at before a breath: a few milliseconds on a slow phone. */
const pieceLength = 100

/** An answer in pieces that fit the schema if, and only if, all of it does: the other series of a piece are empty. */
function* piecesOf(answer: Record<string, unknown>) {
  const empty = Object.fromEntries(seriesNames.map((name) => [name, []]))
  for (const name of seriesNames) {
    const series = answer[name]
    if (!Array.isArray(series) || series.length === 0) yield { ...answer, ...empty, [name]: series }
    else
      for (let at = 0; at < series.length; at += pieceLength)
        yield { ...answer, ...empty, [name]: series.slice(at, at + pieceLength) }
  }
}

/**
 * Holds an answer against its schema, which the specification asks of this one alone; what does not fit rejects the
 * whole load. Three years of figures are looked at piece by piece.
 */
export const checkStatistics = async (answer: Record<string, unknown>): Promise<Statistics> => {
  // The schema brings its library, so both come with the first answer.
  const shapes = await import('@spacekeeper/contract/statistics/shapes.ts')
  for (const piece of piecesOf(answer)) {
    const { error } = shapes.Statistics.safeParse(piece)
    if (error) throw new ApiError({ code: 'badAnswer', status: 200, cause: error })
    await breathe()
  }
  return answer as Statistics // each of its parts has just been checked
}

/** One point a day of every figure, and who is on site now. It is large and changes once an hour. */
export const statisticsQuery = queryOptions({
  ...apiQuery(api.statistics.get),
  queryFn: async () => checkStatistics(await api.statistics.get()),
  staleTime: 5 * 60_000,
  structuralSharing: false,
})

export const chartQuery = (chart: CountedChart, range: ChartRange) =>
  queryOptions({ ...apiQuery(api.statistics.getChart, { chart, range }), placeholderData: keepPreviousData })

export const exportChart = (chart: ChartName, range: ChartRange) => api.statistics.exportChart({ chart, range })
