import { Figures } from '@spacekeeper/contract/statistics/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { FiguresAt } from './rules.ts'

const dayMs = 86_400_000

type DayRow = { at: Date; data: unknown }

/** The last set of figures of each day, by UTC as existing clients have it. */
const readAll = async (ctx: Ctx, since: Date): Promise<FiguresAt[]> => {
  const rows = await readRows(
    ctx,
    sql<DayRow>`select distinct on (date_trunc('day', hour, 'UTC')) collected_at as at, data
      from figures where hour >= ${since} order by date_trunc('day', hour, 'UTC'), hour desc`,
  )
  return rows.map(({ at, data }) => ({ at, figures: Figures.parse(data) }))
}

type KeptDays = { key: string; days: Promise<FiguresAt[]> }

const keptOf = new WeakMap<object, KeptDays>()

/**
 * The figures day by day, as far back as they are shown. Dashboards of existing clients ask every ten seconds, so they
 * are read anew only when something was collected.
 */
export const readDays = async (ctx: Ctx): Promise<FiguresAt[]> => {
  const [kept, newest] = await Promise.all([
    ctx.settings.get('STATS_MAX_DAYS'),
    ctx.db
      .selectFrom('figures')
      .select((is) => is.fn.max('collected_at').as('at'))
      .executeTakeFirst(),
  ])
  const today = new Date(ctx.now().toISOString().slice(0, 10))
  const since = kept === 0 ? new Date(0) : new Date(today.getTime() - (kept - 1) * dayMs)
  const key = `${since.toISOString()} ${newest?.at?.toISOString() ?? ''}`
  const known = keptOf.get(ctx.pool)
  if (known?.key === key) return known.days
  const days = readAll(ctx, since)
  keptOf.set(ctx.pool, { key, days })
  days.catch(() => keptOf.delete(ctx.pool))
  return days
}
