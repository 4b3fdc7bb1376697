import type { ChangePreview } from '@spacekeeper/contract/billing/shapes.ts'
import type { Collector, PlanInterval } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addDays, laterDay } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { cutCharges } from '../charges/breaks.ts'
import { lockCharges } from '../charges/charges.ts'
import { hasSamePeriods, issueCharges, takePlan } from '../charges/issuing.ts'
import { refuseProcessing, repriceCharges, type Repricing } from '../charges/proration.ts'
import { findCouponUse, takeCoupon } from '../coupon-uses.ts'
import { followSubscription } from '../follow.ts'
import { creditOf, spendCredit } from '../payments/credit.ts'
import { nextPeriod } from '../periods.ts'
import { getChanging, type Subscription } from '../subscription-row.ts'

export type PlanTerms = {
  id: number
  name: string
  costCents: number
  joiningFeeCents: number
  currency: string
  interval: PlanInterval
  intervalCount: number
  collectors: Collector[]
  isOffered: boolean
}

export const findPlan = async ({ tx }: BillingWork, planId: number): Promise<PlanTerms> => {
  const { rows } = await sql<PlanTerms>`select p.id, p.name, p.cost_cents as "costCents",
      p.joining_fee_cents as "joiningFeeCents", p.currency, p.interval, p.interval_count as "intervalCount",
      p.collectors, p.archived_at is null and t.archived_at is null as "isOffered"
    from plans p join tiers t on t.id = p.tier_id where p.id = ${planId} for share of p`.execute(tx)
  const [plan] = rows
  if (!plan) throw new AppError('notFound')
  if (!plan.isOffered) throw new AppError('planGone')
  return plan
}

export const checkCollector = (plan: PlanTerms, collector: Collector): void => {
  if (!plan.collectors.includes(collector)) throw badField('collector', 'This plan can’t be paid that way.')
}

export const changeCollector = async (
  work: BillingWork,
  { memberId, collector }: { memberId: number; collector: Collector },
): Promise<void> => {
  const subscription = await getChanging(work, memberId)
  const plans = await work.tx
    .selectFrom('plans')
    .select(['id', 'collectors'])
    .where('id', 'in', [subscription.planId, subscription.nextPlanId ?? subscription.planId])
    .execute()
  for (const { id, collectors } of plans) {
    if (collectors.includes(collector)) continue
    const plan = id === subscription.planId ? 'This plan' : 'The plan you change to next'
    throw badField('collector', `${plan} can’t be paid that way.`)
  }
  const from = subscription.collector
  if (from === collector) return
  subscription.collector = collector
  noteEvent(work, 'billing.collectorChanged', { memberId, from, to: collector })
  await followSubscription(work, subscription)
}

export const useCoupon = async (
  work: BillingWork,
  { memberId, couponCode }: { memberId: number; couponCode: string },
): Promise<void> => {
  const subscription = await getChanging(work, memberId)
  if ((await findCouponUse(work, subscription)) !== null) throw new AppError('couponTaken')
  await takeCoupon(work, subscription, couponCode)
  noteEvent(work, 'billing.couponUsed', { memberId, code: couponCode.trim().toUpperCase() })
  await followSubscription(work, subscription)
}

export type PlanChange = {
  memberId: number
  planId: number
  /** `now`: from today, with the difference for the days left. `next`: from the end of what is charged. */
  when: 'now' | 'next'
  /** Another price than that of the plan. */
  costCents?: number
}

export type PlanChangeEffect = Omit<ChangePreview, 'tooManyPeople' | 'times'>

type ChangingPlan = { subscription: Subscription; plan: PlanTerms; costCents: number }

const changeNext = async (
  work: BillingWork,
  { subscription, plan, costCents }: ChangingPlan,
): Promise<PlanChangeEffect> => {
  const startsOn = subscription.chargedThrough
  const { interval, intervalCount, currency } = plan
  const periods = hasSamePeriods(subscription, plan)
    ? subscription
    : { anchorOn: startsOn, periodsSinceAnchor: 0, interval, intervalCount }
  const { to: firstPeriodEnds } = nextPeriod(periods)
  subscription.nextPlanId = plan.id
  subscription.nextCostCents = costCents
  subscription.nextFrom = null
  await followSubscription(work, subscription)
  return {
    when: 'next',
    startsOn,
    firstPeriodEnds,
    periodGoesOn: false,
    differenceCents: 0,
    givenBackCents: 0,
    firstChargeCents: costCents,
    dueNowCents: 0,
    creditCents: await creditOf(work, subscription.memberId, currency),
    currency,
  }
}

/** Periods of another length begin anew: what was charged from today on is taken back, and a first period charged. */
const beginAnew = async (
  work: BillingWork,
  { subscription, plan, costCents }: ChangingPlan,
): Promise<Omit<Repricing, 'differenceCents'>> => {
  // One that staff let begin later begins on its day.
  const on = laterDay(work.today, subscription.startedOn)
  await cutCharges(work, subscription, { on, reason: 'planChanged' })
  takePlan(subscription, plan, costCents)
  const issued = await issueCharges(work, [subscription], { through: addDays(on, 1) })
  const first = (await lockCharges(work, subscription.id)).find(({ id }) => id === issued[0]?.chargeId)
  return { days: first?.period ?? { from: on, to: on }, amountCents: first?.amountCents ?? 0 }
}

const changeNow = async (
  work: BillingWork,
  { subscription, plan, costCents }: ChangingPlan,
): Promise<PlanChangeEffect> => {
  const { memberId } = subscription
  const { currency } = plan
  await refuseProcessing(work, subscription)
  const creditBefore = await creditOf(work, memberId, currency)
  const periodGoesOn = hasSamePeriods(subscription, plan) && subscription.chargedThrough > work.today
  if (periodGoesOn) takePlan(subscription, plan, costCents)
  const first: Partial<Repricing> & Omit<Repricing, 'differenceCents'> = periodGoesOn
    ? await repriceCharges(work, subscription)
    : await beginAnew(work, { subscription, plan, costCents })
  const givenBackCents = (await creditOf(work, memberId, currency)) - creditBefore
  await spendCredit(work, { memberId, currency })
  await followSubscription(work, subscription)
  const due = (await lockCharges(work, subscription.id)).filter(({ dueOn }) => dueOn <= work.today)
  return {
    when: 'now',
    startsOn: first.days.from,
    firstPeriodEnds: first.days.to,
    periodGoesOn,
    differenceCents: first.differenceCents ?? first.amountCents - givenBackCents,
    givenBackCents,
    firstChargeCents: first.amountCents,
    dueNowCents: due.reduce(
      (sum, { state, amountCents, paidCents }) => sum + (state === 'open' ? amountCents - paidCents : 0),
      0,
    ),
    creditCents: await creditOf(work, memberId, currency),
    currency,
  }
}

/**
 * Changes the plan of a member. It works out the amounts by doing it: a preview runs it in a transaction that is rolled
 * back, so that what was shown is what happens.
 */
export const changePlan = async (work: BillingWork, wanted: PlanChange): Promise<PlanChangeEffect> => {
  const { memberId, when } = wanted
  const subscription = await getChanging(work, memberId)
  if (subscription.state !== 'active') throw new AppError('planState')
  const plan = await findPlan(work, wanted.planId)
  if (plan.currency !== subscription.currency) throw badField('planId', 'This plan is in another currency.')
  checkCollector(plan, subscription.collector)
  const costCents = wanted.costCents ?? plan.costCents
  noteEvent(work, 'billing.planChanged', { memberId, from: subscription.planName, to: plan.name, when, costCents })
  const changing = { subscription, plan, costCents }
  return when === 'next' ? changeNext(work, changing) : changeNow(work, changing)
}
