import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import type { OpeningPreset } from '@spacekeeper/contract/openings/shapes.ts'
import { mostOpeningDaysAhead } from '@spacekeeper/contract/openings/words.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { instantAt, localTime } from '#platform/local-time.ts'

/** As a form has them: what clocks where the space is show. A beginning of null is now. */
export type WantedTimes = { day: string; from: string | null; until: string }

export type ReadTimes = { startsAt: Date; endsAt: Date }

/** What is wrong with which field. */
export type TimesProblem = { field: 'day' | 'from' | 'until'; message: string }

export type Clock = { now: Date; zone: string }

const dayMs = 24 * 3_600_000

const skipped = 'Clocks skip this time on that day.'

const dayAndTime = (at: Date, zone: string): [day: string, time: string] => {
  const text = localTime(at, zone)
  return [text.slice(0, 10), text.slice(11)]
}

/** The instants of what was typed. An end that is not after its beginning is on the next day. */
const instantsOf = (wanted: WantedTimes, { now, zone }: Clock): ReadTimes | TimesProblem => {
  const [today, time] = dayAndTime(now, zone)
  const [day, from] = wanted.from === null ? [today, time] : [wanted.day, wanted.from]
  const startsAt = instantAt(`${day} ${from}`, zone)
  if (!startsAt) return { field: 'from', message: skipped }
  const endsAt = instantAt(`${wanted.until > from ? day : addDays(day, 1)} ${wanted.until}`, zone)
  if (!endsAt || endsAt <= startsAt) return { field: 'until', message: skipped }
  return { startsAt, endsAt }
}

/** Reads when an opening is to be, or says why it can't be then. */
export const readTimes = (wanted: WantedTimes, clock: Clock): ReadTimes | TimesProblem => {
  const times = instantsOf(wanted, clock)
  if ('field' in times) return times
  const { now } = clock
  if (times.startsAt.getTime() - now.getTime() > mostOpeningDaysAhead * dayMs)
    return { field: 'day', message: `Choose a day within the next ${mostOpeningDaysAhead} days.` }
  return times
}

/** The same on the same day of the week, week by week, as clocks show it; days on which clocks skip it are left out. */
export const repeatWeekly = (wanted: WantedTimes, weeks: number, clock: Clock): ReadTimes[] => {
  const [today, time] = dayAndTime(clock.now, clock.zone)
  const first = wanted.from === null ? { ...wanted, day: today, from: time } : wanted
  return Array.from({ length: weeks }, (_, week) =>
    instantsOf({ ...first, day: addDays(first.day, 7 * week) }, clock),
  ).flatMap((times) => ('field' in times ? [] : [times]))
}

/** Back into what a form has. */
export const timesOf = ({ startsAt, endsAt }: ReadTimes, zone: string) => {
  const [day, from] = dayAndTime(startsAt, zone)
  return { day, from, until: dayAndTime(endsAt, zone)[1] }
}

const usualHours = 2

/** What is offered with one tap: from now on, and the evening as long as it has not begun. */
export const presetsAt = (evening: { from: string; until: string }, { now, zone }: Clock): OpeningPreset[] => {
  const today = localDay(now, zone)
  const tonight = instantsOf({ day: today, ...evening }, { now, zone })
  const isLeft = !('field' in tonight) && tonight.endsAt.getTime() - now.getTime() > 30 * 60_000
  const [, later] = dayAndTime(new Date(now.getTime() + usualHours * 3_600_000), zone)
  const until = isLeft ? evening.until : `${later.slice(0, 2)}:00`
  const isBegun = 'field' in tonight || tonight.startsAt <= now
  return [
    { kind: 'now', day: today, from: null, until },
    ...(isBegun ? [] : [{ kind: 'evening' as const, day: today, ...evening }]), // the literal is what the type wants
  ]
}

/** "Tue 24 Nov, 18:00 to 22:00", for the audit and mails. */
export const describeTimes = ({ startsAt, endsAt }: ReadTimes, { zone, locale }: { zone: string; locale: string }) => {
  const day = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: zone })
  const time = dateFormat(locale, { timeStyle: 'short', timeZone: zone })
  return `${day.format(startsAt)}, ${time.format(startsAt)} to ${time.format(endsAt)}`
}
