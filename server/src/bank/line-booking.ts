import { duesReference, readReferences } from '@spacekeeper/contract/bank/references.ts'
import type { SplitPart } from '@spacekeeper/contract/bank/shapes.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { WorkCtx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, noteEvent, openDay } from '../billing/billing-work.ts'
import { mustBeChargedHere } from '../billing/kept-plans.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import { reversePayment } from '../billing/payments/reversals.ts'
import { bookEntry, bookReversal } from '../memberbucks/ledger.ts'
import { mayBookFor } from '../memberbucks/rules.ts'
import { unlessReversed } from './debit-ends.ts'
import { type BankMail, mailBankJob } from './mails.ts'
import { saidBy } from './matching.ts'
import { rememberPayer, rememberUndo } from './payers.ts'

export const lockLine = async ({ tx }: Work, lineId: number) => {
  const line = await tx.selectFrom('bank_lines').selectAll().where('id', '=', lineId).forUpdate().executeTakeFirst()
  if (!line) throw new AppError('notFound')
  return line
}

export type LockedLine = Awaited<ReturnType<typeof lockLine>>

/** A line, or as much of it as is for one member. */
type Booking = {
  line: LockedLine
  memberId: number
  /** Paid first. */
  chargeId?: number | undefined
}

/** What it was booked as: the rows that undoing it takes back. */
export type BookedRows = {
  payment_id?: number
  ledger_entry_id?: number
  donation_entry_id?: number
  run_id?: number
  debit_id?: number
  member_id?: number
}

const bookDues = async (work: BillingWork, { line, memberId, chargeId }: Booking): Promise<BookedRows> => {
  await mustBeChargedHere(work, { memberId, isPaying: true })
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
  const wanted = chargeId ?? exact?.id
  const { paymentId } = await bookPayment(work, {
    memberId,
    amountCents: line.amount_cents,
    currency: line.currency,
    method: 'bank',
    reference: ownReference(line, memberId),
    paidOn: await openDay(work, line.booked_on),
    ...(wanted !== undefined && { chargeIds: [wanted] }),
  })
  return { payment_id: paymentId }
}

const referencesOf = ({ text, end_to_end: endToEnd }: LockedLine) => readReferences(saidBy({ text, endToEnd }))

/** How the payment is found again. What else the payer wrote stands in the line alone, and goes with it. */
const ownReference = (line: LockedLine, memberId: number): string => {
  const isNamed = referencesOf(line).some((reference) => reference.memberId === memberId)
  return isNamed ? duesReference(memberId) : line.bank_reference
}

const enterBalance = async (
  work: BillingWork,
  { line, memberId }: Booking,
  entry: { amountCents: number; contraAccount: 'bank' | 'donation'; description: string },
): Promise<number> => {
  const booked = await bookEntry(work, {
    movement: {
      memberId,
      type: entry.contraAccount === 'bank' ? 'bank' : 'other',
      source: 'staff',
      floorCents: null,
      day: await openDay(work, line.booked_on),
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

const bookTopUp = async (work: BillingWork, booking: Booking): Promise<BookedRows> => {
  if (!work.settings.ENABLE_MEMBERBUCKS) throw new AppError('featureOff')
  const { line } = booking
  const description = `Bank transfer of ${line.booked_on}`
  const ledger_entry_id = await enterBalance(work, booking, {
    amountCents: line.amount_cents,
    contraAccount: 'bank',
    description,
  })
  return { ledger_entry_id }
}

/** In by way of the bank and out as a donation, so that the books have both. */
const bookDonation = async (work: BillingWork, booking: Booking): Promise<BookedRows> => {
  const { line } = booking
  const description = `Donation by bank transfer of ${line.booked_on}`
  const amountCents = line.amount_cents
  const ledger_entry_id = await enterBalance(work, booking, { amountCents, contraAccount: 'bank', description })
  const gift = { amountCents: -amountCents, contraAccount: 'donation', description } as const
  return { ledger_entry_id, donation_entry_id: await enterBalance(work, booking, gift) }
}

const mailsOf = { dues: 'transferBooked', topUp: 'topUpBooked', donation: 'donationBooked' } as const

/** Staff book for themselves only what carries their own reference; administrators may be the only staff. */
const mayConfirm = ({ actor }: WorkCtx, { line, memberId }: Booking) =>
  mayBookFor(actor, memberId) || referencesOf(line).some((reference) => reference.memberId === memberId)

const mailPayer = async (work: BillingWork, { line, memberId }: Booking, mail: BankMail): Promise<void> => {
  if (!work.settings.BANK_RECEIPTS) return
  await addJob(work, mailBankJob, { mail, memberId, amountCents: line.amount_cents, lineId: line.id })
}

export const bookFor = async (
  work: BillingWork,
  booking: Booking,
  kind: 'dues' | 'topUp' | 'donation',
): Promise<BookedRows> => {
  const { line, memberId } = booking
  const member = await work.tx.selectFrom('members').select('closed_at').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  if (member.closed_at) throw new AppError('memberClosed')
  if (!mayConfirm(work.ctx, booking)) throw new AppError('ownBalance')
  if (line.amount_cents < 0) throw new AppError('alreadyDecided')
  if (line.currency !== currencies[work.settings.SITE_LOCALE_CURRENCY]) throw new AppError('otherCurrency')
  const book = { dues: bookDues, topUp: bookTopUp, donation: bookDonation }[kind]
  const booked = await book(work, booking)
  await rememberPayer(work, booking, kind)
  await mailPayer(work, booking, mailsOf[kind])
  noteEvent(work, 'bank.confirmed', { memberId, lineId: line.id, kind, amountCents: line.amount_cents })
  return { ...booked, member_id: memberId }
}

/** Books the parts of a line that is for several members or charges, in one go. */
export const bookParts = async (
  work: BillingWork,
  { line, parts }: { line: LockedLine; parts: readonly SplitPart[] },
): Promise<void> => {
  const sum = parts.reduce((cents, { amountCents }) => cents + amountCents, 0)
  if (sum !== line.amount_cents) throw badField('parts', 'The parts don’t add up to the amount of the line.')
  // In the order of their numbers, as everything that locks several members.
  for (const { kind, memberId, chargeId, amountCents } of parts.toSorted((a, b) => a.memberId - b.memberId)) {
    if (chargeId !== undefined) await checkCharge(work, { chargeId, memberId })
    const part = { ...line, amount_cents: amountCents }
    const { member_id: _member, ...rows } = await bookFor(work, { line: part, memberId, chargeId }, kind)
    await work.tx
      .insertInto('bank_line_parts')
      .values({ line_id: line.id, member_id: memberId, kind, amount_cents: amountCents, ...rows })
      .execute()
  }
}

const checkCharge = async (
  { tx }: BillingWork,
  { chargeId, memberId }: { chargeId: number; memberId: number },
): Promise<void> => {
  const charge = await tx
    .selectFrom('charges')
    .select('id')
    .where('id', '=', chargeId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!charge) throw badField('parts', 'A charge belongs to another member.')
}

const undoReason = 'The bank transfer was assigned by mistake.'

type BookedPart = Pick<LockedLine, 'kind' | 'member_id' | 'amount_cents'> &
  Pick<LockedLine, 'payment_id' | 'ledger_entry_id' | 'donation_entry_id'>

/** Reverses what was booked of a line for one member, and tells them. */
export const takeBackPart = async (work: BillingWork, line: LockedLine, part: BookedPart): Promise<void> => {
  const { member_id: memberId, payment_id: paymentId, kind, amount_cents: amountCents } = part
  if (memberId === null) throw new AppError('alreadyDecided')
  // Money that the member got back cannot be another’s: it is refused.
  if (paymentId !== null) await unlessReversed(() => reversePayment(work, { paymentId, reason: undoReason }))
  const day = await openDay(work, line.booked_on)
  for (const entryId of [part.donation_entry_id, part.ledger_entry_id]) {
    if (entryId === null) continue
    const reversing = { memberId, entryId, reason: undoReason, day, owners: ['bank_lines', 'bank_line_parts'] }
    await unlessReversed(() => bookReversal(work, reversing))
  }
  await rememberUndo(work, { line, memberId })
  noteEvent(work, 'bank.undone', { memberId, lineId: line.id, kind, amountCents })
  const told = { ...line, amount_cents: amountCents }
  if (kind !== 'donation') await mailPayer(work, { line: told, memberId }, 'transferUndone')
}
