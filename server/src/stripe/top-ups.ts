import { currencies } from '@spacekeeper/contract/currencies.ts'
import { tooMuch } from '@spacekeeper/contract/field-words.ts'
import type { StartedTopUp, TopUp, TopUpForm } from '@spacekeeper/contract/stripe/shapes.ts'
import { type ReturnPlace, returnPlaces } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { centsOfUnits } from '../memberbucks/rules.ts'
import { endAutomaticTopUps } from './automatic-rows.ts'
import { asStripeProblem, isGoneAtStripe, isStripeOn, stripeCall, stripeClient } from './client.ts'
import { ensureCustomer, memberKey } from './customers.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { methodName } from './method-facts.ts'
import { asSavedMethod, findMethod, syncMethod } from './payment-methods.ts'
import {
  asTopUp,
  findTopUp,
  getTopUpRow,
  isWaiting,
  listRecent,
  lockTopUp,
  openTopUp,
  topUpNotices,
  type TopUpRow,
} from './top-up-rows.ts'
import { syncTopUp, topUpKey } from './top-up-sync.ts'

/** Where Stripe's page leads back to; Stripe fills in which page that was. */
export const placeUrl = ({ siteUrl }: Pick<Ctx, 'siteUrl'>, place: ReturnPlace, isDone: boolean): string =>
  `${siteUrl}${returnPlaces[place]}${isDone ? '?session={CHECKOUT_SESSION_ID}' : ''}`

const metadataOf = (row: TopUpRow) => ({ [topUpKey]: String(row.id), [memberKey]: String(row.member_id) })

/** Ends a top-up of which Stripe knows nothing, and never will. */
export const endTopUp = (ctx: Ctx, input: { id: number; state: 'failed' | 'canceled'; failure: string }) =>
  change(ctx, 'stripe.topUpFailed', async (work) => {
    const row = await lockTopUp(work, input.id)
    if (row.state !== 'started' || row.intent_id !== null) return unchanged(undefined)
    const { state, failure } = input
    await work.tx
      .updateTable('top_ups')
      .set({ state, failure, settled_at: ctx.now() })
      .where('id', '=', row.id)
      .execute()
    const { member_id: memberId, amount_cents: amountCents } = row
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { topUpId: row.id, amountCents, failure },
      tell: topUpNotices(memberId),
      also: row.way === 'automatic' ? await endAutomaticTopUps(work, { memberId, reason: failure, amountCents }) : [],
    }
  })

export const intentOfError = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('payment_intent' in error)) return null
  const intent = error.payment_intent as Stripe.PaymentIntent | undefined // a StripeError names it so
  return intent?.id ?? null
}

/**
 * Takes the money from what is saved. Asked again, also after a crash, Stripe takes it once: the key is the row's. `again`
 * is for an answer that failed, which Stripe keeps under the first key for a day. What came of it is fetched afterwards,
 * because a repeated answer is as old as the first.
 */
export const chargeTopUp = async (ctx: Ctx, row: TopUpRow, time: 'first' | 'again' = 'first'): Promise<void> => {
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
        description: `Top-up ${row.id}`,
        metadata: metadataOf(row),
      },
      { idempotencyKey: idempotencyKey(ctx, 'topup', row.id, 'intent', time) },
    )
    intentId = intent.id
  } catch (error) {
    const named = intentOfError(error)
    if (named === null) {
      if (isGoneAtStripe(error)) {
        const failure = 'Your saved card or bank account is no longer there. Add it again under Billing method.'
        await endTopUp(ctx, { id: row.id, state: 'failed', failure })
        await syncMethod(ctx, row.method_id)
        return
      }
      throw asStripeProblem(ctx, error)
    }
    intentId = named
  }
  await syncTopUp(ctx, intentId)
}

/** Refused by Stripe before there was a payment: it would be refused again, so nothing waits for it. */
const chargeNow = async (ctx: Ctx, row: TopUpRow): Promise<TopUpRow> => {
  try {
    if (row.state === 'started' && row.intent_id === null) await chargeTopUp(ctx, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Not known yet: it goes on by itself, and the member sees that it does.
    if (error.code !== 'stripeAway' && error.code !== 'stripeOff') {
      await endTopUp(ctx, { id: row.id, state: 'failed', failure: error.facts.detail ?? '' })
      if (error.code !== 'cardRefused') throw error
    }
  }
  return (await findTopUp(ctx, row.id)) ?? row
}

/** Stripe's page for a payment; the member comes back to their balance. */
const openCheckout = async (ctx: Ctx, row: TopUpRow): Promise<string | null> => {
  const { MEMBERBUCKS_NAME: name } = await ctx.settings.all()
  const metadata = metadataOf(row)
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
        payment_intent_data: { description: `Top-up ${row.id}`, metadata },
        success_url: placeUrl(ctx, 'balance', true),
        cancel_url: placeUrl(ctx, 'balance', false),
      },
      { idempotencyKey: idempotencyKey(ctx, 'topup', row.id, 'checkout') },
    ),
  )
  await record(ctx, async ({ tx }) => ({
    result: await tx.updateTable('top_ups').set({ checkout_id: session.id }).where('id', '=', row.id).execute(),
  }))
  return session.url
}

const checkAmount = async (ctx: Ctx, input: { amountCents: number; field: string }) => {
  const settings = await ctx.settings.all()
  const most = settings.MEMBERBUCKS_MAX_TOPUP
  if (input.amountCents > centsOfUnits(most)) throw badField(input.field, tooMuch(most))
  return currencies[settings.SITE_LOCALE_CURRENCY]
}

const findCustomer = async (ctx: Ctx, memberId: number) =>
  (
    await ctx.db
      .selectFrom('stripe_customers')
      .select('customer_id')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
  )?.customer_id ?? null

type NewOwnTopUp = { memberId: number; amountCents: number; currency: string; key: string }

/** From what the member has saved. */
const topUpSaved = async (ctx: Ctx, { memberId, amountCents, currency, key }: NewOwnTopUp): Promise<TopUpRow> => {
  await stripeClient(ctx)
  const [method, customerId] = await Promise.all([findMethod(ctx, memberId), findCustomer(ctx, memberId)])
  if (!method || customerId === null) throw new AppError('noCard')
  const row = await openTopUp(ctx, {
    member_id: memberId,
    amount_cents: amountCents,
    currency,
    customer_id: customerId,
    way: 'saved',
    method_id: method.method_id,
    method_name: methodName(method),
    idempotency_key: key,
  })
  return chargeNow(ctx, row)
}

const topUpOnPage = async (ctx: Ctx, { memberId, amountCents, currency, key }: NewOwnTopUp): Promise<StartedTopUp> => {
  const row = await openTopUp(ctx, {
    member_id: memberId,
    amount_cents: amountCents,
    currency,
    customer_id: await ensureCustomer(ctx, memberId),
    way: 'checkout',
    method_id: null,
    method_name: '',
    idempotency_key: key,
  })
  return { topUp: asTopUp(row), url: row.state === 'started' ? await openCheckout(ctx, row) : null }
}

/** Tops up the caller's balance, once for each key: from what is saved, or on Stripe's page. */
export const topUp = async (
  ctx: Ctx,
  input: { memberId: number; amountCents: number; way: 'saved' | 'checkout'; idempotencyKey: string },
): Promise<StartedTopUp> => {
  const currency = await checkAmount(ctx, { ...input, field: 'amountCents' })
  const wanted = { ...input, currency, key: `own ${input.idempotencyKey}` }
  return input.way === 'checkout'
    ? topUpOnPage(ctx, wanted)
    : { topUp: asTopUp(await topUpSaved(ctx, wanted)), url: null }
}

/** What existing clients send without a key: the same amount while the first is under way is that one again. */
const keyOfRequest = async (ctx: Ctx, input: { memberId: number; amountCents: number }): Promise<string> => {
  const waiting = await ctx.db
    .selectFrom('top_ups')
    .select('idempotency_key')
    .where('member_id', '=', input.memberId)
    .where('amount_cents', '=', input.amountCents)
    .where('way', '=', 'saved')
    .where(isWaiting)
    .executeTakeFirst()
  return waiting?.idempotency_key ?? `request ${ctx.requestId ?? ctx.now().getTime()} ${ctx.now().getTime()}`
}

/** Whole units of the currency from the saved card, for existing clients, who read one sentence of what went wrong. */
export const addFromCard = async (ctx: Ctx, input: { memberId: number; amount: number }): Promise<void> => {
  const { memberId, amount } = input
  if (!Number.isInteger(amount)) throw badField('amount', 'Enter a whole number.')
  const amountCents = centsOfUnits(amount)
  const currency = await checkAmount(ctx, { amountCents, field: 'amount' })
  const key = await keyOfRequest(ctx, { memberId, amountCents })
  const row = await topUpSaved(ctx, { memberId, amountCents, currency, key })
  if (row.state === 'unconfirmed') throw new AppError('cardAuthentication')
  if (row.state === 'failed' || row.state === 'canceled') throw new AppError('cardRefused', { detail: row.failure })
  if (row.state === 'started') throw new AppError('stripeAway')
}

/** What could not be taken without the member is taken back at Stripe, and asked for on its page instead. */
export const confirmTopUp = async (ctx: Ctx, input: { memberId: number; topUpId: number }): Promise<StartedTopUp> => {
  const row = await getTopUpRow(ctx, input)
  const { intent_id: intentId, amount_cents: amountCents, currency } = row
  if (row.state !== 'unconfirmed' || intentId === null) return { topUp: asTopUp(row), url: null }
  await cancelIntent(ctx, intentId)
  const left = await getTopUpRow(ctx, input)
  if (left.state !== 'canceled') return { topUp: asTopUp(left), url: null }
  return topUpOnPage(ctx, { memberId: input.memberId, amountCents, currency, key: `confirm ${row.id}` })
}

/** It cannot be paid any more; where it was paid meanwhile, that counts. */
export const cancelIntent = async (ctx: Ctx, intentId: string): Promise<void> => {
  const stripe = await stripeClient(ctx)
  try {
    await stripe.paymentIntents.cancel(intentId)
  } catch (error) {
    const problem = asStripeProblem(ctx, error)
    if (problem instanceof AppError && problem.code === 'stripeRefused') return void (await syncTopUp(ctx, intentId))
    throw problem
  }
  await syncTopUp(ctx, intentId)
}

export const getTopUp = async (ctx: Ctx, input: { memberId: number; topUpId: number }): Promise<TopUp> =>
  asTopUp(await getTopUpRow(ctx, input))

/** How a member can top up by card, and what is under way; nothing where cards are off. */
export const getTopUpForm = async (ctx: Ctx, memberId: number): Promise<TopUpForm> => {
  const settings = await ctx.settings.all()
  const maxCents = centsOfUnits(settings.MEMBERBUCKS_MAX_TOPUP)
  const [isOn, method, recent] = await Promise.all([
    isStripeOn(ctx),
    findMethod(ctx, memberId),
    listRecent(ctx, memberId),
  ])
  return {
    options: isOn ? settings.STRIPE_MEMBERBUCKS_TOPUP_OPTIONS.filter((cents) => cents <= maxCents) : [],
    maxCents,
    method: isOn && method ? asSavedMethod(method) : null,
    recent: recent.map(asTopUp),
  }
}
