import { currencies } from '@spacekeeper/contract/currencies.ts'
import { tooMuch } from '@spacekeeper/contract/field-words.ts'
import type { StartedTopUp, TopUp, TopUpForm } from '@spacekeeper/contract/stripe/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { centsOfUnits } from '../../memberbucks/rules.ts'
import { isStripeOn } from '../client.ts'
import { asSavedMethod, findMethod } from '../methods/payment-methods.ts'
import { findOwnPayment, type StripePaymentRow, selectPayments } from '../payments/payment-rows.ts'
import { listWaiting, openPayment } from '../payments/payment-states.ts'
import { cancelIntent, goOn, payerOf, type StartedPayment } from '../payments/payments-at-stripe.ts'

export const asTopUp = (row: StripePaymentRow): TopUp => ({
  id: row.number,
  amountCents: row.amount_cents,
  currency: row.currency,
  way: row.way,
  state: row.state,
  method: row.method_name,
  failure: row.failure,
  reversedCents: row.reversed_cents,
  receiptUrl: row.receipt_url,
  at: row.created_at.toISOString(),
})

/** The last few of a member that are of interest: under way, or just over. */
const listRecent = (ctx: Ctx, memberId: number): Promise<StripePaymentRow[]> =>
  selectPayments(ctx.db)
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'topUp')
    .where((is) =>
      is.or([
        is('state', 'in', ['unconfirmed', 'processing']),
        is.and([is('state', '=', 'started'), is('way', '<>', 'checkout')]),
        is.and([is('state', '=', 'failed'), is('created_at', '>', new Date(ctx.now().getTime() - 86_400_000))]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(5)
    .execute()

const getTopUpRow = async (ctx: Ctx, input: { memberId: number; topUpId: number }): Promise<StripePaymentRow> => {
  const row = await findOwnPayment(ctx, { memberId: input.memberId, purpose: 'topUp', number: input.topUpId })
  if (!row) throw new AppError('notFound')
  return row
}

const checkAmount = async (ctx: Ctx, input: { amountCents: number; field: string }) => {
  const settings = await ctx.settings.all()
  const most = settings.MEMBERBUCKS_MAX_TOPUP
  if (input.amountCents > centsOfUnits(most)) throw badField(input.field, tooMuch(most))
  return currencies[settings.SITE_LOCALE_CURRENCY]
}

type NewOwnTopUp = {
  memberId: number
  amountCents: number
  currency: string
  way: 'saved' | 'checkout'
  key: string
}

const startTopUp = async (ctx: Ctx, input: NewOwnTopUp): Promise<StartedPayment> => {
  const { amountCents: amount_cents, currency, key: idempotency_key } = input
  const payer = await payerOf(ctx, input)
  const row = await changeBilling(ctx, 'stripe.topUpStarted', (work) =>
    openPayment(work, { ...payer, purpose: 'topUp', amount_cents, currency, idempotency_key }),
  )
  return goOn(ctx, row)
}

const asStarted = ({ row, url }: StartedPayment): StartedTopUp => ({ topUp: asTopUp(row), url })

/** Tops up the caller's balance, once for each key: from what is saved, or on Stripe's page. */
export const topUp = async (
  ctx: Ctx,
  { idempotencyKey, ...input }: Omit<NewOwnTopUp, 'currency' | 'key'> & { idempotencyKey: string },
): Promise<StartedTopUp> => {
  const currency = await checkAmount(ctx, { ...input, field: 'amountCents' })
  return asStarted(await startTopUp(ctx, { ...input, currency, key: `own ${idempotencyKey}` }))
}

/** What existing clients send without a key: the same amount while the first is under way is that one again. */
const keyOfRequest = async (ctx: Ctx, input: { memberId: number; amountCents: number }): Promise<string> => {
  const rows = await listWaiting(ctx, { memberId: input.memberId, purpose: 'topUp' })
  const waiting = rows.find(({ amount_cents: cents, way }) => cents === input.amountCents && way === 'saved')
  return waiting?.idempotency_key ?? `request ${ctx.requestId ?? ctx.now().getTime()} ${ctx.now().getTime()}`
}

/** Whole units of the currency from the saved card, for existing clients, who read one sentence of what went wrong. */
export const addFromCard = async (ctx: Ctx, input: { memberId: number; amount: number }): Promise<void> => {
  const { memberId, amount } = input
  if (!Number.isInteger(amount)) throw badField('amount', 'Enter a whole number.')
  const amountCents = centsOfUnits(amount)
  const currency = await checkAmount(ctx, { amountCents, field: 'amount' })
  const key = await keyOfRequest(ctx, { memberId, amountCents })
  const { row } = await startTopUp(ctx, { memberId, amountCents, currency, way: 'saved', key })
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
  const { memberId } = input
  const key = `confirm ${row.number}`
  return asStarted(await startTopUp(ctx, { memberId, amountCents, currency, way: 'checkout', key }))
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
