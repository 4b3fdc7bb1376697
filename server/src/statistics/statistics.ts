import type { Statistics } from '@spacekeeper/contract/statistics/routes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { canSeeOnSite, listOnSite } from '../visits/visit-lists.ts'

/**
 * How many are on site, and their names for those who may see them. Existing clients ask for it on behalf of every
 * account, so a caller who may not see names gets the number alone. Hidden members are in neither, as in every list.
 */
const onSiteFor = async (ctx: Ctx): Promise<Statistics['on_site']> => {
  const settings = await ctx.settings.all()
  const showsNames = canSeeOnSite(ctx.actor, settings)
  if (!showsNames && !settings.ENABLE_PORTAL_MEMBERS_ON_SITE) return { members: [], count: 0 }
  const { count, people } = await listOnSite(ctx, memberOf(ctx))
  return { members: showsNames ? people.map(({ name }) => name) : [], count }
}

/** No figures are recorded day by day, so every series is empty. */
export const getStatistics = async (ctx: Ctx): Promise<Statistics> => ({
  on_site: await onSiteFor(ctx),
  member_count_total: [],
  member_count_6_months_total: [],
  member_count_12_months_total: [],
  subscription_count_total: [],
  memberbucks_balance_total: [],
  memberbucks_transactions_total: [],
})
