import type Stripe from 'stripe'
import { type Day, laterDay, localDay } from '#platform/local-day.ts'

/** A movement of Stripe's balance in our words. */
export type StripeMovement = {
  ref: string
  type: string
  source: string | null
  intentId: string | null
  account: 'bank' | 'cardFees' | null
  amountCents: number
  feeCents: number
  currency: string
  isConverted: boolean
  createdAt: Date
  availableAt: Date
  bookedOn: Day
}

const idOf = (object: unknown): string | null => {
  if (typeof object === 'string') return object
  return typeof object === 'object' && object !== null && 'id' in object && typeof object.id === 'string'
    ? object.id
    : null
}

/** Leaves for the bank, or comes back from it. */
const payoutTypes: ReadonlySet<string> = new Set(['payout', 'payout_cancel', 'payout_failure'])

/** What Stripe takes for itself apart from the fee of a payment, such as for Billing. */
const feeTypes: ReadonlySet<string> = new Set(['stripe_fee', 'stripe_fx_fee', 'tax_fee'])

const accountOf = (type: string): StripeMovement['account'] => {
  if (payoutTypes.has(type)) return 'bank'
  return feeTypes.has(type) ? 'cardFees' : null
}

const instantOf = (seconds: number) => new Date(seconds * 1000)

/** A payout is in the bank on the day it arrives, of which Stripe names the midnight in UTC. */
const arrivalOf = (source: Stripe.BalanceTransaction['source']): Day | null =>
  typeof source === 'object' && source !== null && 'arrival_date' in source
    ? localDay(instantOf(source.arrival_date), 'UTC')
    : null

type Books = { zone: string; firstOpen: Day | null }

/** A movement with its object expanded. A day of a closed month becomes the first that is open. */
export const movementFacts = (transaction: Stripe.BalanceTransaction, { zone, firstOpen }: Books): StripeMovement => {
  const { id: ref, type, source, amount, fee, currency, created } = transaction
  const createdAt = instantOf(created)
  const day = (type === 'payout' ? arrivalOf(source) : null) ?? localDay(createdAt, zone)
  const intent =
    typeof source === 'object' && source !== null && 'payment_intent' in source ? source.payment_intent : null
  return {
    ref,
    type,
    source: idOf(source),
    intentId: idOf(intent),
    account: accountOf(type),
    amountCents: amount,
    feeCents: fee,
    currency: currency.toUpperCase(),
    isConverted: transaction.exchange_rate !== null,
    createdAt,
    availableAt: instantOf(transaction.available_on),
    bookedOn: firstOpen === null ? day : laterDay(day, firstOpen),
  }
}
