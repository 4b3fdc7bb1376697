import { collectors, planIntervals } from '@spacekeeper/contract/billing/words.ts'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { OfferedTier } from '@spacekeeper/contract/signup/shapes.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { getBalance } from '../memberbucks/balances.ts'

const PlanInterval = z.enum(planIntervals)

/** The ways to pay that work here now, by the settings of each. */
const usableCollectors = async (ctx: Ctx): Promise<readonly Collector[]> => {
  const settings = await ctx.settings.all()
  return collectors.filter((way) => {
    if (way === 'stripe') return isFeatureOn('enableStripe', settings)
    if (way === 'balance') return settings.ENABLE_MEMBERBUCKS
    if (way === 'bank') return settings.BANK_ACCOUNT_NUMBER !== ''
    return true
  })
}

type OfferPrice = { collectors: readonly string[]; cost: number; joiningFeeCents: number }

/**
 * The ways to pay a plan that work now. A transfer stays where there is no other way: staff can tell the account. What
 * costs something is never free.
 */
const waysOf = ({ collectors: own, cost, joiningFeeCents }: OfferPrice, usable: readonly Collector[]): Collector[] => {
  const isFree = cost === 0 && joiningFeeCents === 0
  const ways = usable.filter((way) => own.includes(way) && (way !== 'free' || isFree) && (way !== 'stripe' || cost > 0))
  return ways.length === 0 && own.includes('bank') ? ['bank'] : ways
}

/** The plans that members can choose, by their tiers, in the order of staff. */
export const listOfferedTiers = async (ctx: Ctx): Promise<OfferedTier[]> => {
  const usable = await usableCollectors(ctx)
  const rows = await ctx.db
    .selectFrom('plans as p')
    .innerJoin('tiers as t', 't.id', 'p.tier_id')
    .select(['p.id', 'p.name', 'p.currency', 'p.cost_cents as cost', 'p.interval_count as intervalAmount'])
    .select(['p.interval', 'p.joining_fee_cents as joiningFeeCents', 'p.collectors', 'p.max_people as maxPeople'])
    .select(['t.id as tierId', 't.name as tier', 't.description', 't.is_featured as featured'])
    .where('p.is_visible', '=', true)
    .where('p.archived_at', 'is', null)
    .where('t.is_visible', '=', true)
    .where('t.archived_at', 'is', null)
    .orderBy('t.position')
    .orderBy('t.id')
    .orderBy('p.position')
    .orderBy('p.id')
    .limit(500)
    .execute()
  const tiers = new Map<number, OfferedTier>()
  for (const { tierId, tier, description, featured, ...plan } of rows) {
    const ways = waysOf(plan, usable)
    if (ways.length === 0) continue
    const known = tiers.get(tierId) ?? { id: tierId, name: tier, description, featured, plans: [] }
    known.plans.push({
      ...plan,
      interval: PlanInterval.parse(plan.interval),
      collectors: ways,
    })
    tiers.set(tierId, known)
  }
  return [...tiers.values()]
}

/** The ways the caller can choose. A newcomer’s balance is empty, so it pays nothing while there is another way. */
export const listTiersFor = async (ctx: Ctx): Promise<OfferedTier[]> => {
  const { id, state } = memberOf(ctx)
  const [tiers, { balanceCents }] = await Promise.all([listOfferedTiers(ctx), getBalance(ctx, id)])
  if (state !== 'noob' || balanceCents > 0) return tiers
  const withoutBalance = (ways: readonly Collector[]) =>
    ways.length > 1 ? ways.filter((way) => way !== 'balance') : [...ways]
  return tiers.map((tier) => ({
    ...tier,
    plans: tier.plans.map((plan) => ({ ...plan, collectors: withoutBalance(plan.collectors) })),
  }))
}
