import type { Ctx } from '#platform/ctx.ts'
import { stripeCall } from './client.ts'
import { findMethod } from './payment-methods.ts'

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

/** A process that ended before it paid leaves a first invoice that was never tried: not refused, and no bank asks. */
export const payUntried = async (ctx: Ctx, ours: { id: number; memberId: number; state: string }): Promise<boolean> => {
  if (ours.state !== 'incomplete') return false
  const method = await findMethod(ctx, ours.memberId)
  const untried = await ctx.db
    .selectFrom('stripe_invoices')
    .select('invoice_id')
    .where('subscription_id', '=', ours.id)
    .where('status', '=', 'open')
    .where('failure', 'is', null)
    .where('needs_confirmation', '=', false)
    .executeTakeFirst()
  if (!method || !untried) return false
  await payInvoice(ctx, { invoiceId: untried.invoice_id, method: method.method_id })
  return true
}
