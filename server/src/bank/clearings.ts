import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type BillingWork, changeBilling, noteEvent, openDay } from '../billing/billing-work.ts'
import { insertCharges, lockCharge, markProcessing } from '../billing/charges/charges.ts'
import { followPayer } from '../billing/follow.ts'
import { spendCredit } from '../billing/payments/credit.ts'
import { reversePayment } from '../billing/payments/reversals.ts'
import { lockPayer } from '../billing/subscription-row.ts'
import {
  listDebits,
  lockRun,
  type LockedDebit,
  isWithBank,
  returnDebitOf,
  settleDebits,
  unlessReversed,
} from './debit-ends.ts'
import { bankNotices } from './imports.ts'
import type { LockedLine } from './line-booking.ts'
import { returnFee } from './matching.ts'

type ClearingTarget = { runId: number } | { debitId: number }

/** What lines have moved to the bank of a collection, or back for a debit. */
const sumCleared = async ({ tx }: BillingWork, cleared: ClearingTarget): Promise<number> => {
  const sum = tx.selectFrom('debit_clearings').select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'))
  const found =
    'runId' in cleared ? sum.where('run_id', '=', cleared.runId) : sum.where('debit_id', '=', cleared.debitId)
  return (await found.executeTakeFirst())?.cents ?? 0
}

/** The fee that the bank kept beside a debit, and the charge by which the member bears it. */
type ReturnFee = { cents: number; chargeId: number | null }

type NewClearing = ClearingTarget & { line: LockedLine; settles: boolean; fee?: ReturnFee }

/** The money of direct debits under way is in the bank, or left it again, as a line of a statement says. */
const clear = async (work: BillingWork, { line, settles, fee, ...cleared }: NewClearing): Promise<void> => {
  await work.tx
    .insertInto('debit_clearings')
    .values({
      line_id: line.id,
      run_id: 'runId' in cleared ? cleared.runId : null,
      debit_id: 'debitId' in cleared ? cleared.debitId : null,
      at: work.now,
      booked_on: await openDay(work, line.booked_on),
      amount_cents: line.amount_cents,
      currency: line.currency,
      settles,
      fee_cents: fee?.cents ?? 0,
      fee_charge_id: fee?.chargeId ?? null,
    })
    .execute()
}

/** The bank paid for a collection. One that was booked by hand before is only moved to the bank. */
export const settleByLine = async (
  work: BillingWork,
  { runId, line }: { runId: number; line: LockedLine },
): Promise<void> => {
  await lockRun(work, runId)
  const debits = await listDebits(work, runId).execute()
  const settles = debits.some(isWithBank)
  if (settles) await settleDebits(work, { runId, paidOn: await openDay(work, line.booked_on) })
  else {
    const isSettled = debits.some(({ state }) => state === 'settled')
    if (!isSettled || (await sumCleared(work, { runId })) !== 0) throw new AppError('alreadyDecided')
    noteRun(work, { event: 'bank.debitsSettled', run: await lockRun(work, runId), count: debits.length })
  }
  await clear(work, { runId, line, settles })
}

type ReturnedDebit = { id: number; member_id: number }

/** The member bears what the bank kept. Access does not hang on it. */
const chargeFee = async (
  work: BillingWork,
  { debit, cents, currency }: { debit: ReturnedDebit; cents: number; currency: string },
): Promise<number> => {
  const memberId = debit.member_id
  const [chargeId = 0] = await insertCharges(work, [
    {
      memberId,
      subscriptionId: null,
      kind: 'other',
      period: null,
      description: 'Bank fee for a direct debit that was sent back',
      amountCents: cents,
      discountCents: 0,
      currency,
      dueOn: work.today,
    },
  ])
  noteEvent(work, 'billing.charged', { memberId, chargeId, amountCents: cents, debitId: debit.id })
  await spendCredit(work, { memberId, currency })
  return chargeId
}

/**
 * The bank sent a debit back. One that was noted by hand before is only moved. What the bank kept with it is a fee of its
 * own, also of the member where that is wanted.
 */
export const returnByLine = async (
  work: BillingWork,
  { debitId, line, chargesFee }: { debitId: number; line: LockedLine; chargesFee: boolean },
): Promise<void> => {
  const found = await work.tx
    .selectFrom('debits')
    .select(['id', 'run_id', 'member_id', 'amount_cents as amountCents'])
    .where('id', '=', debitId)
    .executeTakeFirst()
  if (!found) throw new AppError('notFound')
  const run = await lockRun(work, found.run_id)
  if ((await sumCleared(work, { debitId })) !== 0) throw new AppError('alreadyDecided')
  const { state } = await work.tx
    .selectFrom('debits')
    .select('state')
    .where('id', '=', debitId)
    .executeTakeFirstOrThrow()
  if (state === 'returned') noteRun(work, { event: 'bank.debitsSettled', run, count: 1 })
  else {
    const reason = line.return_reason || line.text.slice(0, 300)
    await returnDebitOf(work, { debitId, reason, paidOn: await openDay(work, line.booked_on) })
  }
  const cents = returnFee(line.amount_cents, found)
  const isCharged = chargesFee && cents > 0
  const chargeId = isCharged ? await chargeFee(work, { debit: found, cents, currency: line.currency }) : null
  await clear(work, { debitId, line, settles: state !== 'returned', fee: { cents, chargeId } })
}

type RunEvent = {
  event: 'bank.debitsSettled' | 'bank.debitsUnsettled'
  run: Awaited<ReturnType<typeof lockRun>>
  count: number
}

const noteRun = (work: BillingWork, { event, run, count }: RunEvent): void => {
  work.parts.push({
    event,
    subject: { kind: 'debitRun', id: run.id },
    data: { name: run.reference, debits: count },
    tell: bankNotices,
  })
}

/** A debit that was booked waits for the bank again, and its charge is on its way. */
const unsettle = async (work: BillingWork, debit: LockedDebit, isSent: boolean): Promise<void> => {
  const { id, member_id: memberId, payment_id: paymentId, charge_id: chargeId } = debit
  await lockPayer(work, memberId)
  if (paymentId !== null) {
    await unlessReversed(() => reversePayment(work, { paymentId, reason: 'The collection was booked by mistake.' }))
  }
  await work.tx
    .updateTable('debits')
    .set({ state: isSent ? 'sent' : 'announced', payment_id: null, ended_at: null })
    .where('id', '=', id)
    .execute()
  const charge = await lockCharge(work, chargeId)
  if (charge.state === 'open') await markProcessing(work, [charge])
  await followPayer(work, memberId)
}

const waitingAgain = { state: 'waiting', kind: null, run_id: null, decided_at: null, decided_by: null } as const

/** The lines that were confirmed for a collection wait again, and what they moved to the bank is moved back. */
const releaseLines = async (work: BillingWork, runId: number): Promise<void> => {
  const lines = await work.tx.selectFrom('bank_lines').selectAll().where('run_id', '=', runId).forUpdate().execute()
  for (const line of lines) {
    const back = { ...line, amount_cents: -line.amount_cents }
    await clear(work, { runId, line: back, settles: false })
    await work.tx.updateTable('bank_lines').set(waitingAgain).where('id', '=', line.id).execute()
  }
}

/**
 * Takes back that a collection was booked: the bank has not paid for it after all. What was sent back stays so, and a
 * payment of which something was given back since cannot be taken back.
 */
const unsettleDebits = async (work: BillingWork, runId: number): Promise<number> => {
  const run = await lockRun(work, runId)
  const debits = (await listDebits(work, runId).execute()).filter(({ state }) => state === 'settled')
  if (debits.length === 0) throw new AppError('alreadyDecided')
  await releaseLines(work, runId)
  for (const debit of debits) await unsettle(work, debit, run.sent_at !== null)
  noteRun(work, { event: 'bank.debitsUnsettled', run, count: debits.length })
  return debits.length
}

export const unsettleRun = (ctx: Ctx, runId: number): Promise<{ unsettled: number }> =>
  changeBilling(ctx, 'bank.debitsUnsettled', async (work) => ({ unsettled: await unsettleDebits(work, runId) }))

/** Takes back what a line was for a collection: all of it, or only that its money is in the bank. */
export const undoRunLine = async (
  work: BillingWork,
  { runId, lineId }: { runId: number; lineId: number },
): Promise<void> => {
  const last = await work.tx
    .selectFrom('debit_clearings')
    .select('settles')
    .where('line_id', '=', lineId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.settles === true) {
    await unsettleDebits(work, runId)
    return
  }
  const run = await lockRun(work, runId)
  await releaseLines(work, runId)
  noteRun(work, { event: 'bank.debitsUnsettled', run, count: 0 })
}
