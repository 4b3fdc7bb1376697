import type { Ctx } from '#platform/ctx.ts'
import { syncCheckout } from './checkout.ts'
import { isStripeOn, stripeCall } from './client.ts'
import { findTopUp, type TopUpRow } from './top-up-rows.ts'
import { syncTopUp, topUpKey } from './top-up-sync.ts'
import { cancelIntent, chargeTopUp, endTopUp } from './top-ups.ts'

const hourMs = 3_600_000

/** A member who asked so long ago is not charged any more, unless it was done by then. */
const chargeMs = hourMs
/** A bank's question stays open so long; Stripe's pages close by themselves after a day. */
const openMs = 24 * hourMs

const ageOf = (ctx: Ctx, row: TopUpRow) => ctx.now().getTime() - row.created_at.getTime()

/** The payment of a top-up whose answer never came. */
const findIntent = (ctx: Ctx, row: TopUpRow): Promise<string | null> =>
  stripeCall(ctx, async (stripe) => {
    const since = Math.floor(row.created_at.getTime() / 1000) - 300
    const intents = stripe.paymentIntents.list({ customer: row.customer_id, created: { gte: since }, limit: 100 })
    for await (const { id, metadata } of intents) if (metadata[topUpKey] === String(row.id)) return id
    return null
  })

const finishStarted = async (ctx: Ctx, row: TopUpRow): Promise<void> => {
  if (row.way === 'checkout') {
    if (row.checkout_id !== null) return void (await syncCheckout(ctx, row.checkout_id))
    // Its page was never shown to anyone.
    if (ageOf(ctx, row) > openMs) await endTopUp(ctx, { id: row.id, state: 'canceled', failure: '' })
    return
  }
  const intentId = await findIntent(ctx, row)
  if (intentId !== null) return void (await syncTopUp(ctx, intentId))
  if (ageOf(ctx, row) < chargeMs) return chargeTopUp(ctx, row, 'again')
  const failure = 'Stripe could not be reached in time. Nothing was taken.'
  await endTopUp(ctx, { id: row.id, state: 'failed', failure })
}

/** Takes a top-up from wherever it was left to where it is at Stripe. May run any time, and any number of times. */
export const finishTopUp = async (ctx: Ctx, { topUpId }: { topUpId: number }): Promise<void> => {
  const row = await findTopUp(ctx, topUpId)
  if (!row || !['started', 'unconfirmed', 'processing'].includes(row.state)) return
  if (!(await isStripeOn(ctx))) return
  if (row.intent_id === null) return finishStarted(ctx, row)
  if (row.state === 'unconfirmed' && ageOf(ctx, row) > openMs) return cancelIntent(ctx, row.intent_id)
  await syncTopUp(ctx, row.intent_id)
}

const mostAtOnce = 500

/** Looks after all that is not settled, also where a webhook was lost. One that fails does not keep the others. */
export const finishTopUps = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const rows = await ctx.db
    .selectFrom('top_ups')
    .select('id')
    .where('state', 'in', ['started', 'unconfirmed', 'processing'])
    .where('created_at', '<', new Date(ctx.now().getTime() - 600_000))
    .orderBy('created_at')
    .limit(mostAtOnce)
    .execute()
  for (const { id } of rows) {
    await finishTopUp(ctx, { topUpId: id }).catch((error: unknown) =>
      ctx.log.warn({ topUpId: id, err: error }, 'a top-up could not be looked after; it is tried again'),
    )
  }
}
