import type { Collector, PlanInterval } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import { takeCoupon } from '../plans/coupons.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import { cutCharges } from './breaks.ts'
import { lockCharges } from './charges.ts'
import { followSubscription } from './follow.ts'
import { issueCharges } from './issuing.ts'
import { creditOf, spendCredit } from './payments.ts'
import { nextPeriod } from './periods.ts'
import { askProvider, isCollectedByProvider, leaveProviderJob } from './provider.ts'
import { getCurrent } from './subscription-row.ts'

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
  const subscription = await getCurrent(work, memberId)
  const { collectors } = await work.tx
    .selectFrom('plans')
    .select('collectors')
    .where('id', '=', subscription.planId)
    .executeTakeFirstOrThrow()
  if (!collectors.includes(collector)) throw badField('collector', 'This plan can’t be paid that way.')
  const from = subscription.collector
  if (from === collector) return
  subscription.collector = collector
  if (subscription.providerRef !== null) {
    await addJob(work, leaveProviderJob, { ref: subscription.providerRef })
    subscription.providerRef = null
    // From here on we count the periods.
    subscription.anchorOn = subscription.chargedThrough
    subscription.periodsSinceAnchor = 0
  }
  if (isCollectedByProvider(subscription)) await askProvider(work, subscription)
  noteEvent(work, 'billing.collectorChanged', { memberId, from, to: collector })
  await followSubscription(work, subscription)
}

export const useCoupon = async (
  work: BillingWork,
  { memberId, couponCode }: { memberId: number; couponCode: string },
): Promise<void> => {
  const subscription = await getCurrent(work, memberId)
  const coupon = await takeCoupon(work, { code: couponCode, today: work.today })
  subscription.couponId = coupon.id
  subscription.couponPeriods = coupon.periods
  noteEvent(work, 'billing.couponUsed', { memberId, code: couponCode.trim().toUpperCase() })
  if (subscription.providerRef !== null) await askProvider(work, subscription)
  await followSubscription(work, subscription)
}

export type PlanChange = {
  memberId: number
  planId: number
  /** `now`: from today, with what is left of the period given back as credit. `next`: from the end of what is charged. */
  when: 'now' | 'next'
  /** Another price than that of the plan. */
  costCents?: number
}

export type PlanChangePreview = {
  startsOn: Day
  /** What is given back of days that are paid and not used. */
  givenBackCents: number
  /** Of the first period on the new plan, after everything taken off. */
  firstChargeCents: number
  /** What is to pay now, after what is given back and left over. */
  dueNowCents: number
  creditCents: number
  currency: string
  firstPeriodEnds: Day
}

/**
 * Changes the plan of a member. It works out the amounts by doing it: a preview runs it in a transaction that is rolled
 * back, so that what was shown is what happens.
 */
export const changePlan = async (work: BillingWork, wanted: PlanChange): Promise<PlanChangePreview> => {
  const { memberId, when } = wanted
  const subscription = await getCurrent(work, memberId)
  if (subscription.state !== 'active') throw new AppError('planState')
  const plan = await findPlan(work, wanted.planId)
  if (plan.currency !== subscription.currency) throw badField('planId', 'This plan is in another currency.')
  checkCollector(plan, subscription.collector)
  const costCents = wanted.costCents ?? plan.costCents
  noteEvent(work, 'billing.planChanged', { memberId, from: subscription.planName, to: plan.name, when, costCents })
  subscription.nextPlanId = plan.id
  subscription.nextCostCents = costCents
  subscription.nextFrom = null
  const creditBefore = await creditOf(work, memberId, plan.currency)
  if (when === 'next') {
    const startsOn = subscription.chargedThrough
    const { interval, intervalCount } = plan
    const first = nextPeriod({ anchorOn: startsOn, periodsSinceAnchor: 0, interval, intervalCount })
    await followSubscription(work, subscription)
    return {
      startsOn,
      givenBackCents: 0,
      firstChargeCents: costCents,
      dueNowCents: 0,
      creditCents: creditBefore,
      currency: plan.currency,
      firstPeriodEnds: first.to,
    }
  }
  await cutCharges(work, subscription, { on: work.today, reason: 'planChanged' })
  const givenBackCents = (await creditOf(work, memberId, plan.currency)) - creditBefore
  const issued = await issueCharges(work, [subscription])
  await spendCredit(work, { memberId, currency: plan.currency })
  await followSubscription(work, subscription)
  const newCharges = (await lockCharges(work, subscription.id)).filter(({ id }) =>
    issued.some(({ chargeId }) => chargeId === id),
  )
  const [first] = newCharges
  return {
    startsOn: work.today,
    givenBackCents,
    firstChargeCents: first?.amountCents ?? 0,
    dueNowCents: newCharges.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0),
    creditCents: await creditOf(work, memberId, plan.currency),
    currency: plan.currency,
    firstPeriodEnds: first?.period?.to ?? work.today,
  }
}
