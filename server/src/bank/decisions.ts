import { readReferences } from '@spacekeeper/contract/bank/references.ts'
import type { BankTarget, ConfirmedLine } from '@spacekeeper/contract/bank/shapes.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { errors } from '@spacekeeper/contract/error-codes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { addDays, type Day, earlierDay, laterDay } from '#platform/local-day.ts'
import { type BillingWork, changeBilling, noteEvent } from '../billing/billing-work.ts'
import { bookPayment, reversePayment } from '../billing/payments.ts'
import { balanceNotices, bookEntry, bookReversal } from '../memberbucks/ledger.ts'
import { mayBookFor } from '../memberbucks/rules.ts'
import { returnDebitOf, settleDebits, unlessReversed } from './debit-ends.ts'
import { payerOf } from './details.ts'
import { bankNotices } from './imports.ts'
import { type BankMail, mailBankJob } from './mails.ts'

const lockLine = async ({ tx }: Pick<BillingWork, 'tx'>, lineId: number) => {
  const line = await tx.selectFrom('bank_lines').selectAll().where('id', '=', lineId).forUpdate().executeTakeFirst()
  if (!line) throw new AppError('notFound')
  return line
}

type LockedLine = Awaited<ReturnType<typeof lockLine>>

type Booking = { work: BillingWork; line: LockedLine; memberId: number }

/** What it was booked as: the rows that undoing it takes back. */
type BookedRows = {
  payment_id?: number
  ledger_entry_id?: number
  donation_entry_id?: number
  run_id?: number
  debit_id?: number
  member_id?: number
}

/** Money that arrived in a month that is closed counts from the first day that is open; no day is yet to come. */
const openDay = async ({ tx, today }: BillingWork, day: Day): Promise<Day> => {
  const row = await tx.selectFrom('books_closed').select('closed_through').executeTakeFirst()
  const open = row?.closed_through ? laterDay(day, addDays(row.closed_through, 1)) : day
  return earlierDay(open, today)
}

const bookDues = async ({ work, line, memberId }: Booking): Promise<BookedRows> => {
  // The charge that is just as large is what they meant; otherwise the oldest are paid first.
  const exact = await work.tx
    .selectFrom('charges')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .where('currency', '=', line.currency)
    .where((where) => where(where.ref('amount_cents'), '=', where('paid_cents', '+', line.amount_cents)))
    .orderBy('due_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const { paymentId } = await bookPayment(work, {
    memberId,
    amountCents: line.amount_cents,
    currency: line.currency,
    method: 'bank',
    reference: line.text.slice(0, 200),
    paidOn: await openDay(work, line.booked_on),
    ...(exact && { chargeIds: [exact.id] }),
  })
  return { payment_id: paymentId }
}

const enterBalance = async (
  { work, line, memberId }: Booking,
  entry: { amountCents: number; contraAccount: 'bank' | 'donation'; description: string },
): Promise<number> => {
  const booked = await bookEntry(work.tx, {
    ctx: work.ctx,
    movement: {
      memberId,
      type: entry.contraAccount === 'bank' ? 'bank' : 'other',
      source: 'staff',
      floorCents: null,
      ...entry,
    },
  })
  if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
  noteEvent(work, 'memberbucks.booked', {
    memberId,
    entryId: booked.entryId,
    amountCents: entry.amountCents,
    balanceCents: booked.balanceCents,
    lineId: line.id,
  })
  return booked.entryId
}

const bookTopUp = async (booking: Booking): Promise<BookedRows> => {
  const { work, line } = booking
  if (!work.settings.ENABLE_MEMBERBUCKS) throw new AppError('featureOff')
  const description = `Bank transfer of ${line.booked_on}`
  const ledger_entry_id = await enterBalance(booking, {
    amountCents: line.amount_cents,
    contraAccount: 'bank',
    description,
  })
  return { ledger_entry_id }
}

/** In by way of the bank and out as a donation, so that the books have both. */
const bookDonation = async (booking: Booking): Promise<BookedRows> => {
  const { line } = booking
  const description = `Donation by bank transfer of ${line.booked_on}`
  const amountCents = line.amount_cents
  const ledger_entry_id = await enterBalance(booking, { amountCents, contraAccount: 'bank', description })
  const gift = { amountCents: -amountCents, contraAccount: 'donation', description } as const
  return { ledger_entry_id, donation_entry_id: await enterBalance(booking, gift) }
}

const mailsOf = { dues: 'transferBooked', topUp: 'topUpBooked', donation: 'donationBooked' } as const

/** Staff book for themselves only what carries their own reference; administrators may be the only staff. */
const mayConfirm = ({ work: { ctx }, line, memberId }: Booking) =>
  mayBookFor(ctx.actor, memberId) || readReferences(line.text).some((reference) => reference.memberId === memberId)

const mailMember = async ({ work: { tx, settings }, line, memberId }: Booking, mail: BankMail): Promise<void> => {
  if (!settings.BANK_RECEIPTS) return
  await addJob(tx, mailBankJob, { mail, memberId, facts: { amountCents: line.amount_cents, on: line.booked_on } })
}

/** Remembers who the account paid for, unless another line taught it. */
const rememberPayer = async ({ work, line, memberId }: Booking, kind: 'dues' | 'topUp' | 'donation') => {
  const account = payerOf(work.ctx, line.payer_account)
  if (account === '') return
  await work.tx
    .insertInto('bank_payers')
    .values({ account, member_id: memberId, kind, line_id: line.id, confirmed_at: work.ctx.now() })
    .onConflict((on) => on.columns(['account', 'member_id']).doNothing())
    .execute()
}

const bookFor = async (booking: Booking, kind: 'dues' | 'topUp' | 'donation'): Promise<BookedRows> => {
  const { work, line, memberId } = booking
  const member = await work.tx.selectFrom('members').select('closed_at').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  if (member.closed_at) throw new AppError('memberClosed')
  if (!mayConfirm(booking)) throw new AppError('ownBalance')
  if (line.amount_cents < 0) throw new AppError('alreadyDecided')
  if (line.currency !== currencies[work.settings.SITE_LOCALE_CURRENCY]) throw new AppError('otherCurrency')
  const book = { dues: bookDues, topUp: bookTopUp, donation: bookDonation }[kind]
  const booked = await book(booking)
  await rememberPayer(booking, kind)
  await mailMember(booking, mailsOf[kind])
  noteEvent(work, 'bank.confirmed', { memberId, lineId: line.id, kind, amountCents: line.amount_cents })
  return { ...booked, member_id: memberId }
}

const bookTarget = async (work: BillingWork, line: LockedLine, target: BankTarget): Promise<BookedRows> => {
  if (target.kind === 'debitSettled') {
    await settleDebits(work, { runId: target.runId, paidOn: await openDay(work, line.booked_on) })
    return { run_id: target.runId }
  }
  if (target.kind === 'debitReturn') {
    await returnDebitOf(work, { debitId: target.debitId, reason: line.return_reason || line.text.slice(0, 300) })
    return { debit_id: target.debitId }
  }
  return bookFor({ work, line, memberId: target.memberId }, target.kind)
}

const actorId = ({ actor }: Ctx) => (actor.kind === 'member' ? actor.id : null)

/** Books one line, once: of two at the same time the second finds it decided. */
const confirmLine = (ctx: Ctx, { lineId, target }: ConfirmedLine): Promise<void> =>
  changeBilling(ctx, 'bank.confirmed', async (work) => {
    const line = await lockLine(work, lineId)
    if (line.state !== 'waiting') throw new AppError('alreadyDecided')
    const booked = await bookTarget(work, line, target)
    await work.tx
      .updateTable('bank_lines')
      .set({ state: 'confirmed', kind: target.kind, ...booked, decided_at: ctx.now(), decided_by: actorId(ctx) })
      .where('id', '=', lineId)
      .execute()
    if (work.parts[0]) work.parts[0].tell = [...(work.parts[0].tell ?? []), ...bankNotices, ...balanceNoticesOf(booked)]
  })

const balanceNoticesOf = ({ ledger_entry_id, member_id }: BookedRows) =>
  ledger_entry_id === undefined || member_id === undefined ? [] : balanceNotices(member_id)

/** Books lines one by one; what cannot be booked is told and holds up nothing else. */
export const confirmLines = async (
  ctx: Ctx,
  lines: readonly ConfirmedLine[],
): Promise<{ confirmed: number[]; refused: { lineId: number; detail: string }[] }> => {
  const confirmed: number[] = []
  const refused: { lineId: number; detail: string }[] = []
  for (const line of lines) {
    try {
      await confirmLine(ctx, line)
      confirmed.push(line.lineId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({
        lineId: line.lineId,
        detail: error.facts.detail ?? error.facts.fields?.[0]?.message ?? errors[error.code].text,
      })
    }
  }
  return { confirmed, refused }
}

const undoReason = 'The bank transfer was assigned by mistake.'

const takeBack = async (work: BillingWork, line: LockedLine) => {
  const { member_id: memberId, payment_id: paymentId } = line
  if (memberId === null) throw new AppError('alreadyDecided')
  if (paymentId !== null) await unlessReversed(() => reversePayment(work, { paymentId, reason: undoReason }))
  for (const entryId of [line.donation_entry_id, line.ledger_entry_id]) {
    if (entryId === null) continue
    const reversing = { memberId, entryId, reason: undoReason }
    await unlessReversed(() => bookReversal(work.tx, { ctx: work.ctx, reversing }))
  }
  await work.tx.deleteFrom('bank_payers').where('line_id', '=', line.id).execute()
  noteEvent(work, 'bank.undone', { memberId, lineId: line.id, kind: line.kind, amountCents: line.amount_cents })
  if (line.kind !== 'donation') await mailMember({ work, line, memberId }, 'transferUndone')
  const last = work.parts.at(-1)
  if (last) last.tell = [...(last.tell ?? []), ...bankNotices, ...balanceNotices(memberId)]
}

const waitingAgain = {
  state: 'waiting',
  kind: null,
  member_id: null,
  payment_id: null,
  ledger_entry_id: null,
  donation_entry_id: null,
  reason: null,
  decided_at: null,
  decided_by: null,
} as const

/** Takes back what was decided about a line. Money is reversed, never deleted; then the line waits again. */
export const undoLine = (ctx: Ctx, lineId: number): Promise<void> =>
  changeBilling(ctx, 'bank.undone', async (work) => {
    const line = await lockLine(work, lineId)
    if (line.state === 'confirmed') await takeBack(work, line)
    else if (line.state !== 'setAside') throw new AppError('alreadyDecided')
    await work.tx.updateTable('bank_lines').set(waitingAgain).where('id', '=', lineId).execute()
    if (line.state === 'setAside') {
      const subject = { kind: 'bankLine', id: lineId }
      work.parts.push({ event: 'bank.undone', subject, data: { name: 'a line set aside' }, tell: bankNotices })
    }
  })

/** Books nothing for a line, and says why. */
export const setLineAside = (ctx: Ctx, { lineId, reason }: { lineId: number; reason: string }): Promise<void> =>
  change(ctx, 'bank.setAside', async (tx) => {
    const line = await lockLine({ tx }, lineId)
    if (line.state !== 'waiting') throw new AppError('alreadyDecided')
    await tx
      .updateTable('bank_lines')
      .set({ state: 'setAside', reason, decided_at: ctx.now(), decided_by: actorId(ctx) })
      .where('id', '=', lineId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'bankLine', id: lineId },
      data: { name: line.text.slice(0, 60), reason, amountCents: line.amount_cents },
      tell: bankNotices,
    }
  })
