import type { RefundSource } from '@spacekeeper/contract/leaving/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { balanceNotices, bookEntry, lockBalance } from '../memberbucks/ledger.ts'
import { noteOnBalanceStep, siteMoney } from './balance-step.ts'
import { askCredit } from './credit-refunds.ts'
import { leavingNotices, lockCurrentLeaving, lockLeaver } from './leaver-row.ts'
import { mailRefundJob } from './mails.ts'
import { findOpenRefund, insertRefund, type RefundAccount, withdrawOpenRefund } from './payout-row.ts'

/** The caller, with the checklist and the balance that they can decide about now. */
const lockChoice = async (work: Work, memberId: number) => {
  const leaver = await lockLeaver(work, memberId)
  const leaving = await lockCurrentLeaving(work, memberId)
  if (!leaver.isOver || !leaving) throw new AppError('notLeaving')
  if (await findOpenRefund(work, memberId)) throw new AppError('refundAsked')
  const { balanceCents } = await lockBalance(work, memberId)
  if (balanceCents <= 0) throw new AppError('balanceTooLow')
  return { leavingId: leaving.id, balanceCents }
}

/** Asks for the whole balance back by transfer. The treasurer pays it and books that; until then it stays. */
const askBalance = async (ctx: Ctx, account: RefundAccount): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  const locale = await ctx.settings.get('SITE_LOCALE_CURRENCY')
  await onUnique({ balance_refunds_asked: 'refundAsked' }, () =>
    change(ctx, 'memberbucks.refundAsked', async (work) => {
      const { leavingId, balanceCents } = await lockChoice(work, memberId)
      const id = await insertRefund(work, { memberId, amountCents: balanceCents, account, source: 'balance' })
      const words = `${siteMoney(balanceCents, locale)} was asked back by transfer.`
      await noteOnBalanceStep(work, { leavingId, outcome: { state: 'waiting', words } })
      await addJob(work, mailRefundJob, { refundId: id, occasion: 'asked' })
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { refundId: id, amountCents: balanceCents },
        tell: leavingNotices(memberId),
      }
    }),
  )
}

export const askRefund = (ctx: Ctx, { source, ...account }: RefundAccount & { source: RefundSource }): Promise<void> =>
  source === 'credit' ? askCredit(ctx, account) : askBalance(ctx, account)

/** Takes back what was asked for. Nothing happens where it was decided meanwhile. */
export const withdrawRefund = (ctx: Ctx, source: RefundSource): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  return change(ctx, 'memberbucks.refundWithdrawn', async (work) => {
    await lockLeaver(work, memberId)
    const leaving = await lockCurrentLeaving(work, memberId)
    const amountCents = await withdrawOpenRefund(work, { memberId, source })
    if (amountCents === null) return unchanged(undefined)
    const outcome = { state: 'waiting', words: 'It is no longer asked back.' } as const
    if (leaving && source === 'balance') await noteOnBalanceStep(work, { leavingId: leaving.id, outcome })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { amountCents },
      tell: leavingNotices(memberId),
    }
  })
}

/** Donates the whole balance. */
export const donateBalance = async (ctx: Ctx): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  const locale = await ctx.settings.get('SITE_LOCALE_CURRENCY')
  await change(ctx, 'memberbucks.donated', async (work) => {
    const { leavingId, balanceCents } = await lockChoice(work, memberId)
    const booked = await bookEntry(work, {
      movement: {
        memberId,
        amountCents: -balanceCents,
        type: 'web',
        source: 'member',
        contraAccount: 'donation',
        description: 'Donated when leaving',
        floorCents: 0,
      },
    })
    if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
    const words = `${siteMoney(balanceCents, locale)} was donated.`
    await noteOnBalanceStep(work, { leavingId, outcome: { state: 'done', words } })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { entryId: booked.entryId, amountCents: -balanceCents, balanceCents: booked.balanceCents },
      tell: [...balanceNotices(memberId), ...leavingNotices(memberId)],
    }
  })
}
