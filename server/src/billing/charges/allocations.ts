import { sql } from 'kysely'
import type { Day } from '#platform/local-day.ts'
import type { BillingWork } from '../billing-work.ts'

/** The payment that went out, or undoes that, which it is for, and the day of its money. */
export type MoneyMove = { takenById: number; day: Day }

/** The part of a charge that each payment paid. */
export const allocationsOf = async ({ tx }: BillingWork, chargeId: number) =>
  (
    await sql<{ paymentId: number; cents: number }>`select payment_id as "paymentId", sum(amount_cents)::int as cents
      from payment_allocations where charge_id = ${chargeId} group by payment_id having sum(amount_cents) <> 0
      order by payment_id desc`.execute(tx)
  ).rows

export const allocate = async (
  { tx, now, today }: BillingWork,
  allocations: readonly { paymentId: number; chargeId: number; cents: number }[],
  moved?: MoneyMove,
): Promise<void> => {
  if (allocations.length === 0) return
  await tx
    .insertInto('payment_allocations')
    .values(
      allocations.map(({ paymentId, chargeId, cents }) => ({
        payment_id: paymentId,
        charge_id: chargeId,
        amount_cents: cents,
        at: now,
        booked_on: moved?.day ?? today,
        taken_by_id: moved?.takenById ?? null,
      })),
    )
    .execute()
}

/** Nothing is taken out of a charge before it was paid: the day of the money, or the last on which this was paid. */
export const dayToTakeOut = async (
  { tx }: BillingWork,
  { paymentId, chargeId, day }: { paymentId: number; chargeId: number; day: Day },
): Promise<Day> => {
  const { rows } = await sql<{ day: Day }>`select greatest(${day}::date, max(booked_on)) as day
    from payment_allocations where payment_id = ${paymentId} and charge_id = ${chargeId}`.execute(tx)
  return rows[0]?.day ?? day
}

/**
 * After allocations changed: what is paid in full is paid, and what no longer is, is open and due from today at the
 * earliest, also where the rest of it had been written off.
 */
export const settle = async ({ tx, now, today }: BillingWork, chargeIds: readonly number[]): Promise<void> => {
  await sql`update charges set
      state = case when paid_cents >= amount_cents then 'paid' when state = 'processing' then state else 'open' end,
      due_on = case when state in ('paid', 'writtenOff') and paid_cents < amount_cents
        then greatest(due_on, ${today}::date) else due_on end,
      paid_at = case when paid_cents >= amount_cents then coalesce(paid_at, ${now}::timestamptz) end
    where id = any(${chargeIds}::int[]) and (state in ('open', 'processing', 'paid')
      or state = 'writtenOff' and paid_cents < amount_cents)`.execute(tx)
}
