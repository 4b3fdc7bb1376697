import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { ReturnPlace } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import type { BillingWork } from '../../billing/billing-work.ts'
import type { DeclineFacts } from './decline-rules.ts'
import type { StripePaymentRow } from './payment-rows.ts'

/** A payment as it stands at Stripe, with its latest charge, and when that was asked for by the database's clock. */
export type SeenIntent = { intent: Stripe.PaymentIntent; seenAt: Date }

/** Where a payment goes that has not succeeded, and Stripe's words where it was refused. */
export type PaymentMove = {
  state: Exclude<StripePaymentRow['state'], 'succeeded'>
  failure: string
  /** Stripe's codes of a refusal. */
  decline?: DeclineFacts
}

/** The purpose of a payment: its owner books it, and follows what becomes of it. Everything else is the same for all. */
export type PaymentPurpose = {
  /** By this a payment at Stripe says its number. */
  key: string
  /** Begins the names by which Stripe is asked for it. */
  word: string
  /** Stands before its number in Stripe's lists. */
  title: string
  /** Where Stripe's page leads back to, and what stands on it. */
  back: ReturnPlace
  product: (settings: Settings) => string
  /** While one of a member is in these states no other begins; pages of Stripe's count, or stand beside. */
  waiting: { states: readonly StripePaymentRow['state'][]; countsPages: boolean; refusal: ErrorCode }
  note: (
    work: BillingWork,
    event: { row: StripePaymentRow; step: 'started' | 'changed' | 'failed'; data: Record<string, unknown> },
  ) => void
  /** The money is there. Says as what it was booked; null where the row has another payment already, and this is none. */
  book: (
    work: BillingWork,
    step: { row: StripePaymentRow; intent: Stripe.PaymentIntent },
  ) => Promise<{ payment_id: number } | { ledger_entry_id: number } | null>
  /** It went on, or came to nothing; written already. */
  follow: (work: BillingWork, step: { row: StripePaymentRow; move: PaymentMove }) => Promise<void>
  /** Books what went back of what came in, and what came again. */
  giveBack: (ctx: Ctx, row: StripePaymentRow, seen: SeenIntent) => Promise<void>
}
