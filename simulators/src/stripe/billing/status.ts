import type Stripe from 'stripe'

type Status = Stripe.Subscription.Status

/**
 * What can happen to a subscription. `paid` and `failed` are about its latest invoice that is not void, whatever
 * other invoices are still open.
 */
export type StatusMove = 'paid' | 'processing' | 'failed' | 'expired' | 'paused' | 'resumed' | 'resumeFailed' | Ending
/** What the account's settings do after the last retry, and what people do. */
export type Ending = 'canceled' | 'unpaid' | 'leftPastDue'

const moves: Record<string, Partial<Record<StatusMove, Status>>> = {
  // A debit takes days: the subscription begins at once, before its money has come.
  incomplete: { paid: 'active', processing: 'active', expired: 'incomplete_expired', canceled: 'canceled' },
  trialing: { failed: 'past_due', canceled: 'canceled' },
  active: { failed: 'past_due', paused: 'paused', canceled: 'canceled' },
  past_due: { paid: 'active', unpaid: 'unpaid', paused: 'paused', canceled: 'canceled' },
  unpaid: { paid: 'active', paused: 'paused', canceled: 'canceled' },
  // Invoices from before the pause are collected on without ending it.
  paused: { resumed: 'active', resumeFailed: 'past_due', canceled: 'canceled' },
  canceled: {},
  incomplete_expired: {},
}

/** The status after a move, or the same when the move changes nothing in it. */
export const statusAfter = (status: Status, move: StatusMove): Status => moves[status]?.[move] ?? status

/** Nothing happens to it any more. */
export const isOver = (status: Status) => status === 'canceled' || status === 'incomplete_expired'

/** The next period begins, with an invoice, when the one before ends. */
export const isRenewed = (status: Status) => ['active', 'trialing', 'past_due', 'unpaid'].includes(status)

/** Codes after which Stripe tries no card again; only another payment method is tried. */
const hardDeclines = new Set([
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'stolen_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'authentication_required',
  'highest_risk_level',
  'transaction_not_allowed',
])

export const isHardDecline = (code: string | undefined) => code !== undefined && hardDeclines.has(code)

const day = 86_400

/** When a failed invoice is tried again: so many days after its first failure. None after the last. */
export function nextRetry(firstFailure: number, attemptCount: number, retryDays: number[]): number | null {
  const days = retryDays[attemptCount - 1]
  return days === undefined ? null : firstFailure + days * day
}
