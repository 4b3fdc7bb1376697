import type { CardRefund, NewCardRefund } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { CardRefundFailure } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { sweep } from '#platform/sweep.ts'
import { type BillingWork, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import { checkOther } from '../../billing/desk/bookings.ts'
import { listRefundParts, ownerOfMoney, type RefundPart } from '../../billing/desk/refunds.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { asStripeProblem, isStripeOn, stripeRefusalOf, stripeCall, stripeClient } from '../client.ts'
import { memberKey } from '../customers.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { finishCardRefundJob } from '../job-names.ts'
import {
  cardRefundKey,
  type CardRefundRow,
  endCardRefund,
  findCardRefund,
  selectRefunds,
  showCardRefunds,
} from './card-refund-rows.ts'
import { mirrorGivenBack, retrieveIntent } from './given-back.ts'

/** A request has so long before the job looks after what it left. */
const requestMs = 90_000
/** Staff who asked so long ago have helped themselves otherwise. */
const patienceMs = 7 * 86_400_000

/** Stripe's words for why it does not give something back. */
const failures: Readonly<Record<string, CardRefundFailure>> = {
  charge_already_refunded: 'alreadyRefunded',
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
  balance_insufficient: 'balanceTooLow',
  insufficient_funds: 'balanceTooLow',
  charge_not_refundable: 'notPaid',
  payment_intent_unexpected_state: 'notPaid',
  resource_missing: 'notFound',
}

const failureOf = ({ code, param, isKey }: NonNullable<ReturnType<typeof stripeRefusalOf>>): CardRefundFailure =>
  isKey ? 'keyRefused' : (failures[code] ?? (param === 'amount' ? 'tooMuch' : 'refused'))

/** The refund whose answer never came. */
const findAtStripe = (ctx: Ctx, row: CardRefundRow): Promise<Stripe.Refund | undefined> =>
  stripeCall(ctx, async (stripe) => {
    const { data } = await stripe.refunds.list({ payment_intent: row.intent_id, limit: 100 })
    return data.find(({ metadata }) => metadata?.[cardRefundKey] === String(row.id))
  })

/** Asks Stripe by the row's name, so that asked again it gives back once. Returns why it refused. */
const create = async (ctx: Ctx, row: CardRefundRow): Promise<CardRefundFailure | null> => {
  const stripe = await stripeClient(ctx)
  try {
    await stripe.refunds.create(
      {
        payment_intent: row.intent_id,
        amount: row.amount_cents,
        reason: 'requested_by_customer',
        metadata: { [cardRefundKey]: String(row.id), [memberKey]: String(row.member_id) },
      },
      { idempotencyKey: idempotencyKey(ctx, 'refund', row.id) },
    )
    return null
  } catch (error) {
    const refusal = stripeRefusalOf(error)
    const problem = asStripeProblem(ctx, error)
    if (refusal === null) throw problem
    return failureOf(refusal)
  }
}

const followIntent = async (ctx: Ctx, { intent_id: intentId }: CardRefundRow): Promise<void> =>
  mirrorGivenBack(ctx, await retrieveIntent(ctx, intentId))

/** Sends it to Stripe, and books what Stripe says of the payment then. */
const send = async (ctx: Ctx, row: CardRefundRow, { isTold }: { isTold: boolean }): Promise<void> => {
  const failure = await create(ctx, row)
  if (failure !== null) await endCardRefund(ctx, { id: row.id, failure, isTold })
  // Also where Stripe refused: something else went back meanwhile, or is disputed.
  await followIntent(ctx, row)
}

/** Takes a refund from wherever it was left to where it is at Stripe. May run at any time, and any number of times. */
export const finishCardRefund = async (ctx: Ctx, { refundId }: { refundId: number }): Promise<void> => {
  const row = await findCardRefund(ctx, refundId)
  if (!row || (row.state !== 'asked' && row.state !== 'sent') || !(await isStripeOn(ctx))) return
  if (row.state === 'sent' || (await findAtStripe(ctx, row))) return followIntent(ctx, row)
  const age = ctx.now().getTime() - row.created_at.getTime()
  if (age < patienceMs) return send(ctx, row, { isTold: true })
  await endCardRefund(ctx, { id: row.id, failure: 'tooLate', isTold: true })
}

const mostAtOnce = 500

/** Looks after all that are not settled, also where a webhook was lost. One that fails does not keep the others. */
export const finishCardRefunds = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const rows = await selectRefunds(ctx.db)
    .where('state', 'in', ['asked', 'sent'])
    .where('created_at', '<', new Date(ctx.now().getTime() - 600_000))
    .orderBy('created_at')
    .limit(mostAtOnce)
    .execute()
  await sweep(ctx, rows, {
    what: 'refunds by card',
    nameOf: ({ id }) => `refund ${id}`,
    work: ({ id }) => finishCardRefund(ctx, { refundId: id }),
  })
}

type CardRefundOrder = NewCardRefund & { memberId: number }

const insertOne = async (
  work: BillingWork,
  { order, part, amountCents, key }: { order: CardRefundOrder; part: RefundPart; amountCents: number; key: string },
): Promise<number> => {
  const { tx, ctx } = work
  const { id } = await tx
    .insertInto('stripe_refunds')
    .values({
      payment_id: part.paymentId,
      member_id: order.memberId,
      intent_id: part.intentId ?? '',
      charge_id: order.chargeId ?? null,
      amount_cents: amountCents,
      currency: part.currency,
      reason: order.reason,
      keeps_access: order.keepsAccess,
      by_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
      idempotency_key: key,
      created_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const runAt = new Date(ctx.now().getTime() + requestMs)
  await addJob(work, finishCardRefundJob, { refundId: id }, { runAt, key: `card-refund-${id}` })
  return id
}

/** Each payment gives back what it can of the amount. */
const insertAll = async (
  work: BillingWork,
  order: CardRefundOrder,
  parts: readonly RefundPart[],
): Promise<number[]> => {
  const ids: number[] = []
  let left = order.amountCents
  for (const part of parts) {
    const amountCents = Math.min(left, part.mostCents)
    if (amountCents === 0) continue
    left -= amountCents
    const key = ids.length === 0 ? order.idempotencyKey : `${order.idempotencyKey}#${ids.length + 1}`
    ids.push(await insertOne(work, { order, part, amountCents, key }))
    const { memberId, reason } = order
    noteEvent(work, 'stripe.refundAsked', { memberId, paymentId: part.paymentId, amountCents, reason })
  }
  return ids
}

/** Rows that were made before with the same key. */
const findAsked = async (
  { tx }: BillingWork,
  { memberId, idempotencyKey: key, amountCents }: CardRefundOrder,
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('stripe_refunds')
    .select(['id', 'amount_cents'])
    .where('member_id', '=', memberId)
    .where(sql<boolean>`(idempotency_key = ${key} or starts_with(idempotency_key, ${`${key}#`}))`)
    .orderBy('id')
    .execute()
  const sum = rows.reduce((cents, row) => cents + row.amount_cents, 0)
  if (rows.length > 0 && sum !== amountCents) throw new AppError('keyReused')
  return rows.map(({ id }) => id)
}

const ask = (ctx: Ctx, request: NewCardRefund): Promise<{ ids: number[]; isNew: boolean }> =>
  changeBilling(ctx, 'stripe.refundAsked', async (work) => {
    const memberId = await ownerOfMoney(work, request)
    checkOther(ctx, memberId)
    await lockPayer(work, memberId)
    const order = { ...request, memberId }
    const before = await findAsked(work, order)
    if (before.length > 0) return { ids: before, isNew: false }
    const parts = await listRefundParts(work, request)
    const mostCents = parts.reduce((sum, part) => sum + part.mostCents, 0)
    if (request.amountCents > mostCents) throw badField('amountCents', 'That is more than can be given back.')
    if (parts.some(({ intentId }) => intentId === null)) {
      throw badField('paymentId', 'This was not paid through Stripe. Give it back another way.')
    }
    return { ids: await insertAll(work, order, parts), isNew: true }
  })

/** Where Stripe is away the rows wait for their jobs. */
const sendNow = async (ctx: Ctx, id: number): Promise<void> => {
  const row = await findCardRefund(ctx, id)
  if (row?.state !== 'asked') return
  try {
    await send(ctx, row, { isTold: false })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/**
 * Lets Stripe give money of a payment, or of what paid a charge, back the way it came, once for each key. It is booked
 * when Stripe has given it back; why Stripe refused is in the answer where it is known by then.
 */
export const refundToCard = async (ctx: Ctx, request: NewCardRefund): Promise<{ refunds: CardRefund[] }> => {
  await stripeClient(ctx)
  const { ids, isNew } = await ask(ctx, request)
  if (isNew) for (const id of ids) await sendNow(ctx, id)
  return { refunds: await showCardRefunds(ctx, ids) }
}
