// Money that went back of a payment, by a refund or by the payer's bank: asked for only where something is said to have gone.
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { stripeCall } from '../client.ts'
import type { ProviderPayment } from './booked-again.ts'
import { mirrorDisputes } from './mirrored-disputes.ts'
import { mirrorRefunds } from './mirrored-refunds.ts'

type OurPayment = Omit<ProviderPayment, 'intentId'> & {
  /** Something of it went back before, or is to, so Stripe is asked even where it no longer says so of the payment. */
  isTouched: boolean
  isReversed: boolean
}

/** The bookings of a payment at Stripe. */
export const findBooked = (ctx: Pick<Ctx, 'db'>, ref: string): Promise<OurPayment | undefined> =>
  ctx.db
    .selectFrom('payments')
    .select(['id', 'member_id as memberId', 'amount_cents as amountCents', 'currency'])
    .select(sql<PaymentMethod>`method`.as('method'))
    .select([
      sql<boolean>`exists (select from payments r where r.reverses_id = payments.id or r.refunds_id = payments.id)
        or exists (select from stripe_refunds f where f.payment_id = payments.id)`.as('isTouched'),
      sql<boolean>`exists (select from payments r where r.reverses_id = payments.id and r.refunds_id is null)`.as(
        'isReversed',
      ),
    ])
    .where('provider_ref', '=', ref)
    .executeTakeFirst()

/** A payment as it is at Stripe now, with its latest charge. */
export const retrieveIntent = (ctx: Ctx, intentId: string): Promise<Stripe.PaymentIntent> =>
  stripeCall(ctx, (stripe) => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))

export const latestChargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null

/** Whether Stripe says that something of it went back. A refund that failed, or a dispute that was won, it no longer says. */
export const isGone = (intent: Stripe.PaymentIntent): boolean => {
  const charge = latestChargeOf(intent)
  return charge !== null && (charge.amount_refunded > 0 || charge.disputed)
}

const listRefunds = async (ctx: Ctx, intent: Stripe.PaymentIntent, isTouched: boolean) =>
  isTouched || (latestChargeOf(intent)?.amount_refunded ?? 0) > 0
    ? (await stripeCall(ctx, (stripe) => stripe.refunds.list({ payment_intent: intent.id, limit: 100 }))).data
    : []

export const listDisputesOf = async (
  ctx: Ctx,
  intent: Stripe.PaymentIntent,
  isTouched: boolean,
): Promise<readonly Stripe.Dispute[]> =>
  isTouched || latestChargeOf(intent)?.disputed === true
    ? (await stripeCall(ctx, (stripe) => stripe.disputes.list({ payment_intent: intent.id, limit: 100 }))).data
    : []

/** A payment that a dispute took back, and that was won, can be refunded as what came back. */
const refundableOf = async (
  ctx: Ctx,
  payment: ProviderPayment,
  disputes: readonly Stripe.Dispute[],
): Promise<ProviderPayment | null> => {
  const now = await findBooked(ctx, payment.intentId)
  if (!now?.isReversed) return payment
  for (const { id } of disputes) {
    const won = await findBooked(ctx, `${id}-won`)
    if (won && !won.isReversed) return { ...won, intentId: payment.intentId }
  }
  return null
}

/** Books what Stripe gave back of a payment, and what the member’s bank took back. */
export const mirrorGivenBack = async (ctx: Ctx, intent: Stripe.PaymentIntent): Promise<void> => {
  const found = await findBooked(ctx, intent.id)
  if (!found) return
  const [refunds, disputes] = await Promise.all([
    listRefunds(ctx, intent, found.isTouched),
    listDisputesOf(ctx, intent, found.isTouched),
  ])
  const payment = { ...found, intentId: intent.id }
  await mirrorDisputes(ctx, { payment, disputes })
  if (refunds.length === 0) return
  // A disputed payment can't be refunded as well.
  const refundable = await refundableOf(ctx, payment, disputes)
  if (refundable) await mirrorRefunds(ctx, { payment: refundable, refunds })
}
