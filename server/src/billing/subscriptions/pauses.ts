import { sql } from 'kysely'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addDays, type Day, type DayRange, daysBetween, rangeText } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { type Break, closeBreak, listBreaks, openBreak } from '../charges/breaks.ts'
import { issueCharges } from '../charges/issuing.ts'
import { orderPauseMails } from '../dated-mails.ts'
import { followSubscription } from '../follow.ts'
import { getChanging, type Subscription } from '../subscription-row.ts'
import { moveSubscription } from '../subscription-rules.ts'

export type PausePreview = {
  days: DayRange
  /** Paid days from the start of the pause on, which come back after it. */
  paidDaysKept: number
  /** Until when the member has paid, before and with the pause. */
  paidThroughBefore: Day
  paidThroughAfter: Day
}

type WantedPause = { memberId: number; days: DayRange; reason?: string | undefined; isByStaff: boolean }

const checkLimits = (work: BillingWork, { days, isByStaff }: WantedPause, pauses: readonly Break[]): void => {
  const {
    PAUSE_MIN_DAYS: least,
    PAUSE_MAX_DAYS: most,
    PAUSES_PER_YEAR: perYear,
    PAUSE_NOTICE_DAYS: notice,
  } = work.settings
  const length = daysBetween(days.from, days.to)
  if (length <= 0) throw badField('to', 'The pause has to end after it begins.')
  // Staff may agree on another pause, but on none that does not end.
  if (length > 730) throw badField('to', 'At most 730 days.')
  if (isByStaff) return
  if (days.from < addDays(work.today, notice)) throw badField('from', `At least ${notice} days from now.`)
  if (length < least) throw badField('to', `At least ${least} days.`)
  if (length > most) throw badField('to', `At most ${most} days.`)
  const yearAgo = addDays(days.from, -365)
  if (pauses.filter((one) => one.days.from > yearAgo).length >= perYear) {
    throw badField('from', `At most ${perYear} pauses in a year.`)
  }
}

const previewOf = (subscription: Subscription, days: DayRange): PausePreview => {
  const paidDaysKept = Math.max(0, daysBetween(days.from, subscription.paidThrough))
  return {
    days,
    paidDaysKept,
    paidThroughBefore: subscription.paidThrough,
    paidThroughAfter: paidDaysKept > 0 ? addDays(days.to, paidDaysKept) : subscription.paidThrough,
  }
}

const checkedPause = async (work: BillingWork, wanted: WantedPause) => {
  const subscription = await getChanging(work, wanted.memberId)
  if (subscription.state !== 'active') throw new AppError('planState')
  const pauses = (await listBreaks(work, subscription.id)).filter(({ kind }) => kind === 'pause')
  if (pauses.some(({ days }) => days.from < wanted.days.to && wanted.days.from < days.to)) {
    throw badField('from', 'There’s a pause in these days already.')
  }
  checkLimits(work, wanted, pauses)
  return { subscription, preview: previewOf(subscription, wanted.days) }
}

/** What a pause would do, in days. Refuses what the space does not allow, at the field. */
export const previewPause = async (work: BillingWork, wanted: WantedPause): Promise<PausePreview> =>
  (await checkedPause(work, wanted)).preview

/** Begins a pause whose first day has come. */
export const beginPause = async (
  work: BillingWork,
  subscription: Subscription,
  { id, days }: Pick<Break, 'id' | 'days'>,
): Promise<void> => {
  const next = moveSubscription(subscription.state, 'beginPause')
  const update = work.tx.updateTable('subscription_breaks').where('id', '=', id)
  if (next === null) {
    await update.set({ cancelled_at: work.now }).execute()
    return
  }
  await update.set({ begun_at: work.now }).execute()
  // The days before it are charged first, whatever the portal missed.
  await issueCharges(work, [subscription], { through: days.from })
  await openBreak(work, subscription, days)
  subscription.state = next
}

/** Plans a pause; one that is to begin today begins at once. */
export const pauseSubscription = async (work: BillingWork, wanted: WantedPause): Promise<PausePreview> => {
  const { memberId, days, reason = '' } = wanted
  const { subscription, preview } = await checkedPause(work, wanted)
  const { actor } = work.ctx
  const { id } = await work.tx
    .insertInto('subscription_breaks')
    .values({
      subscription_id: subscription.id,
      kind: 'pause',
      days: rangeText(days),
      reason,
      asked_by: actor.kind === 'member' ? actor.id : null,
      created_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  noteEvent(work, 'billing.paused', { memberId, ...days, reason, paidDaysKept: preview.paidDaysKept })
  if (days.from <= work.today) {
    await beginPause(work, subscription, { id, days })
  }
  await orderPauseMails(work, { breakId: id, ...days })
  await followSubscription(work, subscription)
  return preview
}

/** Ends the pause of a member today, or calls off one that has not begun. */
export const endPause = async (work: BillingWork, memberId: number): Promise<void> => {
  const subscription = await getChanging(work, memberId)
  const breaks = await listBreaks(work, subscription.id)
  const pause = breaks.find(({ kind, days }) => kind === 'pause' && work.today < days.to)
  if (!pause) throw new AppError('planState')
  if (pause.hasBegun) await closeBreak(work, subscription, { ...pause, on: work.today })
  else {
    await work.tx
      .updateTable('subscription_breaks')
      .set({ cancelled_at: work.now })
      .where('id', '=', pause.id)
      .execute()
  }
  noteEvent(work, 'billing.pauseEnded', { memberId, plannedUntil: pause.days.to })
  await followSubscription(work, subscription)
  await issueCharges(work, [subscription])
  await followSubscription(work, subscription)
}

/** Planned pauses whose first day has come. */
export const listDuePauses = async (work: BillingWork, subscriptionId: number): Promise<Break[]> => {
  const { rows } = await sql<{ id: number }>`select id from subscription_breaks
    where subscription_id = ${subscriptionId} and kind = 'pause' and begun_at is null and cancelled_at is null
      and lower(days) <= ${work.today}::date`.execute(work.tx)
  const due = new Set(rows.map(({ id }) => id))
  return (await listBreaks(work, subscriptionId)).filter(({ id }) => due.has(id))
}
