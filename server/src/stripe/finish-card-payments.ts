import type { Ctx } from '#platform/ctx.ts'
import { type CardPaymentRow, endCardPayment, findCardPayment } from './card-payment-rows.ts'
import { cardPaymentKey, syncCardPayment } from './card-payment-sync.ts'
import { cancelCardIntent, takePayment } from './card-payments.ts'
import { syncCheckout } from './checkout.ts'
import { isStripeOn, stripeCall } from './client.ts'

const hourMs = 3_600_000

/** A bank's question stays open so long; Stripe's pages close by themselves after a day. */
const openMs = 24 * hourMs

const ageOf = (ctx: Ctx, row: CardPaymentRow) => ctx.now().getTime() - row.created_at.getTime()

/** The payment whose answer never came. */
const findIntent = (ctx: Ctx, row: CardPaymentRow): Promise<string | null> =>
  stripeCall(ctx, async (stripe) => {
    const since = Math.floor(row.created_at.getTime() / 1000) - 300
    const intents = stripe.paymentIntents.list({ customer: row.customer_id, created: { gte: since }, limit: 100 })
    for await (const { id, metadata } of intents) if (metadata[cardPaymentKey] === String(row.id)) return id
    return null
  })

const finishStarted = async (ctx: Ctx, row: CardPaymentRow): Promise<void> => {
  if (row.way === 'checkout') {
    if (row.checkout_id !== null) return void (await syncCheckout(ctx, row.checkout_id))
    // Its page was never shown to anyone.
    if (ageOf(ctx, row) > openMs) await endCardPayment(ctx, { id: row.id, state: 'canceled', failure: '' })
    return
  }
  const intentId = await findIntent(ctx, row)
  if (intentId !== null) return void (await syncCardPayment(ctx, intentId))
  // A member who asked an hour ago is not charged any more.
  if (ageOf(ctx, row) < hourMs) return takePayment(ctx, row, 'again')
  const failure = 'Stripe could not be reached in time. Nothing was taken.'
  await endCardPayment(ctx, { id: row.id, state: 'failed', failure })
}

/** Takes a payment from wherever it was left to where it is at Stripe. May run any time, and any number of times. */
export const finishCardPayment = async (ctx: Ctx, { cardPaymentId }: { cardPaymentId: number }): Promise<void> => {
  const row = await findCardPayment(ctx, cardPaymentId)
  if (!row || !['started', 'unconfirmed', 'processing'].includes(row.state)) return
  if (!(await isStripeOn(ctx))) return
  if (row.intent_id === null) return finishStarted(ctx, row)
  if (row.state === 'unconfirmed' && ageOf(ctx, row) > openMs) return cancelCardIntent(ctx, row.intent_id)
  await syncCardPayment(ctx, row.intent_id)
}

const mostAtOnce = 500

/** Looks after all that is not settled, also where a webhook was lost. One that fails does not keep the others. */
export const finishCardPayments = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const rows = await ctx.db
    .selectFrom('card_payments')
    .select('id')
    .where('state', 'in', ['started', 'unconfirmed', 'processing'])
    .where('created_at', '<', new Date(ctx.now().getTime() - 600_000))
    .orderBy('created_at')
    .limit(mostAtOnce)
    .execute()
  for (const { id } of rows) {
    await finishCardPayment(ctx, { cardPaymentId: id }).catch((error: unknown) =>
      ctx.log.warn({ cardPaymentId: id, err: error }, 'a payment by card could not be looked after; it is tried again'),
    )
  }
}
