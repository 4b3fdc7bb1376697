import type { SubscriptionStanding } from '@spacekeeper/contract/billing/words.ts'
import type { SubscriptionState } from '@spacekeeper/contract/members/shapes.ts'
import { addDays, type Day, earlierDay, laterDay } from '#platform/local-day.ts'

type SubscriptionMove = {
  /** What causes it, for the documents. */
  on: string
  from: readonly SubscriptionStanding[]
  to: SubscriptionStanding
}

/** Every way from one state of a subscription to another; `docs/guide/subscriptions.md` shows them. */
export const subscriptionMoves = {
  payFirst: { on: 'The first payment arrives', from: ['incomplete'], to: 'active' },
  fallDue: { on: 'The grace period is over and a payment is unpaid', from: ['active'], to: 'pastDue' },
  payLate: { on: 'What was overdue is paid, or staff give more time', from: ['pastDue'], to: 'active' },
  beginPause: { on: 'A pause begins', from: ['active'], to: 'paused' },
  endPause: { on: 'A pause ends', from: ['paused'], to: 'active' },
  cancel: { on: 'The member or staff cancel', from: ['active'], to: 'cancelling' },
  resume: { on: 'The cancellation is taken back', from: ['cancelling'], to: 'active' },
  end: {
    on: 'The cancelled plan runs out, staff end it, or the first payment never came',
    from: ['incomplete', 'active', 'pastDue', 'paused', 'cancelling'],
    to: 'ended',
  },
} as const satisfies Record<string, SubscriptionMove>

export type SubscriptionMoveName = keyof typeof subscriptionMoves

/** Why a plan that was agreed ahead can't be had when its day comes. */
export const misfits = ['currency', 'collector', 'household'] as const

export type Misfit = (typeof misfits)[number]

/** The state a move leads to; null where it cannot be made. */
export const moveSubscription = (
  before: SubscriptionStanding,
  name: SubscriptionMoveName,
): SubscriptionStanding | null => {
  const move: SubscriptionMove = subscriptionMoves[name]
  return move.from.includes(before) ? move.to : null
}

/** The state as existing clients know it. */
export const outsideState = (standing: SubscriptionStanding): SubscriptionState => {
  if (standing === 'cancelling') return 'cancelling'
  return standing === 'active' || standing === 'pastDue' ? 'active' : 'inactive'
}

export type AccessFacts = {
  /** The day after the last that is paid for; the start, when nothing is yet. */
  paidThrough: Day
  /** When the oldest open charge was due. */
  unpaidSince: Day | null
  moreTimeUntil: Day | null
  graceDays: number
}

/**
 * The first day without access, if nothing is paid until then. A charge that was asked for late, or whose payment was
 * taken back, gets its days of grace as well.
 */
export const accessUntil = ({ paidThrough, unpaidSince, moreTimeUntil, graceDays }: AccessFacts): Day => {
  const graceEnds = addDays(laterDay(paidThrough, unpaidSince ?? paidThrough), graceDays)
  return moreTimeUntil === null ? graceEnds : laterDay(graceEnds, moreTimeUntil)
}

/** The same of a plan as it stands: its own end may come first, and no access hangs on one that has not begun or has ended. */
export const accessEndIfUnpaid = (
  plan: AccessFacts & { state: SubscriptionStanding; cancelOn: Day | null },
): Day | null => {
  const { state, cancelOn } = plan
  if (state === 'incomplete' || state === 'ended') return null
  const until = accessUntil(plan)
  return cancelOn === null ? until : earlierDay(until, cancelOn)
}

export type MemberAccessFacts = AccessFacts & {
  state: SubscriptionStanding
  cancelOn: Day | null
  /** The end of days whose money was given back: they give no access, not even of grace. */
  givenBackUntil: Day | null
}

/** Whether a subscription lets its members in. */
export const givesAccess = (subscription: MemberAccessFacts, today: Day): boolean => {
  const { state, cancelOn, givenBackUntil, moreTimeUntil } = subscription
  if (state !== 'active' && state !== 'cancelling') return false
  if (cancelOn !== null && today >= cancelOn) return false
  if (moreTimeUntil !== null && today < moreTimeUntil) return true
  if (givenBackUntil !== null && today < givenBackUntil) return false
  return today < accessUntil(subscription)
}
