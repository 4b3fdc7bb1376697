// What Stripe says of refunds, as rows here: of those staff asked for, and of those made in Stripe's dashboard.
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { type BillingWork, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import { refundPayment } from '../../billing/payments/refunds.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { bookAgain, isBooked, type ProviderPayment } from './booked-again.ts'
import {
  cardRefundKey,
  type CardRefundRow,
  lockCardRefund,
  noteRefundDone,
  noteRefundFailed,
  selectRefunds,
} from './card-refund-rows.ts'

const rowNumber = ({ metadata }: Stripe.Refund): number | null => {
  const named = Number(metadata?.[cardRefundKey])
  return Number.isSafeInteger(named) && named > 0 && named < 2_147_483_648 ? named : null
}

/** Which row a refund is: it has its name, or is named in it and waits for one. */
const rowOf = (rows: readonly CardRefundRow[], refund: Stripe.Refund): CardRefundRow | undefined =>
  rows.find(({ refund_id: id }) => id === refund.id) ??
  rows.find(({ id, refund_id: ref }) => ref === null && id === rowNumber(refund))

const isOver = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

/** Whether the row says already what Stripe does. What failed, or was given back, is not waited for again. */
const isWritten = (row: CardRefundRow | undefined, refund: Stripe.Refund): boolean =>
  row?.refund_id === refund.id &&
  (row.state === 'failed' ||
    (row.state === 'done' && !isOver(refund)) ||
    (row.state === 'sent' && !isOver(refund) && refund.status !== 'succeeded'))

/** One that was made at Stripe. Those that were booked before there were rows are done. */
const insertMirrored = async (
  work: BillingWork,
  { payment, refund }: { payment: ProviderPayment; refund: Stripe.Refund },
): Promise<CardRefundRow> => {
  const { id } = await work.tx
    .insertInto('stripe_refunds')
    .values({
      payment_id: payment.id,
      member_id: payment.memberId,
      intent_id: payment.intentId,
      amount_cents: refund.amount,
      currency: payment.currency,
      reason: 'Refunded at Stripe',
      state: (await isBooked(work, refund.id)) ? 'done' : 'sent',
      refund_id: refund.id,
      created_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return lockCardRefund(work, id)
}

const takeName = async (work: BillingWork, row: CardRefundRow, refund: Stripe.Refund): Promise<CardRefundRow> => {
  if (row.state !== 'asked') return row
  await work.tx
    .updateTable('stripe_refunds')
    .set({ state: 'sent', refund_id: refund.id })
    .where('id', '=', row.id)
    .execute()
  const { member_id: memberId, payment_id: paymentId, amount_cents: amountCents } = row
  noteEvent(work, 'stripe.refundSent', { memberId, paymentId, amountCents })
  return { ...row, state: 'sent', refund_id: refund.id }
}

type RefundStep = { payment: ProviderPayment; row: CardRefundRow; refund: Stripe.Refund }

const book = async (work: BillingWork, { payment, row, refund }: RefundStep): Promise<void> => {
  const { id: ref, amount: amountCents } = refund
  await refundPayment(work, {
    paymentId: payment.id,
    amountCents,
    method: payment.method,
    reason: row.reason,
    reference: ref,
    providerRef: ref,
    idempotencyKey: `provider-${ref}`,
    keepsAccess: row.keeps_access,
    ...(row.charge_id !== null && { chargeId: row.charge_id }),
  })
  await noteRefundDone(work, row)
}

const fail = async (work: BillingWork, { payment, row, refund }: RefundStep): Promise<void> => {
  const wasBooked = row.state === 'done'
  if (wasBooked) await bookAgain(work, { payment, ref: `${refund.id}-failed`, amountCents: refund.amount })
  await noteRefundFailed(work, row, { failure: wasBooked ? 'sentBack' : 'bankRefused', isTold: true })
}

const mirror = (ctx: Ctx, { payment, refund, id }: { payment: ProviderPayment; refund: Stripe.Refund; id?: number }) =>
  changeBilling(ctx, 'billing.refunded', async (work) => {
    await lockPayer(work, payment.memberId)
    const known = await work.tx
      .selectFrom('stripe_refunds')
      .select('id')
      .where((is) => is.or([is('refund_id', '=', refund.id), ...(id === undefined ? [] : [is('id', '=', id)])]))
      .executeTakeFirst()
    const found = known ? await lockCardRefund(work, known.id) : await insertMirrored(work, { payment, refund })
    // An answer that was asked for earlier.
    if (found.state === 'failed') return
    const row = await takeName(work, found, refund)
    if (isOver(refund)) return fail(work, { payment, row, refund })
    if (refund.status === 'succeeded' && row.state === 'sent') await book(work, { payment, row, refund })
  })

/** Staff who asked for a refund booked it, whichever process hears of it. */
const asAsker = (ctx: Ctx, byId: number | null): Ctx =>
  byId === null
    ? ctx
    : {
        ...ctx,
        actor: { kind: 'member', id: byId, isAdmin: false, permissions: [], state: 'active', sessionId: 0 },
      }

/** Books what Stripe gave back of a payment, oldest first, each once and once it is given back. */
export const mirrorRefunds = async (
  ctx: Ctx,
  { payment, refunds }: { payment: ProviderPayment; refunds: readonly Stripe.Refund[] },
): Promise<void> => {
  if (refunds.length === 0) return
  const rows = await selectRefunds(ctx.db).where('intent_id', '=', payment.intentId).execute()
  for (const refund of refunds.toReversed()) {
    const row = rowOf(rows, refund)
    if (isWritten(row, refund)) continue
    await mirror(asAsker(ctx, row?.by_id ?? null), { payment, refund, ...(row && { id: row.id }) })
  }
}
