import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { canSeeOnSite, listOnSite } from '../visits/visit-lists.ts'
import { seesAllFigures } from './charts.ts'
import { readDays } from './days.ts'
import { type FiguresAt, seriesFrom } from './rules.ts'

/**
 * How many are on site, and their names for those who may see them. Hidden members are in neither, as in every list.
 */
const onSiteFor = async (ctx: Ctx): Promise<Statistics['on_site']> => {
  const settings = await ctx.settings.all()
  const showsNames = canSeeOnSite(ctx.actor, settings)
  if (!showsNames && !settings.ENABLE_PORTAL_MEMBERS_ON_SITE) return { members: [], count: 0 }
  const { count, people } = await listOnSite(ctx, memberOf(ctx))
  return { members: showsNames ? people.map(({ name }) => name) : [], count }
}

type Series = ReturnType<typeof seriesFrom>

const madeOf = new WeakMap<readonly FiguresAt[], Map<boolean, Series>>()

/** The series of the same days, made once for all who may see the same of them. */
const seriesFor = (days: readonly FiguresAt[], seesAll: boolean): Series => {
  const made = madeOf.get(days) ?? new Map<boolean, Series>()
  madeOf.set(days, made)
  const series = made.get(seesAll) ?? seriesFrom(days, { seesAll })
  made.set(seesAll, series)
  return series
}

const noDays: readonly FiguresAt[] = []

export const getStatistics = async (ctx: Ctx): Promise<Statistics> => {
  const seesAll = seesAllFigures(ctx)
  // Dashboards of existing clients read who is on site here, whether there is a page of the figures or not.
  const showsDays = seesAll || isFeatureOn('enableStatsPage', await ctx.settings.all())
  const [onSite, days] = await Promise.all([onSiteFor(ctx), showsDays ? readDays(ctx) : noDays])
  return { on_site: onSite, ...seriesFor(days, seesAll) }
}
