import type { MeetingPhase } from '@spacekeeper/contract/meetings/words.ts'
import { instantAt, type LocalTime } from '#platform/local-time.ts'
import { dayOf } from '#platform/written-days.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type TypedDate = { at: Date } | { problem: string }

/** The instant a typed date stands for. */
export const readMeetingDate = (typed: LocalTime, zone: string): TypedDate => {
  const [year = '', month = '', day = ''] = typed.slice(0, 10).split('-')
  if (dayOf(year, month, day) === null) return { problem: 'There is no such day.' }
  if (!/ (?:[01]\d|2[0-3]):[0-5]\d$/.test(typed)) return { problem: 'There is no such time of the day.' }
  const at = instantAt(typed, zone)
  return at === null
    ? { problem: 'This time doesn’t exist on that day, because the clocks go forward. Choose another one.' }
    : { at }
}

type DateFacts = { startsAt: Date; phase: MeetingPhase }

/** Why the date of a meeting stays as it is; null where it may be changed. */
export const dateRefusalOf = ({ startsAt, phase }: DateFacts, now: Date): string | null => {
  if (phase !== 'planned') return 'This meeting has begun, so its date stays.'
  return startsAt <= now ? 'The date of a past meeting can’t be changed.' : null
}

type MeetingEndFacts = DateFacts & { minutesPlanned: number }

/** Whether a meeting belongs to the past: it was closed, or its planned end is over and it is not still going on. */
export const isPastMeeting = ({ startsAt, minutesPlanned, phase }: MeetingEndFacts, now: Date): boolean => {
  if (phase === 'over') return true
  return phase !== 'on' && startsAt.getTime() + minutesPlanned * 60_000 <= now.getTime()
}

/** When invitations leave by themselves; null: never, because the setting says so. */
export const invitationDay = (startsAt: Date, inviteDays: number): Date | null =>
  inviteDays === 0 ? null : new Date(startsAt.getTime() - inviteDays * dayMs)

/** Whether that is still to come. A meeting that is planned at short notice is announced by hand. */
export const canInviteItself = (startsAt: Date, { inviteDays, now }: { inviteDays: number; now: Date }): boolean => {
  const at = invitationDay(startsAt, inviteDays)
  return at !== null && at > now
}

type MeetingReminderFacts = { startsAt: Date; invitedAt: Date | null; remindedAt: Date | null; remindHours: number }

/** A reminder is due once, so many hours before; not to those who were only just invited. */
export const isReminderDue = (
  { startsAt, invitedAt, remindedAt, remindHours }: MeetingReminderFacts,
  now: Date,
): boolean => {
  const at = startsAt.getTime() - remindHours * hourMs
  return (
    remindHours > 0 &&
    remindedAt === null &&
    invitedAt !== null &&
    invitedAt.getTime() < at &&
    at <= now.getTime() &&
    now < startsAt
  )
}

/** Items in a new order; null where it does not name each of them once. */
export const reorder = (items: readonly number[], order: readonly number[]): readonly number[] | null =>
  order.length === items.length && new Set(order).size === order.length && order.every((id) => items.includes(id))
    ? order
    : null
