// How a payment is asked for at Stripe, whatever it is for: from what is saved, or on a page of Stripe's.
import { type ReturnPlace, returnPlaces } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { asStripeProblem, isGoneAtStripe, stripeCall, stripeClient } from '../client.ts'
import { ensureCustomer, memberKey } from '../customers.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { methodName } from '../methods/method-facts.ts'
import { findMethod, syncMethod } from '../methods/payment-methods.ts'
import { earlierPlanFailure, hasEarlierPlan, leaveEnded } from './earlier-plan.ts'
import { purposes } from './payment-purposes.ts'
import { dbNow, findPayment, type StripePaymentRow } from './payment-rows.ts'
import { applyIntent, endPayment } from './payment-states.ts'
import { syncPayment } from './sync-payments.ts'

/** Where Stripe's page leads back to; Stripe fills in which page that was. */
export const placeUrl = ({ siteUrl }: Pick<Ctx, 'siteUrl'>, place: ReturnPlace, isDone: boolean): string =>
  `${siteUrl}${returnPlaces[place]}${isDone ? '?session={CHECKOUT_SESSION_ID}' : ''}`

/** The card or account a member has saved to pay with; null where there is none. Stripe is not asked: it says so when it is to pay. */
export const findSavedPayer = async (ctx: Pick<Ctx, 'db'>, memberId: number) => {
  const [method, customer] = await Promise.all([
    findMethod(ctx, memberId),
    ctx.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId).executeTakeFirst(),
  ])
  if (!method || !customer?.customer_id) return null
  return {
    member_id: memberId,
    customer_id: customer.customer_id,
    method_id: method.method_id,
    method_name: methodName(method),
  }
}

/** With what a member pays: what they have saved, or what they enter on Stripe's page. */
export const payerOf = async (ctx: Ctx, { memberId, way }: { memberId: number; way: 'saved' | 'checkout' }) => {
  await stripeClient(ctx)
  if (way === 'checkout') {
    const customer = await ensureCustomer(ctx, memberId)
    return { member_id: memberId, customer_id: customer, way, method_id: null, method_name: '' as const }
  }
  const saved = await findSavedPayer(ctx, memberId)
  if (!saved) throw new AppError('noCard')
  return { ...saved, way }
}

/** Names at Stripe which payment of ours it is. */
const namesOf = ({ purpose, number, member_id: memberId }: StripePaymentRow) => ({
  description: `${purposes[purpose].title} ${number}`,
  metadata: { [purposes[purpose].key]: String(number), [memberKey]: String(memberId) },
})

/** One from before has its request at Stripe as it was made then: asked for otherwise by the same name, Stripe refuses. */
const isFromBefore = ({ id, number }: StripePaymentRow): boolean => id !== number

const intentOfError = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('payment_intent' in error)) return null
  const intent = error.payment_intent as Stripe.PaymentIntent | undefined // a StripeError names it so
  return intent?.id ?? null
}

/** The answer of Stripe: the payment as it is, or its name alone where the answer may be as old as an earlier one. */
const ask = async (
  ctx: Ctx,
  row: StripePaymentRow,
  time: 'first' | 'again',
): Promise<Stripe.PaymentIntent | string> => {
  const stripe = await stripeClient(ctx)
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: row.amount_cents,
        currency: row.currency.toLowerCase(),
        customer: row.customer_id,
        payment_method: row.method_id ?? '',
        off_session: true,
        confirm: true,
        ...namesOf(row),
        ...(!isFromBefore(row) && { expand: ['latest_charge'] }),
      },
      { idempotencyKey: idempotencyKey(ctx, purposes[row.purpose].word, row.number, 'intent', time) },
    )
    const isRepeated = intent.lastResponse.headers['idempotent-replayed'] === 'true'
    return isRepeated || isFromBefore(row) ? intent.id : intent
  } catch (error) {
    const intentId = intentOfError(error)
    if (intentId === null) throw error
    return intentId
  }
}

/**
 * Takes the money from what is saved. Asked again, also after a crash, Stripe takes it once: the key is the row's. `again`
 * is for an answer that failed, which Stripe keeps under the first key for a day.
 */
export const takePayment = async (
  ctx: Ctx,
  row: StripePaymentRow,
  time: 'first' | 'again' = 'first',
): Promise<void> => {
  const { method_id: methodId } = row
  if (methodId === null) return
  await leaveEnded(ctx, row)
  if (await hasEarlierPlan(ctx, row)) return endPayment(ctx, { row, state: 'failed', failure: earlierPlanFailure })
  const seenAt = await dbNow(ctx)
  const answer = await ask(ctx, row, time).catch(async (error: unknown) => {
    if (!isGoneAtStripe(error)) throw asStripeProblem(ctx, error)
    const failure = 'Your saved card or bank account is no longer there. Add it again under Billing method.'
    await endPayment(ctx, { row, state: 'failed', failure })
    await syncMethod(ctx, methodId)
    return null
  })
  if (answer === null) return
  await (typeof answer === 'string' ? syncPayment(ctx, answer) : applyIntent(ctx, { intent: answer, seenAt }, row))
}

/** The same while its member waits: what is not known yet goes on by itself, and they see that it does. */
const takeNow = async (ctx: Ctx, row: StripePaymentRow): Promise<StripePaymentRow> => {
  try {
    if (row.state === 'started' && row.intent_id === null) await takePayment(ctx, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Refused by Stripe before there was a payment: it would be refused again, so nothing waits for it.
    if (error.code !== 'stripeAway' && error.code !== 'stripeOff') {
      await endPayment(ctx, { row, state: 'failed', failure: error.facts.detail ?? '' })
      if (error.code !== 'cardRefused') throw error
    }
  }
  return (await findPayment(ctx, row.id)) ?? row
}

/** Stripe's page for it; the member comes back to where they were. Null where it has gone on. */
const openPage = async (ctx: Ctx, row: StripePaymentRow): Promise<string | null> => {
  if (row.state !== 'started') return null
  await leaveEnded(ctx, row)
  const { back, product, word } = purposes[row.purpose]
  const { description, metadata } = namesOf(row)
  const name = product(await ctx.settings.all())
  const price = { currency: row.currency.toLowerCase(), unit_amount: row.amount_cents, product_data: { name } }
  const session = await stripeCall(ctx, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer: row.customer_id,
        line_items: [{ quantity: 1, price_data: price }],
        metadata,
        payment_intent_data: { description, metadata },
        success_url: placeUrl(ctx, back, true),
        cancel_url: placeUrl(ctx, back, false),
      },
      { idempotencyKey: idempotencyKey(ctx, word, row.number, 'checkout') },
    ),
  )
  await record(ctx, async ({ tx }) => ({
    result: await tx.updateTable('stripe_payments').set({ checkout_id: session.id }).where('id', '=', row.id).execute(),
  }))
  return session.url
}

export type StartedPayment = { row: StripePaymentRow; url: string | null }

/** Takes it at once, or leads to the page on which its member pays it. */
export const goOn = async (ctx: Ctx, row: StripePaymentRow): Promise<StartedPayment> =>
  row.way === 'checkout' ? { row, url: await openPage(ctx, row) } : { row: await takeNow(ctx, row), url: null }

/** It cannot be paid any more; where it was paid meanwhile, that counts. */
export const cancelIntent = async (ctx: Ctx, intentId: string): Promise<void> => {
  await stripeCall(ctx, (stripe) => stripe.paymentIntents.cancel(intentId)).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'stripeRefused') throw error
  })
  await syncPayment(ctx, intentId)
}

/** Its page takes no money any more; where it did meanwhile, that counts. */
const closePage = async (ctx: Ctx, row: StripePaymentRow, checkoutId: string): Promise<void> => {
  const session = await stripeCall(ctx, async (stripe) => {
    const found = await stripe.checkout.sessions.retrieve(checkoutId)
    return found.status === 'open' ? stripe.checkout.sessions.expire(checkoutId) : found
  })
  const { payment_intent: intent } = session
  const intentId = typeof intent === 'string' ? intent : intent?.id
  if (intentId !== undefined) await syncPayment(ctx, intentId)
  if (session.status === 'expired') await endPayment(ctx, { row, state: 'canceled', failure: '' })
}

/** A payment that could still take the same money is called off. Returns it where it can't be. */
export const callOffPayment = async (ctx: Ctx, row: StripePaymentRow): Promise<StripePaymentRow | null> => {
  // Nothing is known of it yet: a job is asking.
  if (row.way !== 'checkout' && row.intent_id === null) return row
  if (row.intent_id !== null) await cancelIntent(ctx, row.intent_id)
  else if (row.checkout_id !== null) await closePage(ctx, row, row.checkout_id)
  else await endPayment(ctx, { row, state: 'canceled', failure: '' })
  const left = await findPayment(ctx, row.id)
  return left && left.state !== 'canceled' && left.state !== 'failed' ? left : null
}
