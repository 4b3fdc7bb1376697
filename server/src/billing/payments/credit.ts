import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { AppError } from '#platform/http/app-error.ts'
import type { Day } from '#platform/local-day.ts'
import type { BillingWork } from '../billing-work.ts'
import { allocate, settle } from '../charges/allocations.ts'

type CreditRow = { paymentId: number; cents: number }

/** Credit of members is in their payments; the database keeps how much is left of each, oldest first. */
const listCredit = async ({ tx }: BillingWork, memberId: number, currency: string): Promise<CreditRow[]> =>
  (
    await sql<CreditRow>`select k.payment_id as "paymentId", k.left_cents as cents
      from payments p join payment_credits k on k.payment_id = p.id
      where p.member_id = ${memberId} and p.currency = ${currency} and k.left_cents > 0 order by p.id`.execute(tx)
  ).rows

/** The credit of a member: paid beyond their charges, in cents. */
export const creditOf = async (work: BillingWork, memberId: number, currency: string): Promise<number> =>
  (await listCredit(work, memberId, currency)).reduce((sum, { cents }) => sum + cents, 0)

export type PaidCharge = { chargeId: number; cents: number }

const listOwed = async (
  { tx }: BillingWork,
  { memberId, currency, chargeIds }: { memberId: number; currency: string; chargeIds: readonly number[] },
): Promise<PaidCharge[]> =>
  (
    await sql<PaidCharge>`select id as "chargeId", amount_cents - paid_cents as cents from charges
      where member_id = ${memberId} and currency = ${currency} and state in ('open', 'processing')
        and amount_cents > paid_cents
      order by id = any(${chargeIds}::int[]) desc, due_on, id limit 500 for update`.execute(tx)
  ).rows

/** Pays open charges with what is left over of a member's payments. Returns which charges got what. */
export const spendCredit = async (
  work: BillingWork,
  { memberId, currency, chargeIds = [] }: { memberId: number; currency: string; chargeIds?: readonly number[] },
): Promise<PaidCharge[]> => {
  const credit = await listCredit(work, memberId, currency)
  if (credit.length === 0) return []
  const spent: (PaidCharge & { paymentId: number })[] = []
  const owed = await listOwed(work, { memberId, currency, chargeIds })
  for (const payment of credit) {
    for (const charge of owed) {
      const cents = Math.min(payment.cents, charge.cents)
      if (cents <= 0) continue
      spent.push({ paymentId: payment.paymentId, chargeId: charge.chargeId, cents })
      payment.cents -= cents
      charge.cents -= cents
    }
  }
  await allocate(work, spent)
  await settle(
    work,
    spent.map(({ chargeId }) => chargeId),
  )
  return spent.map(({ chargeId, cents }) => ({ chargeId, cents }))
}

/** The sum that a payment that goes out takes, and of which payment that came in, or of which charge that asks for it back. */
type Taking = ({ paymentId: number } | { chargeId: number }) & { cents: number }

/** The database refuses a payment that goes out without them, and more than is left. */
export const enterTakings = async (
  { tx }: BillingWork,
  takenById: number,
  takings: readonly Taking[],
): Promise<void> => {
  const rows = takings.filter(({ cents }) => cents !== 0)
  if (rows.length === 0) return
  await tx
    .insertInto('payment_takings')
    .values(
      rows.map((taking) => ({
        taken_by_id: takenById,
        payment_id: 'paymentId' in taking ? taking.paymentId : null,
        charge_id: 'chargeId' in taking ? taking.chargeId : null,
        amount_cents: taking.cents,
      })),
    )
    .execute()
}

/** Takes so much of a member's credit, of their oldest payments first. The caller has looked that it is there. */
export const takeCredit = async (
  work: BillingWork,
  { takenById, memberId, currency, cents }: { takenById: number; memberId: number; currency: string; cents: number },
): Promise<void> => {
  let left = cents
  const takings = (await listCredit(work, memberId, currency)).map((payment) => {
    const taken = Math.min(left, payment.cents)
    left -= taken
    return { paymentId: payment.paymentId, cents: taken }
  })
  await enterTakings(work, takenById, takings)
}

export type LeftOfPayment = {
  memberId: number
  amountCents: number
  currency: string
  method: PaymentMethod
  reference: string
  paidOn: Day
  isReversed: boolean
  /** The sum that went out of it again. */
  takenCents: number
  /** The sum that pays nothing yet. */
  creditCents: number
  /** The charges it is in, with the sums, the newest period first. */
  charges: PaidCharge[]
}

/**
 * The rest of a payment, and where it is: the most that can go out of it again, in whichever way. One that went out
 * itself, or undoes that, has nothing to give.
 */
export const leftOfPayment = async ({ tx }: BillingWork, paymentId: number): Promise<LeftOfPayment> => {
  const { rows } = await sql<
    Omit<LeftOfPayment, 'charges' | 'takenCents'>
  >`select p.member_id as "memberId", p.amount_cents as "amountCents",
      p.currency, p.method, p.reference, p.paid_on as "paidOn",
      k.payment_id is null or exists (select from payments r where r.reverses_id = p.id) as "isReversed",
      coalesce(k.left_cents, 0) as "creditCents"
    from payments p left join payment_credits k on k.payment_id = p.id where p.id = ${paymentId}`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('notFound')
  const { rows: charges } = await sql<PaidCharge>`select a.charge_id as "chargeId", sum(a.amount_cents)::int as cents
    from payment_allocations a join charges c on c.id = a.charge_id where a.payment_id = ${paymentId}
    group by a.charge_id, c.period, c.id having sum(a.amount_cents) > 0
    order by lower(c.period) desc nulls last, c.id desc`.execute(tx)
  const paidCents = charges.reduce((sum, { cents }) => sum + cents, 0)
  return { ...row, charges, takenCents: Math.max(0, row.amountCents) - row.creditCents - paidCents }
}

/** Spreads an amount over what there is, from the first on. */
export const spread = (charges: readonly PaidCharge[], cents: number): { parts: PaidCharge[]; restCents: number } => {
  let restCents = cents
  const parts = charges.flatMap((charge) => {
    const taken = Math.min(restCents, charge.cents)
    restCents -= taken
    return taken > 0 ? [{ chargeId: charge.chargeId, cents: taken }] : []
  })
  return { parts, restCents }
}
