import { endsMandate, returnReasons } from '@spacekeeper/contract/bank/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import { type BillingWork, changeBilling, noteEvent } from '../billing/billing-work.ts'
import { lockCharge, reopenCharge } from '../billing/charges/charges.ts'
import { followPayer } from '../billing/follow.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import { withdrawPayment } from '../billing/payments/reversals.ts'
import { lockPayer } from '../billing/subscription-row.ts'
import { bankNotices } from './imports.ts'
import { type BankMail, mailBankJob } from './mails.ts'
import { endMandateOf } from './mandates.ts'

export const lockRun = async ({ tx }: BillingWork, runId: number) => {
  const run = await tx.selectFrom('debit_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  if (!run) throw new AppError('notFound')
  if (run.cancelled_at) throw new AppError('alreadyDecided')
  return run
}

export const listDebits = ({ tx }: BillingWork, runId: number) =>
  tx
    .selectFrom('debits as d')
    .innerJoin('charges as c', 'c.id', 'd.charge_id')
    .innerJoin('bank_mandates as b', 'b.id', 'd.mandate_id')
    .select(['d.id', 'd.charge_id', 'd.member_id', 'd.amount_cents', 'd.reference', 'd.state', 'd.payment_id'])
    .select(['c.currency', 'c.description', 'b.account_end'])
    .where('d.run_id', '=', runId)
    .orderBy('d.member_id')
    .orderBy('d.id')

export type LockedDebit = Awaited<ReturnType<ReturnType<typeof listDebits>['execute']>>[number]

export const isWithBank = ({ state }: LockedDebit) => state === 'announced' || state === 'sent'

/** The bank paid for what it did not send back: every other debit of the collection is booked. */
export const settleDebits = async (
  work: BillingWork,
  { runId, paidOn }: { runId: number; paidOn: Day },
): Promise<number> => {
  const run = await lockRun(work, runId)
  const debits = (await listDebits(work, runId).execute()).filter(isWithBank)
  if (debits.length === 0) throw new AppError('alreadyDecided')
  for (const debit of debits) {
    const { paymentId } = await bookPayment(work, {
      memberId: debit.member_id,
      amountCents: debit.amount_cents,
      currency: debit.currency,
      method: 'directDebit',
      reference: debit.reference,
      paidOn,
      chargeIds: [debit.charge_id],
    })
    await work.tx
      .updateTable('debits')
      .set({ state: 'settled', payment_id: paymentId, ended_at: work.now })
      .where('id', '=', debit.id)
      .execute()
  }
  work.parts.push({
    event: 'bank.debitsSettled',
    subject: { kind: 'debitRun', id: runId },
    data: { name: run.reference, debits: debits.length },
    tell: bankNotices,
  })
  return debits.length
}

export const settleRun = (ctx: Ctx, input: { runId: number; paidOn: Day }): Promise<{ settled: number }> =>
  changeBilling(ctx, 'bank.debitsSettled', async (work) => ({ settled: await settleDebits(work, input) }))

/** What was put right elsewhere already is left as it is. */
export const unlessReversed = async (reverse: () => Promise<unknown>): Promise<void> => {
  try {
    await reverse()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'alreadyReversed')) throw error
  }
}

/** The charge counts as on its way no more, unless something else was done about it in the meantime. */
const reopen = async (work: BillingWork, { member_id: memberId, charge_id: chargeId }: LockedDebit) => {
  await lockPayer(work, memberId)
  const charge = await lockCharge(work, chargeId)
  if (charge.state === 'processing') await reopenCharge(work, charge)
  await followPayer(work, memberId)
}

const mailDebit = (work: BillingWork, { id: debitId, member_id: memberId }: LockedDebit, mail: BankMail) =>
  addJob(work, mailBankJob, { mail, memberId, debitId })

/** The words for a bank's code, if it is one. */
const codeWords = (reason: string): string | undefined =>
  returnReasons[/\b[A-Z]{2}\d{2}\b/.exec(reason)?.[0] ?? reason.trim()]

/** What a bank wrote as its reason, in words where its code is known. */
export const returnWords = (reason: string): string => codeWords(reason) ?? reason.trim()

const isForGood = (reason: string) => endsMandate.has(/\b[A-Z]{2}\d{2}\b/.exec(reason)?.[0] ?? reason.trim())

/** A debit came back, before or after it was booked: its charge is open again, and the member is told. */
export const returnDebitOf = async (
  work: BillingWork,
  { debitId, reason, paidOn }: { debitId: number; reason: string; paidOn?: Day },
): Promise<void> => {
  const found = await work.tx.selectFrom('debits').select('run_id').where('id', '=', debitId).executeTakeFirst()
  if (!found) throw new AppError('notFound')
  await lockRun(work, found.run_id)
  const debit = await listDebits(work, found.run_id).where('d.id', '=', debitId).executeTakeFirstOrThrow()
  if (!isWithBank(debit) && debit.state !== 'settled') throw new AppError('alreadyDecided')
  const { member_id: memberId, payment_id: paymentId } = debit
  const words = (returnWords(reason) || 'The bank gave no reason.').slice(0, 300)
  // Payments and the history are kept for long, so what a bank wrote in its own words stands with the debit alone.
  const known = codeWords(reason)
  if (paymentId === null) await reopen(work, debit)
  else {
    const said = known === undefined ? 'Direct debit sent back' : `Direct debit sent back: ${known}`
    const withdrawal = {
      paymentId,
      amountCents: debit.amount_cents,
      reason: said,
      ...(paidOn !== undefined && { paidOn }),
    }
    await unlessReversed(() => withdrawPayment(work, withdrawal))
  }
  await work.tx
    .updateTable('debits')
    .set({ state: 'returned', return_reason: words, ended_at: work.now })
    .where('id', '=', debitId)
    .execute()
  if (isForGood(reason)) await endMandateOf(work, { memberId, reason: words })
  await mailDebit(work, debit, 'debitReturned')
  noteEvent(work, 'bank.debitReturned', { memberId, debitId, amountCents: debit.amount_cents, reason: known })
}

export const returnDebit = (ctx: Ctx, input: { debitId: number; reason: string }): Promise<void> =>
  changeBilling(ctx, 'bank.debitReturned', (work) => returnDebitOf(work, input))

/** Calls a collection off before the bank acted on it. */
export const cancelRun = (ctx: Ctx, runId: number): Promise<void> =>
  changeBilling(ctx, 'bank.debitsCancelled', async (work) => {
    const run = await lockRun(work, runId)
    const debits = await listDebits(work, runId).execute()
    if (!debits.every(isWithBank)) throw new AppError('alreadyDecided')
    const ended = { state: 'cancelled', ended_at: ctx.now() } as const
    await work.tx.updateTable('debits').set(ended).where('run_id', '=', runId).execute()
    await work.tx.updateTable('debit_runs').set({ cancelled_at: ctx.now() }).where('id', '=', runId).execute()
    for (const debit of debits) {
      await reopen(work, debit)
      await mailDebit(work, debit, 'debitCancelled')
    }
    work.parts.push({
      event: 'bank.debitsCancelled',
      subject: { kind: 'debitRun', id: runId },
      data: { name: run.reference, debits: debits.length },
      tell: bankNotices,
    })
  })
