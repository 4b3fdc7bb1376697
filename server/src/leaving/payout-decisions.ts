import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { balanceNotices, bookEntry } from '../memberbucks/ledger.ts'
import { mayBookFor } from '../memberbucks/rules.ts'
import { noteOnBalanceStep, siteMoney } from './balance-step.ts'
import { payCredit } from './credit-refunds.ts'
import { leavingNotices, lockCurrentLeaving, lockLeaver } from './leaver-row.ts'
import { mailRefundJob } from './mails.ts'
import { lockAskedRefund, ownerOfBalanceRefund } from './payout-row.ts'

const lockDecision = async (work: Work, refundId: number) => {
  const memberId = await ownerOfBalanceRefund(work, refundId)
  if (!mayBookFor(work.ctx.actor, memberId)) throw new AppError('ownBalance')
  await lockLeaver(work, memberId)
  const leaving = await lockCurrentLeaving(work, memberId)
  const { amount_cents: amountCents, source } = await lockAskedRefund(work, refundId)
  return { memberId, amountCents, leavingId: source === 'balance' ? (leaving?.id ?? null) : null }
}

/** The transfer was made: books it from the balance, once, and tells the member. */
const payBalance = async (ctx: Ctx, refundId: number): Promise<void> => {
  const locale = await ctx.settings.get('SITE_LOCALE_CURRENCY')
  await change(ctx, 'memberbucks.refundPaid', async (work) => {
    const { memberId, amountCents, leavingId } = await lockDecision(work, refundId)
    const booked = await bookEntry(work, {
      movement: {
        memberId,
        amountCents: -amountCents,
        type: 'bank',
        source: 'staff',
        contraAccount: 'bank',
        description: 'Balance paid back',
        floorCents: 0,
        idempotencyKey: `leaving refund ${refundId}`,
      },
    })
    if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
    const { entryId, balanceCents } = booked
    await work.tx
      .updateTable('balance_refunds')
      .set({ state: 'paid', decided_at: work.now, decided_by: memberOf(ctx).id, entry_id: entryId })
      .where('id', '=', refundId)
      .execute()
    const words = `${siteMoney(amountCents, locale)} was paid back by transfer.`
    if (leavingId !== null) await noteOnBalanceStep(work, { leavingId, outcome: { state: 'done', words } })
    await addJob(work, mailRefundJob, { refundId, occasion: 'paid' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { refundId, entryId, amountCents: -amountCents, balanceCents },
      tell: [...balanceNotices(memberId), ...leavingNotices(memberId)],
    }
  })
}

export const payRefund = async (ctx: Ctx, refundId: number): Promise<void> => {
  const row = await ctx.db
    .selectFrom('balance_refunds')
    .select(['member_id as memberId', 'source'])
    .where('id', '=', refundId)
    .executeTakeFirst()
  if (row?.source !== 'credit') return payBalance(ctx, refundId)
  if (!mayBookFor(ctx.actor, row.memberId)) throw new AppError('ownBalance')
  return payCredit(ctx, { refundId, memberId: row.memberId })
}

/** Declines it with a reason that the member reads; they can ask again, or donate. */
export const declineRefund = (ctx: Ctx, { refundId, reason }: { refundId: number; reason: string }): Promise<void> =>
  change(ctx, 'memberbucks.refundDeclined', async (work) => {
    const { memberId, amountCents, leavingId } = await lockDecision(work, refundId)
    await work.tx
      .updateTable('balance_refunds')
      .set({ state: 'declined', decided_at: work.now, decided_by: memberOf(ctx).id, reason })
      .where('id', '=', refundId)
      .execute()
    const outcome = { state: 'waiting', words: `Paying it back was declined: ${reason}` } as const
    if (leavingId !== null) await noteOnBalanceStep(work, { leavingId, outcome })
    await addJob(work, mailRefundJob, { refundId, occasion: 'declined' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { refundId, amountCents, reason },
      tell: leavingNotices(memberId),
    }
  })
