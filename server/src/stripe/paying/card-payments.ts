// Payments by card of what is open, whatever the way of the member's plan.
import type { StartedCardPayment } from '@spacekeeper/contract/stripe/plan-shapes.ts'
import type { CardPayment } from '@spacekeeper/contract/stripe/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { within } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { mustBeChargedHere } from '../../billing/kept-plans.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { stripeClient } from '../client.ts'
import {
  findByKey,
  findOwnPayment,
  leastCents,
  selectPayments,
  type StripePaymentRow,
} from '../payments/payment-rows.ts'
import { listWaiting, openPayment } from '../payments/payment-states.ts'
import { goOn, payerOf, type StartedPayment, callOffPayment } from '../payments/payments-at-stripe.ts'

export const asCardPayment = (row: StripePaymentRow): CardPayment => ({
  id: row.number,
  amountCents: row.amount_cents,
  currency: row.currency,
  way: row.way,
  state: row.state,
  method: row.method_name,
  failure: row.failure,
  nextTryOn: row.next_try_on,
  at: row.created_at.toISOString(),
})

const dayMs = 86_400_000

/** Those of interest to the member: under way, or failed within a day, or by itself, and not tried again since. */
export const listRecentPayments = async (ctx: Ctx, memberId: number): Promise<StripePaymentRow[]> => {
  const rows = await selectPayments(ctx.db)
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'dues')
    .where('created_at', '>', new Date(ctx.now().getTime() - 30 * dayMs))
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  const isOfInterest = (row: StripePaymentRow, at: number): boolean => {
    if (row.state === 'processing' || row.state === 'unconfirmed') return true
    if (row.state === 'started') return row.way !== 'checkout'
    const isNews = row.way === 'automatic' || ctx.now().getTime() - row.created_at.getTime() < dayMs
    return row.state === 'failed' && at === 0 && isNews
  }
  return rows.filter(isOfInterest)
}

type PayableCharge = { id: number; cents: number; currency: string }

/** Sums up what is open, in the currency of the oldest. Null where that is nothing. */
export const findOpen = async (ctx: Pick<Ctx, 'db'>, memberId: number) => {
  const charges = await readRows(
    ctx,
    sql<PayableCharge>`select c.id, c.amount_cents - c.paid_cents as cents, c.currency
      from charges c where c.member_id = ${memberId} and c.state = 'open' and c.amount_cents > c.paid_cents
      order by c.due_on, c.id limit 100`,
  )
  const same = charges.filter(({ currency }) => currency === charges[0]?.currency)
  const amountCents = same.reduce((sum, { cents }) => sum + cents, 0)
  if (!charges[0] || amountCents < leastCents) return null
  return { amountCents, currency: charges[0].currency, chargeIds: same.map(({ id }) => id) }
}

type NewOwnPayment = { memberId: number; amountCents: number; way: 'saved' | 'checkout'; key: string }

/** Begins a payment of what is open, if that is what the member read. */
const openDues = async (ctx: Ctx, { memberId, amountCents, way, key }: NewOwnPayment): Promise<StripePaymentRow> => {
  const payer = await payerOf(ctx, { memberId, way })
  return changeBilling(ctx, 'stripe.cardPaymentStarted', async (work) => {
    await lockPayer(work, memberId)
    // Another request with the same key may have begun it, and paid it, meanwhile.
    const before = await findByKey(within(work), { memberId, purpose: 'dues', key })
    if (before) return before
    await mustBeChargedHere(work, { memberId, isPaying: true })
    const open = await findOpen(within(work), memberId)
    if (open?.amountCents !== amountCents) throw new AppError('amountsChanged')
    return openPayment(work, {
      ...payer,
      purpose: 'dues',
      amount_cents: amountCents,
      currency: open.currency,
      charge_ids: open.chargeIds,
      idempotency_key: key,
    })
  })
}

const asStarted = ({ row, url }: StartedPayment): StartedCardPayment => ({ payment: asCardPayment(row), url })

/** Pays what is open, once for each key: from what is saved, or on Stripe's page. */
export const payByCard = async (
  ctx: Ctx,
  { idempotencyKey: key, ...input }: Omit<NewOwnPayment, 'key'> & { idempotencyKey: string },
): Promise<StartedCardPayment> => {
  const { memberId, amountCents, way } = input
  await stripeClient(ctx)
  const before = await findByKey(ctx, { memberId, purpose: 'dues', key })
  if (before && (before.amount_cents !== amountCents || before.way !== way)) throw new AppError('keyReused')
  if (before) return asStarted(await goOn(ctx, before))
  for (const earlier of await listWaiting(ctx, { memberId, purpose: 'dues' })) {
    const left = await callOffPayment(ctx, earlier)
    if (left) return { payment: asCardPayment(left), url: null }
  }
  return asStarted(await goOn(ctx, await openDues(ctx, { ...input, key })))
}

/** What could not be taken without the member is called off at Stripe, and asked for on its page instead. */
export const confirmCardPayment = async (
  ctx: Ctx,
  { memberId, paymentId }: { memberId: number; paymentId: number },
): Promise<StartedCardPayment> => {
  const row = await findOwnPayment(ctx, { memberId, purpose: 'dues', number: paymentId })
  if (!row) throw new AppError('notFound')
  const isAsked = row.state === 'unconfirmed' || (row.state === 'canceled' && row.way !== 'checkout')
  // A part of it may have been paid, or more be due, since the bank asked.
  const open = isAsked ? await findOpen(ctx, memberId) : null
  if (open === null) return { payment: asCardPayment(row), url: null }
  const { amountCents } = open
  return payByCard(ctx, {
    memberId,
    amountCents,
    way: 'checkout',
    idempotencyKey: `confirm ${row.number} ${amountCents}`,
  })
}
