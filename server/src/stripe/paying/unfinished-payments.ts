import type { Ctx } from '#platform/ctx.ts'
import { sweep } from '#platform/sweep.ts'
import { isStripeOn, RepeatedFailure, stripeCall } from '../client.ts'
import { purposes } from '../payments/payment-purposes.ts'
import { findPayment, isOver, type StripePaymentRow } from '../payments/payment-rows.ts'
import { endPayment } from '../payments/payment-states.ts'
import { cancelIntent, takePayment } from '../payments/payments-at-stripe.ts'
import { syncPayment } from '../payments/sync-payments.ts'
import { syncCheckout } from './checkout.ts'

/** Why a payment has failed that Stripe never heard of. */
export const notReached = 'Stripe could not be reached in time. Nothing was taken.'

const hourMs = 3_600_000
/** A member who asked so long ago is not charged any more, unless it was done by then. */
const chargeMs = hourMs
/** A bank's question stays open so long; Stripe's pages close by themselves after a day. */
const openMs = 24 * hourMs

const ageOf = (ctx: Ctx, row: StripePaymentRow) => ctx.now().getTime() - row.created_at.getTime()

/** The payment whose answer never came. */
const findIntent = (ctx: Ctx, row: StripePaymentRow): Promise<string | null> =>
  stripeCall(ctx, async (stripe) => {
    const { key } = purposes[row.purpose]
    const since = Math.floor(row.created_at.getTime() / 1000) - 300
    const intents = stripe.paymentIntents.list({ customer: row.customer_id, created: { gte: since }, limit: 100 })
    for await (const { id, metadata } of intents) if (metadata[key] === String(row.number)) return id
    return null
  })

/**
 * Asks by the first name, so that a member who presses again at the same moment asks for the same payment. Only where
 * Stripe keeps under that name that it failed, and made no payment, is there another.
 */
const takeOnce = async (ctx: Ctx, row: StripePaymentRow): Promise<void> => {
  try {
    await takePayment(ctx, row, 'first')
  } catch (error) {
    if (!(error instanceof RepeatedFailure)) throw error
    const intentId = await findIntent(ctx, row)
    await (intentId === null ? takePayment(ctx, row, 'again') : syncPayment(ctx, intentId))
  }
}

const finishStarted = async (ctx: Ctx, row: StripePaymentRow): Promise<void> => {
  if (row.way === 'checkout') {
    if (row.checkout_id !== null) return void (await syncCheckout(ctx, row.checkout_id))
    // Its page was never shown to anyone.
    if (ageOf(ctx, row) > openMs) await endPayment(ctx, { row, state: 'canceled', failure: '' })
    return
  }
  const intentId = await findIntent(ctx, row)
  if (intentId !== null) return void (await syncPayment(ctx, intentId))
  if (ageOf(ctx, row) < chargeMs) return takeOnce(ctx, row)
  await endPayment(ctx, { row, state: 'failed', failure: notReached })
}

/** Takes a payment from wherever it was left to where it is at Stripe. May run any time, and any number of times. */
export const finishPayment = async (ctx: Ctx, { paymentId }: { paymentId: number }): Promise<void> => {
  const row = await findPayment(ctx, paymentId)
  if (!row || isOver(row.state) || !(await isStripeOn(ctx))) return
  if (row.intent_id === null) return finishStarted(ctx, row)
  if (row.state === 'unconfirmed' && ageOf(ctx, row) > openMs) return cancelIntent(ctx, row.intent_id)
  await syncPayment(ctx, row.intent_id)
}

const mostAtOnce = 500

/** Looks after all that is not settled, also where a webhook was lost. One that fails does not keep the others. */
export const finishPayments = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const rows = await ctx.db
    .selectFrom('stripe_payments')
    .select('id')
    .where('state', 'in', ['started', 'unconfirmed', 'processing'])
    .where('created_at', '<', new Date(ctx.now().getTime() - 600_000))
    .orderBy('created_at')
    .limit(mostAtOnce)
    .execute()
  await sweep(ctx, rows, {
    what: 'payments by card',
    nameOf: ({ id }) => `payment ${id}`,
    work: ({ id }) => finishPayment(ctx, { paymentId: id }),
  })
}
