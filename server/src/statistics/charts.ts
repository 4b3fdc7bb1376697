import type { ChartTable } from '@spacekeeper/contract/statistics/shapes.ts'
import {
  chartRanges,
  type ChartRange,
  cohortMonths,
  type CountedChart,
} from '@spacekeeper/contract/statistics/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, localDay, startOfDay } from '#platform/local-day.ts'
import { type ChartPeriod, readCountedRows } from './counted-rows.ts'
import { type CountedRow, tableFor } from './rules.ts'

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => String(hour))

const columnsOf: Record<CountedChart, string[]> = {
  people: ['people'],
  onSite: ['members'],
  hours: hoursOfDay,
  machines: ['hours', 'uses', 'members'],
  joins: ['joined', 'left'],
  cohorts: ['size', ...cohortMonths.map(String)],
}

export type CountedRequest = { chart: CountedChart; range: ChartRange }

/** Without a limit of its own the portal looks back so far. */
const mostDays = 3650

const periodOf = async (ctx: Ctx, range: ChartRange): Promise<ChartPeriod> => {
  const { SITE_TIME_ZONE: zone, STATS_MAX_DAYS: kept } = await ctx.settings.all()
  const longest = kept === 0 ? mostDays : kept
  const today = localDay(ctx.now(), zone)
  const firstDay = addDays(today, 1 - Math.min(chartRanges[range] ?? longest, longest))
  return { from: startOfDay(firstDay, zone), firstDay, today, zone }
}

/** Adding up a year of visits takes a moment, and a minute more or less changes nothing in it. */
const keptMs = 5 * 60_000

type KeptRows = { at: number; rows: Promise<CountedRow[]> }

const keptOf = new WeakMap<object, Map<string, KeptRows>>()

/** What is counted is asked for again from here on. */
export const forgetCharts = ({ pool }: Pick<Ctx, 'pool'>): void => void keptOf.delete(pool)

/** The rows of a chart, counted once for all who ask within a few minutes. */
const countRows = async (ctx: Ctx, { chart, range }: CountedRequest): Promise<CountedRow[]> => {
  const period = await periodOf(ctx, range)
  const kept = keptOf.get(ctx.pool) ?? new Map<string, KeptRows>()
  keptOf.set(ctx.pool, kept)
  const key = `${chart} ${period.firstDay} ${period.today} ${period.zone}`
  const known = kept.get(key)
  const now = ctx.now().getTime()
  if (known && now - known.at < keptMs) return known.rows
  for (const [old, { at }] of kept) if (now - at >= keptMs) kept.delete(old)
  const rows = readCountedRows(ctx, { chart, period })
  kept.set(key, { at: now, rows })
  rows.catch(() => kept.delete(key))
  return rows
}

/** Only administrators see figures about few members. */
export const seesAllFigures = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor.kind === 'member' && actor.isAdmin

export const getChart = async (ctx: Ctx, request: CountedRequest): Promise<ChartTable> =>
  tableFor(await countRows(ctx, request), { columns: columnsOf[request.chart], seesAll: seesAllFigures(ctx) })
