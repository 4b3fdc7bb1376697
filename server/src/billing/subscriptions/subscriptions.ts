import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { isUniqueViolation } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { type Day, laterDay } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { closeBreak, cutCharges, listBreaks } from '../charges/breaks.ts'
import { insertCharges, lockCharges, voidCharge } from '../charges/charges.ts'
import { issueCharges } from '../charges/issuing.ts'
import { isCollectedByUs } from '../collection.ts'
import { takeCoupon } from '../coupon-uses.ts'
import { endNow, followSubscription, orderLeaving } from '../follow.ts'
import { isKeptAtStripe } from '../kept-plans.ts'
import { spendCredit } from '../payments/credit.ts'
import { forgetNextPlan } from '../plan-fit.ts'
import {
  getChanging,
  getCurrent,
  lockCurrentSubscription,
  lockSubscription,
  type Subscription,
} from '../subscription-row.ts'
import { moveSubscription, type SubscriptionMoveName } from '../subscription-rules.ts'
import { leaveForOwnPlan } from './households.ts'
import { checkCollector, findPlan, type PlanTerms } from './subscription-terms.ts'

export type NewSubscription = {
  memberId: number
  planId: number
  collector: Collector
  couponCode?: string
  /** Access only once the first payment is there. */
  paysBeforeAccess: boolean
  /** Another price than that of the plan, as staff agreed it. */
  costCents?: number
  startsOn?: Day
  /** The name of what Stripe already collects for it, which is taken over. */
  providerRef?: string
}

const insertSubscription = async (
  work: BillingWork,
  { plan, wanted }: { plan: PlanTerms; wanted: NewSubscription },
): Promise<Subscription> => {
  const startsOn = wanted.startsOn ?? work.today
  try {
    const { id } = await work.tx
      .insertInto('subscriptions')
      .values({
        member_id: wanted.memberId,
        plan_id: plan.id,
        // Active first, so that the first charge is issued as any other.
        state: 'active',
        collector: wanted.collector,
        cost_cents: wanted.costCents ?? plan.costCents,
        currency: plan.currency,
        interval: plan.interval,
        interval_count: plan.intervalCount,
        started_on: startsOn,
        anchor_on: startsOn,
        charged_through: startsOn,
        paid_through: startsOn,
        provider_ref: wanted.providerRef ?? null,
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return await lockSubscription(work, id)
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('hasPlan')
    throw error
  }
}

/** What joining costs once, beside the first period. */
export const chargeJoiningFee = async (
  work: BillingWork,
  { subscription, plan }: { subscription: Subscription; plan: PlanTerms },
): Promise<void> => {
  if (plan.joiningFeeCents === 0 || subscription.collector === 'free') return
  await insertCharges(work, [
    {
      memberId: subscription.memberId,
      subscriptionId: subscription.id,
      planId: plan.id,
      kind: 'joiningFee',
      period: null,
      description: `${plan.name}: joining fee`.slice(0, 200),
      amountCents: plan.joiningFeeCents,
      discountCents: 0,
      currency: plan.currency,
      dueOn: subscription.startedOn,
    },
  ])
}

/** It waits until what Stripe says of it is known. */
const startKept = async (work: BillingWork, subscription: Subscription) => {
  subscription.state = 'incomplete'
  await followSubscription(work, subscription)
  await leaveForOwnPlan(work, subscription)
  return { subscriptionId: subscription.id, state: subscription.state }
}

/** Puts a member on a plan: the first period and the joining fee are charged, and paid with what they have left over. */
export const startSubscription = async (
  work: BillingWork,
  wanted: NewSubscription,
): Promise<{ subscriptionId: number; state: Subscription['state'] }> => {
  const { memberId, collector } = wanted
  if (await lockCurrentSubscription(work, memberId)) throw new AppError('hasPlan')
  const plan = await findPlan(work, wanted.planId)
  checkCollector(plan, collector)
  const subscription = await insertSubscription(work, { plan, wanted })
  if (wanted.couponCode) await takeCoupon(work, subscription, wanted.couponCode)
  noteEvent(work, 'billing.subscribed', { memberId, plan: plan.name, collector, costCents: subscription.costCents })
  if (isKeptAtStripe(subscription)) return startKept(work, subscription)
  await chargeJoiningFee(work, { subscription, plan })
  await issueCharges(work, [subscription])
  // A card is tried at once, so there is nothing to wait for.
  if (wanted.paysBeforeAccess || isCollectedByUs(subscription)) subscription.state = 'incomplete'
  await spendCredit(work, { memberId, currency: plan.currency })
  await followSubscription(work, subscription)
  await leaveForOwnPlan(work, subscription)
  return { subscriptionId: subscription.id, state: subscription.state }
}

const mustMove = (subscription: Subscription, name: SubscriptionMoveName): void => {
  const next = moveSubscription(subscription.state, name)
  if (next === null) throw new AppError('planState')
  subscription.state = next
}

/** The first day without the plan if it were cancelled today: after the period that runs, and after what is paid. */
const cancelDay = async (work: BillingWork, subscription: Subscription): Promise<Day> => {
  const running = (await lockCharges(work, subscription.id)).find(
    ({ period }) => period && period.from <= work.today && work.today < period.to,
  )
  return laterDay(running?.period?.to ?? work.today, laterDay(subscription.paidThrough, work.today))
}

/**
 * Cancels a plan for the end of its period. One that was never paid, is overdue or rests ends at once; what was used is
 * still owed.
 */
export const cancelSubscription = async (work: BillingWork, memberId: number): Promise<{ endsOn: Day }> => {
  const subscription = await getCurrent(work, memberId)
  if (subscription.state === 'cancelling') throw new AppError('planState')
  if (subscription.state !== 'active') {
    await endSubscription(work, { memberId, reason: 'cancelled' })
    return { endsOn: work.today }
  }
  const endsOn = await cancelDay(work, subscription)
  mustMove(subscription, 'cancel')
  subscription.cancelOn = endsOn
  forgetNextPlan(subscription)
  await callOffPauses(work, subscription)
  await cutCharges(work, subscription, { on: endsOn, reason: 'cancelled' })
  noteEvent(work, 'billing.cancelled', { memberId, endsOn })
  await followSubscription(work, subscription)
  return { endsOn }
}

/** Pauses that have not begun do not take place. */
export const callOffPauses = async ({ tx, now }: BillingWork, { id }: Pick<Subscription, 'id'>): Promise<void> => {
  await tx
    .updateTable('subscription_breaks')
    .set({ cancelled_at: now })
    .where('subscription_id', '=', id)
    .where('begun_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Takes a cancellation back before the plan has ended: it goes on as if nothing had been. */
export const resumeSubscription = async (work: BillingWork, memberId: number): Promise<void> => {
  const subscription = await getChanging(work, memberId)
  mustMove(subscription, 'resume')
  subscription.cancelOn = null
  noteEvent(work, 'billing.resumed', { memberId })
  await issueCharges(work, [subscription])
  await spendCredit(work, { memberId, currency: subscription.currency })
  await followSubscription(work, subscription)
}

/** What a pause moved behind it comes back, so that it can be cancelled with the rest. */
const endRunningPause = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  if (subscription.state !== 'paused') return
  const running = (await listBreaks(work, subscription.id)).find(
    ({ kind, hasBegun, days }) => kind === 'pause' && hasBegun && work.today < days.to,
  )
  if (running) await closeBreak(work, subscription, { ...running, on: work.today })
}

/** Ends a plan today. Days to come are no longer charged; what was used is still owed, unless `keepsDebt` is false. */
export const endSubscription = async (
  work: BillingWork,
  { memberId, reason, keepsDebt = true }: { memberId: number; reason: string; keepsDebt?: boolean },
): Promise<void> => {
  const subscription = await getCurrent(work, memberId)
  const wasIncomplete = subscription.state === 'incomplete'
  await callOffPauses(work, subscription)
  await endRunningPause(work, subscription)
  // Who never came in owes nothing, and who lost access owes the days until then.
  const lastDay = wasIncomplete ? subscription.startedOn : (subscription.accessEndedOn ?? work.today)
  await cutCharges(work, subscription, { on: lastDay, reason })
  if (wasIncomplete || !keepsDebt) {
    for (const charge of await lockCharges(work, subscription.id)) {
      if (charge.state === 'open') await voidCharge(work, charge, reason)
    }
  }
  endNow(subscription, { now: work.now, reason })
  await orderLeaving(work, subscription)
  noteEvent(work, 'billing.ended', { memberId, reason })
  await followSubscription(work, subscription)
}

/** Staff let a member in before this day, whatever is open. */
export const giveMoreTime = async (
  work: BillingWork,
  { memberId, until }: { memberId: number; until: Day },
): Promise<void> => {
  if (until <= work.today) throw badField('until', 'Choose a day after today.')
  const subscription = await getChanging(work, memberId)
  subscription.moreTimeUntil = until
  noteEvent(work, 'billing.moreTimeGiven', { memberId, until })
  await followSubscription(work, subscription)
}
