import { sql } from 'kysely'
import { z } from 'zod'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { type Day, laterDay } from '#platform/local-day.ts'
import { storeSubscriptionState } from '../members/member-row.ts'
import { moveStanding } from '../members/standing.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import { listBreaks, moveStart, recordLapse } from './charges/breaks.ts'
import { issueCharges } from './charges/issuing.ts'
import { isCollectedByUs, orderCollection } from './collection.ts'
import { releaseCoupons } from './coupon-uses.ts'
import { isKeptAtStripe, leaveStripeJob } from './kept-plans.ts'
import { lockNewestSubscription, saveSubscriptions, type Subscription } from './subscription-row.ts'
import {
  accessUntil,
  givesAccess,
  moveSubscription,
  outsideState,
  type SubscriptionMoveName,
} from './subscription-rules.ts'

/**
 * A member may come in because their plan is paid. Joining has more steps than paying, so `signup` does it: it looks
 * which are open, and lets the member in when there are none.
 */
export const paidMemberJob = job('paidMember', z.object({ memberId: z.number() }))

type PaidFacts = {
  /** The end of the last period that is paid, or about to be. */
  paidThrough: Day | null
  unpaidSince: Day | null
  /** A bank waits for the member to confirm a payment. */
  isAsked: boolean
  /** Whether anything is open that was due by today, or concerns days before access ended. */
  hasDebt: boolean
  /** The end of the days that were paid back, if today is one of them. */
  givenBackUntil: Day | null
}

const findPaidFacts = async (
  { tx, today }: BillingWork,
  { id, memberId, accessEndedOn }: Pick<Subscription, 'id' | 'memberId' | 'accessEndedOn'>,
): Promise<PaidFacts> => {
  const debtUntil = accessEndedOn ?? today
  const { rows } = await sql<PaidFacts>`select
      max(upper(period)) filter (where state in ('paid', 'processing')) as "paidThrough",
      min(due_on) filter (where state = 'open') as "unpaidSince",
      coalesce(bool_or(state = 'open' and (due_on <= ${debtUntil}::date or lower(period) < ${debtUntil}::date)), false)
        as "hasDebt",
      exists (select from stripe_payments p where p.member_id = ${memberId} and p.purpose = 'dues'
        and (p.state = 'unconfirmed' or p.state = 'started' and p.checkout_id is not null)) as "isAsked",
      max(upper(period)) filter (where state = 'refunded' and period @> ${today}::date) as "givenBackUntil"
    from charges where subscription_id = ${id} and state <> 'void'`.execute(tx)
  return rows[0] ?? { paidThrough: null, unpaidSince: null, isAsked: false, hasDebt: false, givenBackUntil: null }
}

const notePaid = (subscription: Subscription, facts: PaidFacts): void => {
  subscription.paidThrough = laterDay(facts.paidThrough ?? subscription.startedOn, subscription.startedOn)
  subscription.unpaidSince = facts.unpaidSince
  subscription.givenBackUntil = facts.givenBackUntil
}

const move = (subscription: Subscription, name: SubscriptionMoveName): boolean => {
  const next = moveSubscription(subscription.state, name)
  if (next === null) return false
  subscription.state = next
  return true
}

/** Where Stripe counts the days, owing nothing is not enough: it may not have asked for them. */
const isPaidUp = (work: BillingWork, subscription: Subscription): boolean =>
  !isKeptAtStripe(subscription) || work.today < accessUntil(accessFacts(work, subscription))

/** What is paid and what is open, and where both put the subscription. */
const followMoney = async (work: BillingWork, subscription: Subscription): Promise<PaidFacts> => {
  const facts = await findPaidFacts(work, subscription)
  notePaid(subscription, facts)
  if (subscription.state === 'incomplete' && facts.paidThrough !== null && !facts.hasDebt) {
    move(subscription, 'payFirst')
    // Stripe's days count from its own beginning.
    if (!isKeptAtStripe(subscription)) await moveStart(work, subscription)
    notePaid(subscription, await findPaidFacts(work, subscription))
  }
  const hasMoreTime = subscription.moreTimeUntil !== null && work.today < subscription.moreTimeUntil
  if (subscription.state === 'pastDue' && (hasMoreTime || (!facts.hasDebt && isPaidUp(work, subscription)))) {
    move(subscription, 'payLate')
    // With more time for days that are not owed, there is no time without access to leave out.
    if (!facts.hasDebt && !hasMoreTime && !isKeptAtStripe(subscription)) {
      await recordLapse(work, subscription)
      noteEvent(work, 'billing.lapsed', { memberId: subscription.memberId, from: subscription.accessEndedOn })
    }
    subscription.accessEndedOn = null
    // Where nothing was left to pay, such as after a write-off, the next period begins today.
    await issueCharges(work, [subscription])
    notePaid(subscription, await findPaidFacts(work, subscription))
  }
  return facts
}

/** Takes what is due by itself, and calls off what a bank waits for where it is no longer owed. */
const followCollection = async (
  work: BillingWork,
  subscription: Subscription,
  { isAsked }: PaidFacts,
): Promise<void> => {
  const { state, unpaidSince } = subscription
  const isDue = state !== 'ended' && unpaidSince !== null && unpaidSince <= work.today
  const isTaken = isDue && isCollectedByUs(subscription) && work.isPaying !== true
  if (isAsked || isTaken) await orderCollection(work, subscription)
}

/** Begins and ends pauses whose day has come. */
const followPauses = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  if (subscription.state !== 'paused') return
  const breaks = await listBreaks(work, subscription.id)
  const isPaused = breaks.some(
    ({ kind, hasBegun, days }) => kind === 'pause' && hasBegun && days.from <= work.today && work.today < days.to,
  )
  if (!isPaused) move(subscription, 'endPause')
}

const accessFacts = (work: BillingWork, subscription: Subscription) => ({
  ...subscription,
  graceDays: work.settings.GRACE_DAYS,
})

/** Where nothing is open, because the days were paid back, nothing is overdue: the plan goes on with its next period. */
const isOverdue = async (work: BillingWork, subscription: Subscription): Promise<boolean> => {
  if (subscription.state !== 'active' || work.today < accessUntil(accessFacts(work, subscription))) return false
  if (subscription.unpaidSince !== null) return true
  return subscription.givenBackUntil === null
}

const followDays = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  const { today, now } = work
  if (await isOverdue(work, subscription)) {
    move(subscription, 'fallDue')
    subscription.accessEndedOn = today
    noteEvent(work, 'billing.overdue', { memberId: subscription.memberId, paidThrough: subscription.paidThrough })
  }
  const { cancelOn } = subscription
  if (subscription.state === 'cancelling' && cancelOn !== null && today >= cancelOn) {
    endNow(subscription, { now, reason: 'cancelled' })
    noteEvent(work, 'billing.ended', { memberId: subscription.memberId, reason: 'cancelled' })
  }
}

/** A plan that Stripe still collects ends there, too. */
export const orderLeaving = async (work: BillingWork, { providerRef: ref }: Subscription): Promise<void> => {
  if (ref !== null) await addJob(work, leaveStripeJob, { ref })
}

export const endNow = (subscription: Subscription, { now, reason }: { now: Date; reason: string }): void => {
  move(subscription, 'end')
  subscription.endedAt = now
  subscription.endedReason = reason
}

/** Who gets in with a subscription: the payer, and the people of their household. */
const listPeople = async ({ tx }: BillingWork, { id, memberId }: Subscription) =>
  tx
    .selectFrom('members')
    .select(['id', 'membership_state'])
    .where('closed_at', 'is', null)
    .where((is) =>
      is.or([
        is('id', '=', memberId),
        is(
          'id',
          'in',
          is
            .selectFrom('household_people')
            .select('member_id')
            .where('subscription_id', '=', id)
            .where('left_at', 'is', null),
        ),
      ]),
    )
    .orderBy('id')
    .execute()

const endMembership = async (work: BillingWork, memberId: number): Promise<void> => {
  const moved = await moveStanding(work, { memberId, move: 'subscriptionEnded' })
  if ('isUnchanged' in moved) return
  const { result: _, also = [], ...part } = moved
  work.parts.push(part, ...also)
}

/** Members follow their subscription: who gets in no longer is inactive now, who may is looked at by a job. */
const followAccess = async (work: BillingWork, subscription: Subscription, hadAccess: boolean): Promise<void> => {
  if (hadAccess === subscription.hasAccess) return
  for (const { id, membership_state: state } of await listPeople(work, subscription)) {
    if (subscription.hasAccess && state !== 'active') await addJob(work, paidMemberJob, { memberId: id })
    if (!subscription.hasAccess && state === 'active') await endMembership(work, id)
  }
}

/**
 * Works out where a subscription is, after anything changed in its charges, payments or days, and what that means for
 * the access of its members; keeps it. Called again, it changes nothing more.
 */
export const followSubscription = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  const hadAccess = subscription.hasAccess
  const wasLive = subscription.state !== 'ended'
  if (wasLive) {
    await followPauses(work, subscription)
    const facts = await followMoney(work, subscription)
    await followDays(work, subscription)
    await followCollection(work, subscription, facts)
  }
  if (wasLive && subscription.state === 'ended') await orderLeaving(work, subscription)
  if (subscription.state === 'ended') await releaseCoupons(work, subscription)
  subscription.hasAccess = givesAccess(accessFacts(work, subscription), work.today)
  await saveSubscriptions(work, [subscription])
  await storeSubscriptionState(work, { memberId: subscription.memberId, state: outsideState(subscription.state) })
  await followAccess(work, subscription, hadAccess)
}

/** The same for the newest subscription of a member, after a payment. */
export const followPayer = async (work: BillingWork, memberId: number): Promise<void> => {
  const newest = await lockNewestSubscription(work, memberId)
  if (newest) await followSubscription(work, newest)
}

/** A person who left a household, or whose household ended, has no access by it any more. */
export const leaveAccess = (work: BillingWork, memberId: number): Promise<void> => endMembership(work, memberId)
