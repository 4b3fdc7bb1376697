import type { OwnLeaving } from '@spacekeeper/contract/leaving/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, changeBilling } from '../billing/billing-work.ts'
import { findDues } from '../billing/charges/dues.ts'
import { creditOf } from '../billing/payments/credit.ts'
import { giveBackCredit } from '../billing/payments/payments.ts'
import { lockCurrentSubscription, lockPayer } from '../billing/subscription-row.ts'
import { leavingNotices } from './leaver-row.ts'
import { mailRefundJob } from './mails.ts'
import { insertRefund, lockAskedRefund, type RefundAccount } from './payout-row.ts'

type OwnCredit = OwnLeaving['credit']

/** The credit of a member, and whether they can ask for it now: a plan of theirs would use it. */
export const findOwnCredit = async (
  ctx: Ctx,
  { memberId, refund }: { memberId: number; refund: OwnCredit['refund'] },
): Promise<OwnCredit> => {
  const { creditCents: cents, currency, collector } = await findDues(ctx, memberId)
  return { cents, currency, mayAsk: cents > 0 && collector === null && refund?.state !== 'asked', refund }
}

const lockCredit = async (work: BillingWork, { memberId, currency }: { memberId: number; currency: string }) => {
  if (await lockCurrentSubscription(work, memberId)) throw new AppError('notLeaving')
  const cents = await creditOf(work, memberId, currency)
  if (cents <= 0) throw new AppError('balanceTooLow')
  return cents
}

/** Asks for all that is left over of the caller’s payments. The treasurer pays it and books that; until then it stays. */
export const askCredit = async (ctx: Ctx, account: RefundAccount): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  const { currency } = await findDues(ctx, memberId)
  await onUnique({ balance_refunds_asked: 'refundAsked' }, () =>
    changeBilling(ctx, 'memberbucks.refundAsked', async (work) => {
      const amountCents = await lockCredit(work, { memberId, currency })
      const refundId = await insertRefund(work, { memberId, amountCents, account, source: 'credit', currency })
      await addJob(work, mailRefundJob, { refundId, occasion: 'asked' })
      work.parts.push({
        event: 'memberbucks.refundAsked',
        subject: { kind: 'member', id: memberId },
        data: { refundId, amountCents, currency },
        tell: leavingNotices(memberId),
      })
    }),
  )
}

/** The transfer was made: books that the credit left, once, and tells the member. */
export const payCredit = (ctx: Ctx, { refundId, memberId }: { refundId: number; memberId: number }): Promise<void> =>
  changeBilling(ctx, 'billing.paymentReversed', async (work) => {
    await lockPayer(work, memberId)
    const { amount_cents: amountCents, currency } = await lockAskedRefund(work, refundId)
    if (currency === null || (await creditOf(work, memberId, currency)) < amountCents)
      throw new AppError('balanceTooLow')
    const { paymentId } = await giveBackCredit(work, {
      memberId,
      amountCents,
      currency,
      method: 'bank',
      reference: `Refund ${refundId}`,
      note: 'Left over, and asked back',
      paidOn: work.today,
    })
    await work.tx
      .updateTable('balance_refunds')
      .set({ state: 'paid', decided_at: work.now, decided_by: memberOf(ctx).id, payment_id: paymentId })
      .where('id', '=', refundId)
      .execute()
    await addJob(work, mailRefundJob, { refundId, occasion: 'paid' })
    work.parts.push({
      event: 'memberbucks.refundPaid',
      subject: { kind: 'member', id: memberId },
      data: { refundId, paymentId, amountCents: -amountCents },
      tell: leavingNotices(memberId),
    })
  })
