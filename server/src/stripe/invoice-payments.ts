// On its own: it goes with the last subscription that is kept at Stripe.
import type { Ctx } from '#platform/ctx.ts'
import { stripeCall } from './client.ts'

/** Tries to take what an open invoice asks for. A refusal is no fault: what came of it is read with the invoice. */
export const payInvoice = async (ctx: Ctx, { invoiceId, method }: { invoiceId: string; method: string }) =>
  stripeCall(ctx, async (stripe) => {
    await stripe.invoices.pay(invoiceId, { payment_method: method }).catch((error: unknown) => {
      const isRefused = error instanceof Error && 'type' in error && error.type === 'StripeCardError'
      const isDone = error instanceof Error && 'code' in error && error.code === 'invoice_already_paid'
      // A demand for authentication and a payment under way are refused in the same way as one that is paid.
      const isUnderWay = error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'
      if (!isRefused && !isDone && !isUnderWay) throw error
    })
  })
