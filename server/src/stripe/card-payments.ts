import type { StartedCardPayment } from '@spacekeeper/contract/stripe/plan-shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import {
  asCardPayment,
  type CardPaymentRow,
  endCardPayment,
  findByKey,
  findCardPayment,
  listUndecided,
  type NewCardPaymentRow,
  openCardPayment,
} from './card-payment-rows.ts'
import { cardPaymentKey, syncCardPayment } from './card-payment-sync.ts'
import { asStripeProblem, isGoneAtStripe, stripeCall, stripeClient } from './client.ts'
import { ensureCustomer, memberKey } from './customers.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { methodName } from './method-facts.ts'
import { findMethod, syncMethod } from './payment-methods.ts'
import { intentOfError, placeUrl } from './top-ups.ts'

const metadataOf = (row: CardPaymentRow) => ({
  [cardPaymentKey]: String(row.id),
  [memberKey]: String(row.member_id),
})

/** Takes the money from what is saved. Asked again, also after a crash, Stripe takes it once: the key is the row's. */
export const takePayment = async (ctx: Ctx, row: CardPaymentRow, time: 'first' | 'again' = 'first'): Promise<void> => {
  if (row.method_id === null) return
  const stripe = await stripeClient(ctx)
  let intentId: string
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: row.amount_cents,
        currency: row.currency.toLowerCase(),
        customer: row.customer_id,
        payment_method: row.method_id,
        off_session: true,
        confirm: true,
        description: `Payment ${row.id}`,
        metadata: metadataOf(row),
      },
      { idempotencyKey: idempotencyKey(ctx, 'payment', row.id, 'intent', time) },
    )
    intentId = intent.id
  } catch (error) {
    const named = intentOfError(error)
    if (named === null && isGoneAtStripe(error)) {
      const failure = 'Your saved card or bank account is no longer there. Add it again.'
      await endCardPayment(ctx, { id: row.id, state: 'failed', failure })
      await syncMethod(ctx, row.method_id)
      return
    }
    if (named === null) throw asStripeProblem(ctx, error)
    intentId = named
  }
  await syncCardPayment(ctx, intentId)
}

/** What is not known yet goes on by itself; what Stripe refused before there was a payment is over. */
const takeNow = async (ctx: Ctx, row: CardPaymentRow): Promise<StartedCardPayment> => {
  try {
    if (row.state === 'started' && row.intent_id === null) await takePayment(ctx, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'stripeAway' && error.code !== 'stripeOff') {
      await endCardPayment(ctx, { id: row.id, state: 'failed', failure: error.facts.detail ?? '' })
      if (error.code !== 'cardRefused') throw error
    }
  }
  return { payment: asCardPayment((await findCardPayment(ctx, row.id)) ?? row), url: null }
}

/** Stripe's page for it; the member comes back to their plan. */
const openPage = async (ctx: Ctx, row: CardPaymentRow): Promise<string | null> => {
  const metadata = metadataOf(row)
  const { SITE_NAME: name } = await ctx.settings.all()
  const session = await stripeCall(ctx, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer: row.customer_id,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: row.currency.toLowerCase(),
              unit_amount: row.amount_cents,
              product_data: { name },
            },
          },
        ],
        metadata,
        payment_intent_data: { description: `Payment ${row.id}`, metadata },
        success_url: placeUrl(ctx, 'plan', true),
        cancel_url: placeUrl(ctx, 'plan', false),
      },
      { idempotencyKey: idempotencyKey(ctx, 'payment', row.id, 'checkout') },
    ),
  )
  await record(ctx, async ({ tx }) => ({
    result: await tx.updateTable('card_payments').set({ checkout_id: session.id }).where('id', '=', row.id).execute(),
  }))
  return session.url
}

const goOn = async (ctx: Ctx, row: CardPaymentRow): Promise<StartedCardPayment> => {
  if (row.way === 'saved') return takeNow(ctx, row)
  return { payment: asCardPayment(row), url: row.state === 'started' ? await openPage(ctx, row) : null }
}

/** Its page takes no money any more; where it did meanwhile, that counts. */
const closePage = async (ctx: Ctx, row: CardPaymentRow, checkoutId: string): Promise<void> => {
  const session = await stripeCall(ctx, async (stripe) => {
    const found = await stripe.checkout.sessions.retrieve(checkoutId)
    return found.status === 'open' ? stripe.checkout.sessions.expire(checkoutId) : found
  })
  const { payment_intent: intent } = session
  const intentId = typeof intent === 'string' ? intent : intent?.id
  if (intentId !== undefined) await syncCardPayment(ctx, intentId)
  if (session.status === 'expired') await endCardPayment(ctx, { id: row.id, state: 'canceled', failure: '' })
}

export const cancelCardIntent = async (ctx: Ctx, intentId: string): Promise<void> => {
  await stripeCall(ctx, (stripe) => stripe.paymentIntents.cancel(intentId)).catch((error: unknown) => {
    // It was paid or cancelled meanwhile.
    if (!(error instanceof AppError) || error.code !== 'stripeRefused') throw error
  })
  await syncCardPayment(ctx, intentId)
}

/** An earlier payment that could still take the same money is called off. Returns it where it can't be. */
const withdraw = async (ctx: Ctx, row: CardPaymentRow): Promise<CardPaymentRow | null> => {
  // Nothing is known of it yet: a job is asking.
  if (row.way === 'saved' && row.intent_id === null) return row
  if (row.intent_id !== null) await cancelCardIntent(ctx, row.intent_id)
  else if (row.checkout_id !== null) await closePage(ctx, row, row.checkout_id)
  else await endCardPayment(ctx, { id: row.id, state: 'canceled', failure: '' })
  const left = await findCardPayment(ctx, row.id)
  return left && left.state !== 'canceled' && left.state !== 'failed' ? left : null
}

const newRow = async (
  ctx: Ctx,
  input: { memberId: number; amountCents: number; way: 'saved' | 'checkout'; key: string },
): Promise<NewCardPaymentRow> => {
  const { memberId, amountCents, way, key } = input
  const method = way === 'saved' ? await findMethod(ctx, memberId) : undefined
  if (way === 'saved' && !method) throw new AppError('noCard')
  return {
    member_id: memberId,
    amount_cents: amountCents,
    customer_id: await ensureCustomer(ctx, memberId),
    way,
    method_id: method?.method_id ?? null,
    method_name: method ? methodName(method) : '',
    idempotency_key: key,
  }
}

/** Pays what is open, once for each key: from what is saved, or on Stripe's page. */
export const payByCard = async (
  ctx: Ctx,
  input: { memberId: number; amountCents: number; way: 'saved' | 'checkout'; idempotencyKey: string },
): Promise<StartedCardPayment> => {
  const { memberId, amountCents, way, idempotencyKey: key } = input
  await stripeClient(ctx)
  const before = await findByKey(ctx, { memberId, key })
  if (before && (before.amount_cents !== amountCents || before.way !== way)) throw new AppError('keyReused')
  if (before) return goOn(ctx, before)
  for (const earlier of await listUndecided(ctx, memberId)) {
    const left = await withdraw(ctx, earlier)
    if (left) return { payment: asCardPayment(left), url: null }
  }
  return goOn(ctx, await openCardPayment(ctx, await newRow(ctx, { memberId, amountCents, way, key })))
}

/** What could not be taken without the member is called off at Stripe, and asked for on its page instead. */
export const confirmCardPayment = async (
  ctx: Ctx,
  { memberId, paymentId }: { memberId: number; paymentId: number },
): Promise<StartedCardPayment> => {
  const row = await findCardPayment(ctx, paymentId)
  if (!row || row.member_id !== memberId) throw new AppError('notFound')
  const isAsked = row.state === 'unconfirmed' || (row.state === 'canceled' && row.way === 'saved')
  if (!isAsked) return { payment: asCardPayment(row), url: null }
  const { amount_cents: amountCents } = row
  return payByCard(ctx, { memberId, amountCents, way: 'checkout', idempotencyKey: `confirm ${row.id}` })
}
