import type { Ctx } from '#platform/ctx.ts'
import { stripeCall } from './client.ts'
import { findBooked, mirrorGivenBack, retrieveIntent } from './given-back.ts'
import { applyIntent } from './payment-states.ts'
import { dbNow, syncSubscription } from './sync-subscriptions.ts'

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

/** A subscription at Stripe is paid: its own events say the rest, so what is booked can only have been given back since. */
const syncInvoicePayment = async (ctx: Ctx, intentId: string): Promise<boolean> => {
  if (await findBooked(ctx, intentId)) return true
  const subscription = await findSubscription(ctx, intentId)
  return subscription !== null && syncSubscription(ctx, subscription)
}

/**
 * Asks Stripe once for a payment, and writes what became of it: paid, refused, refunded, disputed. False: it is none of
 * ours.
 */
export const syncPayment = async (ctx: Ctx, intentId: string): Promise<boolean> => {
  const seenAt = await dbNow(ctx)
  const intent = await retrieveIntent(ctx, intentId)
  if (await applyIntent(ctx, { intent, seenAt })) return true
  if (!(await syncInvoicePayment(ctx, intentId))) return false
  await mirrorGivenBack(ctx, intent)
  return true
}
