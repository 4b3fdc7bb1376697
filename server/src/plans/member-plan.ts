import type { MemberSubscription } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { Plan, SubscriptionState, Tier } from '@spacekeeper/contract/members/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type Day, laterDay, localDay, startOfDay } from '#platform/local-day.ts'

/** A plan in the words of existing clients; the price is that of the columns named. */
const planJson = (price: 's' | 'p') => {
  const of = (column: string) => sql.ref(`${price}.${column}`)
  return sql`json_build_object('id', p.id, 'name', p.name, 'currency', ${of('currency')}, 'cost', ${of('cost_cents')},
    'intervalAmount', ${of('interval_count')}, 'interval', ${of('interval')})`
}

/** A tier with the plans of it that members can choose. */
const tierJson = sql`json_build_object('id', t.id, 'name', t.name, 'description', t.description,
  'featured', t.is_featured, 'plans', coalesce((select json_agg(${planJson('p')} order by p.position, p.id) from plans p
    where p.tier_id = t.id and p.is_visible and p.archived_at is null), '[]'))`

/** The plan a member has, at the price they agreed to, and its tier. */
export const HeldPlan = z.object({ plan: Plan, tier: Tier })

/** The same as JSON, in a query in which the member's row is called `members`; null without a plan. */
export const heldPlan = sql<z.infer<typeof HeldPlan> | null>`(select json_build_object('plan', ${planJson('s')},
    'tier', ${tierJson})
  from subscriptions s join plans p on p.id = s.plan_id join tiers t on t.id = p.tier_id
  where s.member_id = members.id and s.state <> 'ended')`

/** The subscription of a member as existing clients read it, who count in seconds; null without one. */
export const findMemberSubscription = async (
  ctx: Ctx,
  memberId: number,
): Promise<z.infer<typeof MemberSubscription> | null> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const row = await ctx.db
    .selectFrom('subscriptions as s')
    .innerJoin('members', 'members.id', 's.member_id')
    .select(['members.subscription_status as status', heldPlan.as('held')])
    .select(['s.anchor_on', 's.started_on', 's.charged_through', 's.paid_through', 's.cancel_on'])
    .where('s.member_id', '=', memberId)
    .where('s.state', '<>', 'ended')
    .executeTakeFirst()
  if (!row?.held) return null
  const today = localDay(ctx.now(), zone)
  const { cancel_on: cancelOn, paid_through: paidThrough } = row
  const seconds = (day: Day) => Math.floor(startOfDay(day, zone).getTime() / 1000)
  const periodEnd = cancelOn ?? (paidThrough > today ? paidThrough : laterDay(row.charged_through, today))
  return {
    status: SubscriptionState.parse(row.status),
    billingCycleAnchor: seconds(row.anchor_on),
    startDate: seconds(row.started_on),
    currentPeriodEnd: seconds(periodEnd),
    cancelAt: cancelOn === null ? null : seconds(cancelOn),
    cancelAtPeriodEnd: cancelOn !== null,
    membershipTier: row.held.tier,
    membershipPlan: row.held.plan,
  }
}
