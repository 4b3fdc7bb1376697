import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { type BillingWork, changeBilling } from '../billing/billing-work.ts'
import { bookPayment, reversePayment } from '../billing/payments.ts'
import { refundPayment } from '../billing/refunds.ts'
import { stripeCall } from './client.ts'
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

type OurPayment = {
  id: number
  memberId: number
  amountCents: number
  currency: string
  method: PaymentMethod
  isReversed: boolean
}

const findPayment = async (ctx: Ctx, intentId: string): Promise<OurPayment | undefined> =>
  ctx.db
    .selectFrom('payments')
    .select(['id', 'member_id as memberId', 'amount_cents as amountCents', 'currency', 'method'])
    .select(sql<boolean>`exists (select from payments r where r.reverses_id = payments.id)`.as('isReversed'))
    .where('provider_ref', '=', intentId)
    .executeTakeFirst()

/** Whether the money of a dispute is with the bank of the member: while it is looked into, and when it is lost. */
const isWithdrawn = ({ status }: Stripe.Dispute): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'

type GivenBack = { refunds: readonly Stripe.Refund[]; disputes: readonly Stripe.Dispute[] }

const readGivenBack = (
  ctx: Ctx,
  { intentId, isReversed }: { intentId: string; isReversed: boolean },
): Promise<GivenBack> =>
  stripeCall(ctx, async (stripe) => {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    if (typeof charge !== 'object' || charge === null) return { refunds: [], disputes: [] }
    const wanted = { payment_intent: intentId, limit: 100 }
    return {
      refunds: charge.amount_refunded > 0 || charge.refunded ? (await stripe.refunds.list(wanted)).data : [],
      // One that was won is no longer said of the charge.
      disputes: charge.disputed || isReversed ? (await stripe.disputes.list(wanted)).data : [],
    }
  })

/** Money that came back after all: a refund the bank refused, a dispute that was won. */
const bookAgain = async (
  work: BillingWork,
  { payment, ref, amountCents }: { payment: OurPayment; ref: string; amountCents: number },
): Promise<void> => {
  const { memberId, currency, method } = payment
  const named = { providerRef: ref, idempotencyKey: `provider-${ref}`, reference: ref }
  await bookPayment(work, { memberId, currency, method, amountCents, paidOn: work.today, ...named })
}

const isBooked = async ({ tx }: BillingWork, ref: string): Promise<boolean> =>
  (await tx.selectFrom('payments').select('id').where('provider_ref', '=', ref).executeTakeFirst()) !== undefined

const mirrorRefund = async (work: BillingWork, payment: OurPayment, refund: Stripe.Refund): Promise<void> => {
  const { id: ref, amount: amountCents, status } = refund
  const isGone = status === 'failed' || status === 'canceled'
  if (isGone && (await isBooked(work, ref))) await bookAgain(work, { payment, ref: `${ref}-failed`, amountCents })
  if (isGone || (await isBooked(work, ref))) return
  await refundPayment(work, {
    paymentId: payment.id,
    amountCents,
    method: payment.method,
    reason: 'Refunded at Stripe',
    reference: ref,
    providerRef: ref,
    idempotencyKey: `provider-${ref}`,
  })
}

const findReversal = async ({ tx }: BillingWork, paymentId: number) =>
  tx.selectFrom('payments').select('id').where('reverses_id', '=', paymentId).executeTakeFirst()

const mirrorDispute = async (work: BillingWork, payment: OurPayment, dispute: Stripe.Dispute): Promise<void> => {
  const reversal = await findReversal(work, payment.id)
  if (isWithdrawn(dispute) && !reversal) {
    await reversePayment(work, { paymentId: payment.id, reason: `Disputed at the member’s bank (${dispute.id})` })
  }
  if (dispute.status === 'won' && reversal) {
    await bookAgain(work, { payment, ref: `${dispute.id}-won`, amountCents: dispute.amount })
  }
}

/** Books what Stripe gave back of a payment, and what the member’s bank took back. */
export const mirrorGivenBack = async (ctx: Ctx, intentId: string): Promise<void> => {
  const payment = await findPayment(ctx, intentId)
  if (!payment) return
  const { refunds, disputes } = await readGivenBack(ctx, { intentId, isReversed: payment.isReversed })
  if (refunds.length + disputes.length === 0) return
  await changeBilling(ctx, 'billing.refunded', async (work) => {
    work.isMirroring = true
    // Each by itself: what was disputed can't be refunded as well.
    for (const dispute of disputes) await mirrorDispute(work, payment, dispute)
    if (await findReversal(work, payment.id)) return
    for (const refund of refunds.toReversed()) await mirrorRefund(work, payment, refund)
  })
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
