import type { Ctx } from '#platform/ctx.ts'
import { sweep } from '#platform/sweep.ts'
import { syncCheckout } from './checkout.ts'
import { isStripeOn, RepeatedFailure, stripeCall } from './client.ts'

/** What top-ups and payments of dues have in common: a row first, then one payment at Stripe. */
type UnfinishedRow = {
  id: number
  way: string
  state: string
  customer_id: string
  checkout_id: string | null
  intent_id: string | null
  created_at: Date
}

/** How a kind of payment is taken from wherever it was left. */
export type PaymentFinish<Row extends UnfinishedRow> = {
  table: 'top_ups' | 'card_payments'
  /** By this Stripe's payments say which row they are. */
  key: string
  find: (ctx: Ctx, id: number) => Promise<Row | undefined>
  sync: (ctx: Ctx, intentId: string) => Promise<unknown>
  /** Asks for the money by the name it was asked for by before, or by another. */
  take: (ctx: Ctx, row: Row, time: 'first' | 'again') => Promise<void>
  end: (ctx: Ctx, ended: { id: number; state: 'canceled' | 'failed'; failure: string }) => Promise<unknown>
  cancel: (ctx: Ctx, intentId: string) => Promise<void>
}

const hourMs = 3_600_000
/** A member who asked so long ago is not charged any more, unless it was done by then. */
const chargeMs = hourMs
/** A bank's question stays open so long; Stripe's pages close by themselves after a day. */
const openMs = 24 * hourMs

const unsettled = ['started', 'unconfirmed', 'processing'] as const

const ageOf = (ctx: Ctx, row: UnfinishedRow) => ctx.now().getTime() - row.created_at.getTime()

/** The payment whose answer never came. */
const findIntent = (ctx: Ctx, row: UnfinishedRow, key: string): Promise<string | null> =>
  stripeCall(ctx, async (stripe) => {
    const since = Math.floor(row.created_at.getTime() / 1000) - 300
    const intents = stripe.paymentIntents.list({ customer: row.customer_id, created: { gte: since }, limit: 100 })
    for await (const { id, metadata } of intents) if (metadata[key] === String(row.id)) return id
    return null
  })

/**
 * Asks by the first name, so that a member who presses again at the same moment asks for the same payment. Only where
 * Stripe keeps under that name that it failed, and made no payment, is there another.
 */
const takeOnce = async <Row extends UnfinishedRow>(ctx: Ctx, kind: PaymentFinish<Row>, row: Row): Promise<void> => {
  try {
    await kind.take(ctx, row, 'first')
  } catch (error) {
    if (!(error instanceof RepeatedFailure)) throw error
    const intentId = await findIntent(ctx, row, kind.key)
    await (intentId === null ? kind.take(ctx, row, 'again') : kind.sync(ctx, intentId))
  }
}

const finishStarted = async <Row extends UnfinishedRow>(
  ctx: Ctx,
  kind: PaymentFinish<Row>,
  row: Row,
): Promise<void> => {
  if (row.way === 'checkout') {
    if (row.checkout_id !== null) return void (await syncCheckout(ctx, row.checkout_id))
    // Its page was never shown to anyone.
    if (ageOf(ctx, row) > openMs) await kind.end(ctx, { id: row.id, state: 'canceled', failure: '' })
    return
  }
  const intentId = await findIntent(ctx, row, kind.key)
  if (intentId !== null) return void (await kind.sync(ctx, intentId))
  if (ageOf(ctx, row) < chargeMs) return takeOnce(ctx, kind, row)
  const failure = 'Stripe could not be reached in time. Nothing was taken.'
  await kind.end(ctx, { id: row.id, state: 'failed', failure })
}

/** Takes a payment from wherever it was left to where it is at Stripe. May run any time, and any number of times. */
export const finishPayment = async <Row extends UnfinishedRow>(
  ctx: Ctx,
  kind: PaymentFinish<Row>,
  id: number,
): Promise<void> => {
  const row = await kind.find(ctx, id)
  if (!row || !unsettled.some((state) => state === row.state)) return
  if (!(await isStripeOn(ctx))) return
  if (row.intent_id === null) return finishStarted(ctx, kind, row)
  if (row.state === 'unconfirmed' && ageOf(ctx, row) > openMs) return kind.cancel(ctx, row.intent_id)
  await kind.sync(ctx, row.intent_id)
}

const mostAtOnce = 500

/** Looks after all that is not settled, also where a webhook was lost. One that fails does not keep the others. */
export const finishAll = async <Row extends UnfinishedRow>(ctx: Ctx, kind: PaymentFinish<Row>): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const rows = await ctx.db
    .selectFrom(kind.table)
    .select('id')
    .where('state', 'in', unsettled)
    .where('created_at', '<', new Date(ctx.now().getTime() - 600_000))
    .orderBy('created_at')
    .limit(mostAtOnce)
    .execute()
  await sweep(ctx, rows, {
    what: kind.table,
    nameOf: ({ id }) => `payment ${id}`,
    work: ({ id }) => finishPayment(ctx, kind, id),
  })
}
