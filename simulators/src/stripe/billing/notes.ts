import type Stripe from 'stripe'

/**
 * What was debited for an item of a subscription and not yet given back. In flexible mode a credit is worked out from
 * these, line by line, not from today's price.
 */
export type BilledDebit = {
  item: string
  /** The line (`il_`), or the invoice item (`ii_`) as long as that is on no invoice. */
  line: string
  invoice: string | null
  /** What was really asked for, after discounts. */
  net: number
  gross: number
  start: number
  end: number
}

/** Changes that wait until their invoice is paid, as they were asked for. */
export type WaitingUpdate = { invoice: string; at: number } & (
  | { kind: 'update'; params: Stripe.SubscriptionUpdateParams; discounts: string[] | null }
  /** `resumesOnFailure`: a payment that was tried ends the pause, also when it failed. */
  | { kind: 'resume'; patch: Partial<Stripe.Subscription>; resumesOnFailure: boolean }
)

/** One kind of row for both: a subscription uses the first fields, an invoice the others. */
export type BillingNote = {
  id: string
  debits?: BilledDebit[]
  waiting?: WaitingUpdate | null
  isBeingCreated?: boolean
  /** Of an invoice: the event that tells of its draft, when its payment failed first, and with what. */
  createdEvent?: string | null
  firstFailure?: number | null
  failedMethod?: string | null
  isHardDecline?: boolean
  /** While it is paid by a request or the schedule, which take over what comes of it. */
  isAttempted?: boolean
  /** No retries by themselves: the invoice of a resumption that is attempted once. */
  isTriedOnce?: boolean
}
