import { type PaymentMethod, refundMethods } from '@spacekeeper/contract/billing/words.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type Day, daysBetween, readRange } from '#platform/local-day.ts'
import { bookReversal } from '../../memberbucks/ledger.ts'
import { type BillingWork, noteEvent, openDay } from '../billing-work.ts'
import { allocate, type MoneyMove, settle } from '../charges/allocations.ts'
import { type Charge, enterCharges, lockCharge } from '../charges/charges.ts'
import { followPayer } from '../follow.ts'
import { mailPlanJob } from '../mails.ts'
import { lockPayer } from '../subscription-row.ts'
import { enterTakings, spendCredit } from './credit.ts'
import { insertPayment } from './payments.ts'

type BookedRefund = {
  memberId: number
  amountCents: number
  currency: string
  method: PaymentMethod
  reference: string
  paidOn: Day
  providerRef: string | null
  ledgerEntryId: number | null
  isReversal: boolean
  isUndone: boolean
  /** Some of it was money that the member had twice, and is asked back. */
  isOwed: boolean
}

const findRefund = async ({ tx }: BillingWork, refundId: number): Promise<BookedRefund> => {
  const { rows } =
    await sql<BookedRefund>`select r.member_id as "memberId", r.amount_cents as "amountCents", r.currency, r.method,
      r.reference, r.paid_on as "paidOn", r.provider_ref as "providerRef", r.ledger_entry_id as "ledgerEntryId",
      r.reverses_id is not null as "isReversal", exists (select from payments u where u.reverses_id = r.id) as "isUndone",
      exists (select from payment_takings t where t.taken_by_id = r.id and t.charge_id is not null) as "isOwed"
    from payments r where r.id = ${refundId}`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('notFound')
  return row
}

/** Whether staff booked it: what a bank or a provider took is not theirs to undo. */
export const isHandRefund = (method: string): boolean => refundMethods.some((known) => known === method)

const checkUndo = (refund: BookedRefund): void => {
  if (refund.isUndone) throw new AppError('alreadyUndone')
  if (refund.amountCents > 0 || refund.isReversal) {
    throw badField('reason', 'Only refunds and credit that was given back are undone here.')
  }
  if (refund.providerRef !== null || !isHandRefund(refund.method)) {
    throw badField(
      'reason',
      'The money has left by Stripe or the bank, so this can’t be undone. Book it when it is back.',
    )
  }
  if (refund.isOwed) throw badField('reason', 'Some of it is asked back already. Book that as paid instead.')
}

type ReducedCharge = { paymentId: number; chargeId: number; cents: number; days: string | null; hasEntry: boolean }

/** The sums a refund took out of charges, with the days each had then where it was made smaller. */
const listTaken = async ({ tx }: BillingWork, refundId: number): Promise<ReducedCharge[]> =>
  (
    await sql<ReducedCharge>`select a.payment_id as "paymentId", a.charge_id as "chargeId", -a.amount_cents as cents,
      e.period::text as days, e.id is not null as "hasEntry"
    from payment_allocations a
    left join charge_entries e on e.taken_by_id = a.taken_by_id and e.charge_id = a.charge_id
    where a.taken_by_id = ${refundId} order by a.charge_id`.execute(tx)
  ).rows

const lengthOf = (days: string | null): number => {
  if (days === null) return 0
  const { from, to } = readRange(days)
  return daysBetween(from, to)
}

/** Days that were charged otherwise since are not paid twice. */
const isAsItWas = ({ state, period }: Charge, { days }: ReducedCharge): boolean =>
  state !== 'void' && lengthOf(days) === (period === null ? 0 : daysBetween(period.from, period.to))

/** Puts the money back where it was, as far as that is still there; the rest is left over. */
const restore = async (
  work: BillingWork,
  { taken, reason, moved }: { taken: ReducedCharge; reason: string; moved: MoneyMove },
): Promise<void> => {
  const { paymentId, chargeId, cents } = taken
  const charge = await lockCharge(work, chargeId)
  if (!taken.hasEntry || !isAsItWas(charge, taken)) return
  await enterCharges(work, [{ chargeId, kind: 'refunded', amountCents: cents }], moved)
  work.restored.push({ chargeId, cents, reason })
  await allocate(work, [{ paymentId, chargeId, cents }], moved)
  if (charge.state === 'refunded') {
    const facts = { state: 'paid', reason: null, paid_at: work.now } as const // narrows the words
    await work.tx.updateTable('charges').set(facts).where('id', '=', chargeId).execute()
  } else await settle(work, [chargeId])
}

/**
 * Takes a refund back that staff booked by mistake: the payment it was of has the money again, and so have the charges
 * it paid, with their days. It counts on the day of the refund, because the money never left.
 */
export const undoRefund = async (
  work: BillingWork,
  { refundId, reason, paidOn }: { refundId: number; reason: string; paidOn?: Day | undefined },
): Promise<void> => {
  const { memberId } = await findRefund(work, refundId)
  await lockPayer(work, memberId)
  const refund = await findRefund(work, refundId)
  checkUndo(refund)
  const { amountCents, currency, method, reference, ledgerEntryId } = refund
  const day = paidOn ?? (await openDay(work, refund.paidOn))
  const reversed =
    ledgerEntryId === null
      ? null
      : await bookReversal(work, { memberId, entryId: ledgerEntryId, reason, owners: ['payments'], day })
  const undoId = await insertPayment(work, {
    memberId,
    amountCents: -amountCents,
    currency,
    method,
    reference,
    note: reason,
    paidOn: day,
    reversesId: refundId,
    ...(reversed && { ledgerEntryId: reversed.entryId }),
  })
  const { rows: takings } = await sql<{ paymentId: number; cents: number }>`select payment_id as "paymentId",
    -amount_cents as cents from payment_takings where taken_by_id = ${refundId} order by id`.execute(work.tx)
  await enterTakings(work, undoId, takings)
  const moved = { takenById: undoId, day }
  for (const taken of await listTaken(work, refundId)) await restore(work, { taken, reason, moved })
  noteEvent(work, 'billing.refundUndone', { memberId, refundId, paymentId: undoId, amountCents: -amountCents, reason })
  await spendCredit(work, { memberId, currency })
  await followPayer(work, memberId)
  const amount = formatCents(-amountCents, { locale: work.settings.SITE_LOCALE_CURRENCY, currency })
  await addJob(work, mailPlanJob, { mail: 'refundUndone', memberId, refundId: undoId, facts: { amount } })
}
