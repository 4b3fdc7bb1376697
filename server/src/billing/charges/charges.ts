import type { ChargeKind, ChargeState } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addDays, type Day, type DayRange, daysBetween, rangeText, readRange } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { shareOf } from '../periods.ts'
import { allocate, allocationsOf, type MoneyMove, settle } from './allocations.ts'

export type Charge = {
  id: number
  memberId: number
  subscriptionId: number | null
  /** The plan it was charged for, whatever the subscription has now. */
  planId: number | null
  kind: ChargeKind
  period: DayRange | null
  description: string
  amountCents: number
  paidCents: number
  discountCents: number
  currency: string
  dueOn: Day
  state: ChargeState
  /** Reductions that were taken off: the use of a coupon, and a concession. */
  couponUseId: number | null
  /** Periods of the coupon that it counts for: one, or none where another part of the period does. */
  couponPeriods: number
  concessionPercent: number | null
  /** The days of the whole period whose price it is a share of; null where it is the whole. */
  priceDays: number | null
}

/** The last time the charge `c` was to be taken from what its member saved. */
export const lastTryOfCharge = sql`(select y.state, y.told_at, y.next_try_on from stripe_payments y
  where y.member_id = c.member_id and y.purpose = 'dues' and y.way = 'automatic' and y.charge_ids @> array[c.id]
  order by y.id desc limit 1)`

type ReductionColumn = 'couponUseId' | 'couponPeriods' | 'concessionPercent' | 'priceDays'

export type NewCharge = Omit<Charge, 'id' | 'planId' | 'paidCents' | 'state' | ReductionColumn> &
  Partial<Pick<Charge, ReductionColumn>> & {
    /** That of the subscription, unless it is said. */
    planId?: number | null
    /** The charge it was a part of. */
    splitFromId?: number
  }

const columns = sql<{
  period: string | null
}>`id, member_id as "memberId", subscription_id as "subscriptionId", plan_id as "planId", kind,
  period::text as period, description, amount_cents as "amountCents", paid_cents as "paidCents",
  discount_cents as "discountCents", currency, due_on as "dueOn", state, coupon_use_id as "couponUseId",
  coupon_periods as "couponPeriods", concession_percent as "concessionPercent", price_days as "priceDays"`

const asCharge = (row: Omit<Charge, 'period'> & { period: string | null }): Charge => ({
  ...row,
  period: row.period === null ? null : readRange(row.period),
})

/** The charges of a subscription that were not cancelled, locked, by their periods; fees come last. */
export const lockCharges = async ({ tx }: BillingWork, subscriptionId: number): Promise<Charge[]> => {
  const { rows } = await sql<Omit<Charge, 'period'> & { period: string | null }>`select ${columns} from charges
    where subscription_id = ${subscriptionId} and state <> 'void' order by lower(period), id for update`.execute(tx)
  return rows.map(asCharge)
}

export const lockCharge = async ({ tx }: BillingWork, id: number): Promise<Charge> => {
  const { rows } = await sql<Omit<Charge, 'period'> & { period: string | null }>`select ${columns} from charges
    where id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('notFound')
  return asCharge(row)
}

type EntryKind = 'issued' | 'split' | 'moved' | 'voided' | 'writtenOff' | 'refunded'

export const enterCharges = async (
  { tx, now, today }: BillingWork,
  entries: readonly { chargeId: number; kind: EntryKind; amountCents: number }[],
  moved?: MoneyMove,
): Promise<void> => {
  const rows = entries.filter(({ kind, amountCents }) => amountCents !== 0 || kind === 'moved')
  if (rows.length === 0) return
  await tx
    .insertInto('charge_entries')
    .values(
      rows.map(({ chargeId, kind, amountCents }) => ({
        charge_id: chargeId,
        at: now,
        booked_on: moved?.day ?? today,
        kind,
        amount_cents: amountCents,
        taken_by_id: moved?.takenById ?? null,
      })),
    )
    .execute()
}

/**
 * Adds charges; what costs nothing is paid. Their ids are in the order of the charges. One that asks for money back has no
 * invoice, because nothing is sold with it.
 */
export const insertCharges = async (
  work: BillingWork,
  charges: readonly NewCharge[],
  { kind = 'issued', moved }: { kind?: 'issued' | 'split'; moved?: MoneyMove } = {},
): Promise<number[]> => {
  if (charges.length === 0) return []
  const now = work.now
  const rows = await work.tx
    .insertInto('charges')
    .values(
      charges.map((charge) => ({
        member_id: charge.memberId,
        subscription_id: charge.subscriptionId,
        plan_id: charge.planId ?? null,
        kind: charge.kind,
        period: charge.period && rangeText(charge.period),
        description: charge.description,
        currency: charge.currency,
        discount_cents: charge.discountCents,
        due_on: charge.dueOn,
        state: charge.amountCents === 0 ? 'paid' : 'open',
        coupon_use_id: charge.couponUseId ?? null,
        coupon_periods: charge.couponPeriods ?? 0,
        concession_percent: charge.concessionPercent ?? null,
        price_days: charge.priceDays ?? null,
        split_from_id: charge.splitFromId ?? null,
        created_at: now,
        paid_at: charge.amountCents === 0 ? now : null,
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (kind === 'issued') work.issued.push(...ids.filter((_, at) => charges[at]?.kind !== 'toPayBack'))
  await enterCharges(
    work,
    charges.map(({ amountCents }, at) => ({ chargeId: ids[at] ?? 0, kind, amountCents })),
    moved,
  )
  return ids
}

/** Takes back `cents` of what was paid of a charge, from its newest payments; onto another charge, or as credit. */
const takeBack = async (work: BillingWork, { id, cents, to }: { id: number; cents: number; to?: number }) => {
  let left = cents
  for (const { paymentId, cents: paid } of await allocationsOf(work, id)) {
    const taken = Math.min(left, paid)
    if (taken <= 0) break
    left -= taken
    await allocate(work, [
      { paymentId, chargeId: id, cents: -taken },
      ...(to === undefined ? [] : [{ paymentId, chargeId: to, cents: taken }]),
    ])
  }
}

/**
 * Splits a charge in two at a day inside its period: its amount (by days, or as much as is said for the second part),
 * what was paid of it and what was taken off. Returns the id of the second part.
 */
export const splitCharge = async (
  work: BillingWork,
  charge: Charge,
  { day, laterCents }: { day: Day; laterCents?: number },
): Promise<number> => {
  // The first part counts as the period of a coupon that the whole was.
  const { id, period, amountCents, paidCents, discountCents, state, couponPeriods: _, ...rest } = charge
  if (!period || day <= period.from || day >= period.to) throw new Error(`charge ${id} cannot be split on ${day}`)
  const share = { days: daysBetween(period.from, day), all: daysBetween(period.from, period.to) }
  const firstCents = laterCents === undefined ? shareOf(amountCents, share) : amountCents - laterCents
  const secondCents = amountCents - firstCents
  const secondDiscount = discountCents - shareOf(discountCents, share)
  const priceDays = charge.priceDays ?? share.all
  await work.tx
    .updateTable('charges')
    .set({
      period: rangeText({ from: period.from, to: day }),
      discount_cents: discountCents - secondDiscount,
      price_days: priceDays,
    })
    .where('id', '=', id)
    .execute()
  const second = {
    ...rest,
    period: { from: day, to: period.to },
    amountCents: secondCents,
    discountCents: secondDiscount,
    priceDays,
    splitFromId: id,
  }
  const [secondId = 0] = await insertCharges(work, [second], { kind: 'split' })
  await takeBack(work, { id, cents: Math.max(0, paidCents - firstCents), to: secondId })
  await enterCharges(work, [{ chargeId: id, kind: secondCents === 0 ? 'moved' : 'split', amountCents: -secondCents }])
  if (state === 'processing' || state === 'writtenOff' || state === 'refunded') {
    const facts = state === 'refunded' ? { state, paid_at: null } : { state }
    const update = work.tx.updateTable('charges').set(facts).where('id', '=', secondId)
    await update.$if(state === 'processing', (open) => open.where('state', '=', 'open')).execute()
  }
  await settle(work, [id, secondId])
  return secondId
}

/** Moves the charges from a day on by so many days, those that are open with the day they are due. */
export const shiftCharges = async (
  work: BillingWork,
  { subscriptionId, from, days }: { subscriptionId: number; from: Day; days: number },
): Promise<void> => {
  const moved = (await lockCharges(work, subscriptionId)).filter(({ period }) => period && period.from >= from)
  // One by one and the last first, because at no moment may two overlap.
  for (const { id, period, dueOn } of days > 0 ? moved.toReversed() : moved) {
    if (!period) continue
    await work.tx
      .updateTable('charges')
      .set({
        period: rangeText({ from: addDays(period.from, days), to: addDays(period.to, days) }),
        due_on: addDays(dueOn, days),
      })
      .where('id', '=', id)
      .execute()
  }
  await enterCharges(
    work,
    moved.map(({ id }) => ({ chargeId: id, kind: 'moved', amountCents: 0 })),
  )
}

/** Cancels a charge. What was paid of it becomes credit of the member, and it counts no more as a period of a coupon. */
export const voidCharge = async (work: BillingWork, charge: Charge, reason: string): Promise<void> => {
  const { id, memberId, amountCents, paidCents, state, period, kind } = charge
  if (state === 'void' || state === 'refunded') throw new AppError('alreadyDecided')
  if (kind === 'toPayBack') throw badField('reason', 'This money has left the space already. Write it off instead.')
  await takeBack(work, { id, cents: paidCents })
  await enterCharges(work, [{ chargeId: id, kind: 'voided', amountCents: -amountCents }])
  work.voided.push(id)
  await work.tx.updateTable('charges').set({ state: 'void', reason, paid_at: null }).where('id', '=', id).execute()
  noteEvent(work, 'billing.voided', { memberId, chargeId: id, amountCents, period, reason })
}

/** Gives up what is still owed of a charge. What was paid of it stays paid. */
export const writeOffCharge = async (work: BillingWork, charge: Charge, reason: string): Promise<void> => {
  const { id, memberId, amountCents, paidCents, state } = charge
  if (state !== 'open') throw new AppError('alreadyDecided')
  const lostCents = amountCents - paidCents
  await enterCharges(work, [{ chargeId: id, kind: 'writtenOff', amountCents: -lostCents }])
  await work.tx.updateTable('charges').set({ state: 'writtenOff', reason }).where('id', '=', id).execute()
  noteEvent(work, 'billing.writtenOff', { memberId, chargeId: id, amountCents: lostCents, reason })
}

/** The money of open charges is on its way, such as by direct debit: they count as paid until it comes back. */
export const markProcessing = async (work: BillingWork, charges: readonly Charge[]): Promise<void> => {
  for (const { id, memberId, state, amountCents } of charges) {
    if (state !== 'open') throw new AppError('alreadyDecided')
    await work.tx.updateTable('charges').set({ state: 'processing' }).where('id', '=', id).execute()
    noteEvent(work, 'billing.processing', { memberId, chargeId: id, amountCents })
  }
}

/** The money of a charge did not arrive after all: it is open again, and due from today. */
export const reopenCharge = async ({ tx, today }: BillingWork, { id, state }: Charge): Promise<void> => {
  if (state !== 'processing') throw new AppError('alreadyDecided')
  await sql`update charges set state = 'open', due_on = greatest(due_on, ${today}::date) where id = ${id}`.execute(tx)
}
