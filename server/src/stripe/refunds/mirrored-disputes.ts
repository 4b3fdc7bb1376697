// What Stripe says of disputes: each as a row, of which treasurers are told once, and as money that is taken back.
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import { withdrawPayment } from '../../billing/payments/reversals.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { mailTreasurersJob } from '../job-names.ts'
import { bookAgain, type ProviderPayment } from './booked-again.ts'

/** Whether the money of a dispute is with the bank of the member: while it is looked into, and when it is lost. */
export const isWithdrawn = (status: string): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'

const isOver = (status: string): boolean => ['won', 'lost', 'warning_closed', 'prevented'].includes(status)

/** Evidence is asked for, which has its time. */
export const dueOf = ({ status, evidence_details: { due_by: dueBy } }: Stripe.Dispute): Date | null =>
  (status === 'needs_response' || status === 'warning_needs_response') && dueBy !== null ? new Date(dueBy * 1000) : null

type DisputedPayment = { memberId: number; intentId: string }

const dayMs = 86_400_000
/** One that was over before the portal knew of the payment is no news. */
const newsMs = 30 * dayMs

const open = async (
  work: BillingWork,
  { memberId, intentId }: DisputedPayment,
  dispute: Stripe.Dispute,
): Promise<void> => {
  const { id, amount: amountCents, reason, status } = dispute
  const dueAt = dueOf(dispute)
  const currency = dispute.currency.toUpperCase()
  const createdAt = new Date(dispute.created * 1000)
  await work.tx
    .insertInto('stripe_disputes')
    .values({
      dispute_id: id,
      intent_id: intentId,
      member_id: memberId,
      amount_cents: amountCents,
      currency,
      reason: reason.slice(0, 100),
      status,
      due_at: dueAt,
      created_at: createdAt,
    })
    .execute()
  noteEvent(work, 'stripe.disputeOpened', { memberId, dispute: id, amountCents, reason })
  if (isOver(status) && work.now.getTime() - createdAt.getTime() > newsMs) return
  const facts = { amountCents, currency, reason, dueAt: dueAt?.toISOString() ?? '', isTaken: isWithdrawn(status) }
  await addJob(work, mailTreasurersJob, { mail: 'disputeOpened', memberId, facts })
}

/** Keeps what a dispute has come to. False where that is newer already: a decision stands. */
const keep = async (work: BillingWork, disputed: DisputedPayment, dispute: Stripe.Dispute): Promise<boolean> => {
  const { id, status } = dispute
  const row = await work.tx
    .selectFrom('stripe_disputes')
    .select('status')
    .where('dispute_id', '=', id)
    .executeTakeFirst()
  if (!row) {
    await open(work, disputed, dispute)
    return true
  }
  if (isOver(row.status) && !isOver(status)) return false
  if (row.status === status) return true
  await work.tx
    .updateTable('stripe_disputes')
    .set({ status, due_at: dueOf(dispute) })
    .where('dispute_id', '=', id)
    .execute()
  noteEvent(work, 'stripe.disputeChanged', { memberId: disputed.memberId, dispute: id, status })
  return true
}

/** Keeps disputes of a payment that is booked elsewhere, such as a top-up. */
export const keepDisputes = async (
  ctx: Ctx,
  { disputes, ...disputed }: DisputedPayment & { disputes: readonly Stripe.Dispute[] },
): Promise<void> => {
  if (disputes.length === 0) return
  await changeBilling(ctx, 'stripe.disputeOpened', async (work) => {
    await lockPayer(work, disputed.memberId)
    for (const dispute of disputes) await keep(work, disputed, dispute)
  })
}

type TakenRow = { cents: number; isNamed: boolean }

/** What was taken back because of a dispute; the whole of a payment does not carry its name. */
const findTaken = async ({ tx }: BillingWork, { id }: ProviderPayment, ref: string): Promise<number | null> => {
  const { rows } =
    await sql<TakenRow>`select -amount_cents as cents, provider_ref is not null as "isNamed" from payments
    where provider_ref = ${ref} or reverses_id = ${id} and refunds_id is null
    order by (provider_ref is not null) desc limit 1`.execute(tx)
  return rows[0]?.cents ?? null
}

/** The rest of a payment at Stripe, which knows nothing of what staff gave back in another way. */
const leftOf = async ({ tx }: BillingWork, { id, amountCents }: ProviderPayment): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`select -coalesce(sum(amount_cents), 0)::int as cents from payments
    where refunds_id = ${id} and provider_ref is not null`.execute(tx)
  return amountCents - (rows[0]?.cents ?? 0)
}

const takeBack = async (work: BillingWork, payment: ProviderPayment, dispute: Stripe.Dispute): Promise<void> => {
  const amountCents = Math.min(dispute.amount, await leftOf(work, payment))
  const reason = `Disputed at the member’s bank (${dispute.id})`
  if (amountCents <= 0) return
  await withdrawPayment(work, { paymentId: payment.id, amountCents, reason, providerRef: dispute.id })
}

/** Takes back what a member's bank took back, a part of a payment or all of it, and books again what was won. */
export const mirrorDisputes = async (
  ctx: Ctx,
  { payment, disputes }: { payment: ProviderPayment; disputes: readonly Stripe.Dispute[] },
): Promise<void> => {
  if (disputes.length === 0) return
  await changeBilling(ctx, 'billing.paymentReversed', async (work) => {
    await lockPayer(work, payment.memberId)
    for (const dispute of disputes.toReversed()) {
      if (!(await keep(work, payment, dispute))) continue
      const taken = await findTaken(work, payment, dispute.id)
      if (taken === null && isWithdrawn(dispute.status)) await takeBack(work, payment, dispute)
      if (taken !== null && dispute.status === 'won') {
        await bookAgain(work, { payment, ref: `${dispute.id}-won`, amountCents: taken })
      }
    }
  })
}
