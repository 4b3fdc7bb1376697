import { clockFormat } from '@spacekeeper/contract/formatters.ts'
import { Temporal } from 'temporal-polyfill'

/** A day of the calendar where the space is, such as `2026-03-31`. Days compare as text. */
export type Day = string

const formatOf = (timeZone: string) => clockFormat({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

const minuteMs = 60_000

let lastAsked = { minute: Number.NaN, zone: '', day: '' }

/**
 * Which day it is in a time zone, by its IANA name. Worked out once a minute, because every list of access asks: days
 * begin with a minute in every zone.
 */
export const localDay = (now: Date, zone: string): Day => {
  const minute = Math.floor(now.getTime() / minuteMs)
  if (minute !== lastAsked.minute || zone !== lastAsked.zone)
    lastAsked = { minute, zone, day: formatOf(zone).format(now) }
  return lastAsked.day
}

const dayMs = 24 * 60 * 60 * 1000

const utcMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

/** When a day begins in a time zone; also on days on which its clocks change. */
export const startOfDay = (day: Day, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)

export const addDays = (day: Day, days: number): Day => dayOf(utcMs(day) + days * dayMs)

/** How many days later `to` is; negative when it is before. */
export const daysBetween = (from: Day, to: Day): number => Math.round((utcMs(to) - utcMs(from)) / dayMs)

/** The same day of a later month, or its last day where it is shorter: 31 January and a month is 28 February. */
export const addMonths = (day: Day, months: number): Day => Temporal.PlainDate.from(day).add({ months }).toString()

export const earlierDay = (a: Day, b: Day): Day => (a < b ? a : b)

export const laterDay = (a: Day, b: Day): Day => (a > b ? a : b)

/** A range as PostgreSQL writes it, from its first day to the day after its last. */
export type DayRange = { from: Day; to: Day }

export const rangeText = ({ from, to }: DayRange): string => `[${from},${to})`

export const readRange = (text: string): DayRange => {
  const [from = '', to = ''] = text.slice(1, -1).split(',')
  return { from, to }
}
