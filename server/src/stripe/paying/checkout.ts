import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { CheckoutReturn } from '@spacekeeper/contract/stripe/shapes.ts'
import type { ReturnPlace } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { ensureCustomer, findCustomerMember, memberKey } from '../customers.ts'
import { kindsAtStripe } from '../methods/method-facts.ts'
import { syncSetup } from '../methods/payment-methods.ts'
import { findByCheckout } from '../payments/payment-rows.ts'
import { endPayment } from '../payments/payment-states.ts'
import { placeUrl } from '../payments/payments-at-stripe.ts'
import { syncPayment } from '../payments/sync-payments.ts'
import { asCardPayment } from './card-payments.ts'
import { asTopUp } from './top-ups.ts'

/** A page of Stripe's on which a member enters what they pay with: no number of a card comes near this portal. */
export const startSetup = async (
  ctx: Ctx,
  { memberId, back }: { memberId: number; back: ReturnPlace },
): Promise<{ url: string }> => {
  const { SITE_LOCALE_CURRENCY: locale } = await ctx.settings.all()
  const customer = await ensureCustomer(ctx, memberId)
  const session = await stripeCall(ctx, (stripe) =>
    stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      currency: currencies[locale].toLowerCase(),
      allowed_payment_method_types: kindsAtStripe,
      setup_intent_data: { metadata: { [memberKey]: String(memberId) } },
      success_url: placeUrl(ctx, back, true),
      cancel_url: placeUrl(ctx, back, false),
    }),
  )
  if (session.url === null) throw new AppError('stripeRefused')
  return { url: session.url }
}

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

const retrieveSession = (ctx: Ctx, id: string): Promise<Stripe.Checkout.Session | null> =>
  stripeCall(ctx, async (stripe) => {
    try {
      return await stripe.checkout.sessions.retrieve(id)
    } catch (error) {
      if (isGoneAtStripe(error)) return null
      throw error
    }
  })

/** What came of a page of Stripe's is asked for and stored. Null where it is about no customer of ours. */
const lookAt = async (ctx: Ctx, session: Stripe.Checkout.Session): Promise<{ memberId: number } | null> => {
  const customerId = idOf(session.customer)
  const memberId = customerId === null ? null : await findCustomerMember(ctx, customerId)
  if (memberId === null) return null
  const [setupId, intentId] = [idOf(session.setup_intent), idOf(session.payment_intent)]
  if (setupId !== null) await syncSetup(ctx, setupId)
  if (intentId !== null) await syncPayment(ctx, intentId)
  else if (session.status === 'expired') {
    const row = await findByCheckout(ctx, session.id)
    if (row) await endPayment(ctx, { row, state: 'canceled', failure: '' })
  }
  return { memberId }
}

export const syncCheckout = async (ctx: Ctx, sessionId: string): Promise<boolean> => {
  const session = await retrieveSession(ctx, sessionId)
  return session !== null && (await lookAt(ctx, session)) !== null
}

/** A member comes back from Stripe's page, maybe before its webhook: another's page is not found. */
export const finishCheckout = async (
  ctx: Ctx,
  input: { memberId: number; session: string },
): Promise<CheckoutReturn> => {
  const session = await retrieveSession(ctx, input.session)
  const seen = session && (await lookAt(ctx, session))
  if (!session || seen?.memberId !== input.memberId) throw new AppError('notFound')
  if (session.mode === 'setup') {
    return { outcome: session.status === 'complete' ? 'methodSaved' : 'waiting', topUp: null }
  }
  const row = await findByCheckout(ctx, session.id)
  if (!row) return { outcome: 'waiting', topUp: null }
  return row.purpose === 'topUp'
    ? { outcome: 'topUp', topUp: asTopUp(row) }
    : { outcome: 'payment', topUp: null, payment: asCardPayment(row) }
}
