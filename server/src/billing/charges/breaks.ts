import { sql } from 'kysely'
import { addDays, type Day, type DayRange, daysBetween, earlierDay, rangeText, readRange } from '#platform/local-day.ts'
import type { BillingWork } from '../billing-work.ts'
import type { Subscription } from '../subscription-row.ts'
import { type Charge, lockCharges, shiftCharges, splitCharge, voidCharge } from './charges.ts'

export type Break = { id: number; kind: 'pause' | 'lapse'; days: DayRange; hasBegun: boolean; reason: string }

/** The breaks of a subscription that were not called off, oldest first. */
export const listBreaks = async ({ tx }: BillingWork, subscriptionId: number): Promise<Break[]> => {
  const { rows } = await sql<Omit<Break, 'days'> & { days: string }>`select id, kind, days::text as days, reason,
      begun_at is not null as "hasBegun" from subscription_breaks
    where subscription_id = ${subscriptionId} and cancelled_at is null order by days`.execute(tx)
  return rows.map((row) => ({ ...row, days: readRange(row.days) }))
}

/** Splits the charge that a day is inside of, so that one begins there. */
export const splitAt = async (work: BillingWork, subscriptionId: number, day: Day): Promise<void> => {
  const inside = (await lockCharges(work, subscriptionId)).find(
    ({ period }) => period && period.from < day && day < period.to,
  )
  if (inside) await splitCharge(work, inside, { day })
}

/** Periods are counted anew from the end of what is charged. */
const anchorAnew = (subscription: Subscription): void => {
  subscription.anchorOn = subscription.chargedThrough
  subscription.periodsSinceAnchor = 0
}

/**
 * Makes room for days that cost nothing: what is charged from the first of them on moves behind the last, in two parts
 * where a period had begun. Nothing is charged twice and nothing is lost.
 */
export const openBreak = async (work: BillingWork, subscription: Subscription, days: DayRange): Promise<void> => {
  const length = daysBetween(days.from, days.to)
  if (length <= 0) return
  await splitAt(work, subscription.id, days.from)
  await shiftCharges(work, { subscriptionId: subscription.id, from: days.from, days: length })
  subscription.chargedThrough = addDays(subscription.chargedThrough, length)
  anchorAnew(subscription)
}

/** Cancels a charge. One that was paid back already has nothing left to cancel and only makes room. */
export const dropCharge = async (work: BillingWork, charge: Charge, reason: string): Promise<void> => {
  if (charge.state === 'refunded') {
    await work.tx.updateTable('charges').set({ state: 'void' }).where('id', '=', charge.id).execute()
    return
  }
  await voidCharge(work, charge, reason)
}

/** Days from this one on that were given up by staff or paid back are not to come: what is charged after them moves up. */
const dropGivenUp = async (work: BillingWork, subscription: Subscription, from: Day): Promise<void> => {
  const isDropped = ({ state, period }: Charge) =>
    (state === 'writtenOff' || state === 'refunded') && period !== null && period.to > from
  const found = (await lockCharges(work, subscription.id)).filter(isDropped)
  if (found.length === 0) return
  await splitAt(work, subscription.id, from)
  // The last first, so that the days of the others stay what they are.
  const dropped = (await lockCharges(work, subscription.id)).filter(isDropped).toReversed()
  for (const charge of dropped) {
    if (!charge.period) continue
    const length = daysBetween(charge.period.from, charge.period.to)
    await dropCharge(work, charge, 'writtenOff')
    await shiftCharges(work, { subscriptionId: subscription.id, from: charge.period.to, days: -length })
    subscription.chargedThrough = addDays(subscription.chargedThrough, -length)
  }
  anchorAnew(subscription)
}

/** A break that begins where access ended and ends today, once what was overdue is paid. */
export const recordLapse = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  const { tx, now, today } = work
  if (subscription.accessEndedOn !== null) await dropGivenUp(work, subscription, subscription.accessEndedOn)
  const from = earlierDay(subscription.accessEndedOn ?? today, subscription.chargedThrough)
  if (from >= today) return
  const days = { from, to: today }
  await openBreak(work, subscription, days)
  await tx
    .insertInto('subscription_breaks')
    .values({
      subscription_id: subscription.id,
      kind: 'lapse',
      days: rangeText(days),
      created_at: now,
      begun_at: now,
    })
    .execute()
}

/** Ends a break that is open on a day before its last: what was moved behind it comes back. */
export const closeBreak = async (
  work: BillingWork,
  subscription: Subscription,
  { id, days, on }: { id: number; days: DayRange; on: Day },
): Promise<void> => {
  const { tx, now } = work
  const length = daysBetween(on, days.to)
  const isWhole = on <= days.from
  await tx
    .updateTable('subscription_breaks')
    .set(isWhole ? { cancelled_at: now } : { days: rangeText({ from: days.from, to: on }) })
    .where('id', '=', id)
    .execute()
  await shiftCharges(work, { subscriptionId: subscription.id, from: days.to, days: -length })
  subscription.chargedThrough = addDays(subscription.chargedThrough, -length)
  anchorAnew(subscription)
}

/** Everything charged from a day on is cancelled; what was paid of it becomes credit. The days before stay charged. */
export const cutCharges = async (
  work: BillingWork,
  subscription: Subscription,
  { on, reason }: { on: Day; reason: string },
): Promise<void> => {
  await splitAt(work, subscription.id, on)
  for (const charge of await lockCharges(work, subscription.id)) {
    if (charge.period && charge.period.from >= on) await dropCharge(work, charge, reason)
  }
  if (subscription.chargedThrough <= on) return
  subscription.chargedThrough = on
  anchorAnew(subscription)
}

/** A first payment that comes late moves the start to today, with all that was charged. */
export const moveStart = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  const days = daysBetween(subscription.startedOn, work.today)
  if (days <= 0) return
  await shiftCharges(work, { subscriptionId: subscription.id, from: subscription.startedOn, days })
  subscription.startedOn = work.today
  subscription.chargedThrough = addDays(subscription.chargedThrough, days)
  anchorAnew(subscription)
}
