import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import type { ProviderPayment } from './booked-again.ts'
import { stripeCall } from './client.ts'
import { mirrorDisputes } from './mirrored-disputes.ts'
import { mirrorRefunds } from './mirrored-refunds.ts'
import { syncSubscription } from './sync-subscriptions.ts'

/** The subscription whose invoice a payment intent pays. */
const findSubscription = (ctx: Ctx, intentId: string): Promise<string | null> =>
  stripeCall(ctx, async (stripe) => {
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      expand: ['data.invoice'],
      limit: 1,
    })
    const invoice = data[0]?.invoice
    if (typeof invoice !== 'object' || !('parent' in invoice)) return null
    const subscription = invoice.parent?.subscription_details?.subscription
    return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
  })

type OurPayment = Omit<ProviderPayment, 'intentId'> & {
  /** Something of it went back before, or is to, so Stripe is asked even where it no longer says so of the payment. */
  isTouched: boolean
  isReversed: boolean
}

const selectPayment = (ctx: Ctx) =>
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

const findPayment = (ctx: Ctx, ref: string): Promise<OurPayment | undefined> =>
  selectPayment(ctx).where('provider_ref', '=', ref).executeTakeFirst()

type PaymentReturns = { refunds: readonly Stripe.Refund[]; disputes: readonly Stripe.Dispute[] }

const readGivenBack = (
  ctx: Ctx,
  { intentId, isTouched }: Pick<OurPayment, 'isTouched'> & { intentId: string },
): Promise<PaymentReturns> =>
  stripeCall(ctx, async (stripe) => {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    if (typeof charge !== 'object' || charge === null) return { refunds: [], disputes: [] }
    const wanted = { payment_intent: intentId, limit: 100 }
    return {
      // A refund that failed, or a dispute that was won, is no longer said of the charge.
      refunds: charge.amount_refunded > 0 || isTouched ? (await stripe.refunds.list(wanted)).data : [],
      disputes: charge.disputed || isTouched ? (await stripe.disputes.list(wanted)).data : [],
    }
  })

/** A payment that a dispute took back, and that was won, can be refunded as what came back. */
const refundableOf = async (
  ctx: Ctx,
  payment: ProviderPayment,
  disputes: readonly Stripe.Dispute[],
): Promise<ProviderPayment | null> => {
  const now = await findPayment(ctx, payment.intentId)
  if (!now?.isReversed) return payment
  for (const { id } of disputes) {
    const won = await findPayment(ctx, `${id}-won`)
    if (won && !won.isReversed) return { ...won, intentId: payment.intentId }
  }
  return null
}

/** Books what Stripe gave back of a payment, and what the member’s bank took back. */
export const mirrorGivenBack = async (ctx: Ctx, intentId: string): Promise<void> => {
  const found = await findPayment(ctx, intentId)
  if (!found) return
  const { refunds, disputes } = await readGivenBack(ctx, { intentId, isTouched: found.isTouched })
  const payment = { ...found, intentId }
  await mirrorDisputes(ctx, { payment, disputes })
  if (refunds.length === 0) return
  // What is disputed can't be refunded as well.
  const refundable = await refundableOf(ctx, payment, disputes)
  if (refundable) await mirrorRefunds(ctx, { payment: refundable, refunds })
}

/** Writes what became of a payment for an invoice: paid, refunded, disputed. False: it is of no subscription of ours. */
export const syncPaymentIntent = async (ctx: Ctx, intentId: string): Promise<boolean> => {
  // What is booked already can only have been given back since; its subscription has events of its own.
  if (!(await findPayment(ctx, intentId))) {
    const subscription = await findSubscription(ctx, intentId)
    if (subscription === null || !(await syncSubscription(ctx, subscription))) return false
  }
  await mirrorGivenBack(ctx, intentId)
  return true
}
