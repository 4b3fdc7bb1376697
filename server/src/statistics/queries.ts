import type { Statistics } from '@spacekeeper/contract/statistics.ts'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { listOnSite } from '../visits/queries.ts'
import { canSeeOnSite } from '../visits/rules.ts'

/** Who is on site, for clients that ask for it here. No figures are recorded day by day, so every series is empty. */
export const getStatistics = async (ctx: Ctx): Promise<Statistics> => {
  const { count, people } = canSeeOnSite(ctx.actor, await ctx.settings.all())
    ? await listOnSite(ctx, memberOf(ctx))
    : { count: 0, people: [] }
  return {
    on_site: { members: people.map((person) => person.name), count },
    member_count_total: [],
    member_count_6_months_total: [],
    member_count_12_months_total: [],
    subscription_count_total: [],
    memberbucks_balance_total: [],
    memberbucks_transactions_total: [],
  }
}
