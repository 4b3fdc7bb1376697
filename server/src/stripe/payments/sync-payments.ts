// On its own: events, pages and jobs ask for a payment by it.
import type { Ctx } from '#platform/ctx.ts'
import { findBooked, mirrorGivenBack, retrieveIntent } from '../refunds/given-back.ts'
import { dbNow, findByIntent } from './payment-rows.ts'
import { applyIntent } from './payment-states.ts'

/**
 * Asks Stripe once for a payment, and writes what became of it: paid, refused, refunded, disputed. False: it is none of
 * ours.
 */
export const syncPayment = async (ctx: Ctx, intentId: string): Promise<boolean> => {
  const known = await findByIntent(ctx, intentId)
  const seenAt = known?.readAt ?? (await dbNow(ctx))
  const intent = await retrieveIntent(ctx, intentId)
  if (await applyIntent(ctx, { intent, seenAt }, known)) return true
  // One that paid an invoice of Stripe's can only have been given back since.
  if (!(await findBooked(ctx, intentId))) return false
  await mirrorGivenBack(ctx, intent)
  return true
}
