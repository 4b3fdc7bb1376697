import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { SiteLocale } from '@spacekeeper/contract/currencies.ts'
import {
  clockFormat,
  dateFormat,
  listNames,
  numberFormat,
  formatCents,
  spanFormat,
  textLanguage,
} from '@spacekeeper/contract/formatters.ts'

type Time = string | number | Date
type Reader = { locale?: string; timeZone?: string; now?: Date }

const dayMs = 86_400_000

let spaceLocale = textLanguage

/** The region of the space, for readers whose browser speaks another language than the words. */
export const showRegionOf = (siteLocale: string): void => {
  spaceLocale = siteLocale
}

const speaksOurs = (locale: string) => locale.split('-')[0] === textLanguage

const readerLocale = () => (speaksOurs(navigator.language || '') ? navigator.language : spaceLocale)

let sharedZone: string | undefined

/**
 * The zone of a screen that stands in the space, such as a kiosk: all its times are those of the space, however its
 * computer is set. Null on a device of the reader's own.
 */
export const showTimesOf = (timeZone: string | null): void => {
  sharedZone = timeZone ?? undefined
}

const formatter = (options: Intl.DateTimeFormatOptions, { locale = readerLocale(), timeZone = sharedZone }: Reader) =>
  dateFormat(locale, { ...(timeZone === undefined ? {} : { timeZone }), ...options })

const isSameYear = (at: Date, reader: Reader) => {
  const year = formatter({ year: 'numeric' }, reader)
  return year.format(at) === year.format(reader.now ?? new Date())
}

/** "Thu 19 Nov", with the year when it is not this one. */
export const formatDay = (time: Time, reader: Reader = {}) => {
  const at = new Date(time)
  const year: Intl.DateTimeFormatOptions = isSameYear(at, reader) ? {} : { year: 'numeric' }
  const day = formatter({ weekday: 'short', day: 'numeric', month: 'short', ...year }, reader).format(at)
  // Only before a number: "Sat, Nov 21" keeps its comma.
  return day.replace(/^(\p{L}+\.?), (?=\d)/u, '$1 ')
}

/** Rows in the order they come, under the day they were on. */
export const groupByDay = <T extends { at: string }>(rows: readonly T[]): { day: string; rows: T[] }[] => {
  const groups: { day: string; rows: T[] }[] = []
  for (const row of rows) {
    const day = formatDay(row.at)
    const last = groups.at(-1)
    if (last?.day === day) last.rows.push(row)
    else groups.push({ day, rows: [row] })
  }
  return groups
}

/** "November 2026", of a month such as `2026-11`; `short` is "Nov", `narrow` "N". */
export const formatMonth = (month: string, style: 'long' | 'short' | 'narrow' = 'long', reader: Reader = {}) => {
  const parts: Intl.DateTimeFormatOptions = style === 'long' ? { month: 'long', year: 'numeric' } : { month: style }
  return formatter({ ...parts, timeZone: 'UTC' }, reader).format(new Date(`${month}-15T12:00:00Z`))
}

/** "Monday", of 1 to 7; `short` is "Mon". */
export const formatWeekday = (number: number, reader: Reader = {}, weekday: 'long' | 'short' = 'long') =>
  formatter({ weekday, timeZone: 'UTC' }, reader).format(new Date(Date.UTC(2024, 0, number)))

/** "3 March 2021", or "March 3, 2021" for readers in the United States. */
export const formatDate = (time: Time, reader: Reader = {}) =>
  formatter({ dateStyle: 'long' }, reader).format(new Date(time))

/** "3 March 2021": day, month and year in this order for every reader, as the digital ID shows them. */
export const formatIdDate = (time: Time, reader: Reader = {}) => {
  const parts = formatter({ day: 'numeric', month: 'long', year: 'numeric' }, reader).formatToParts(new Date(time))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('day')} ${part('month')} ${part('year')}`
}

const hourOf = (reader: Reader) =>
  formatter({ hour: 'numeric' }, reader).resolvedOptions().hour12 ? 'numeric' : '2-digit'

/** "08:05", or "8:05 AM" where the reader's locale counts to twelve. */
export const formatTime = (time: Time, reader: Reader = {}) =>
  formatter({ hour: hourOf(reader), minute: '2-digit' }, reader).format(new Date(time))

/** The parts of the time, for clocks that show some of them smaller. */
export const timeParts = (time: Time, reader: Reader = {}): Intl.DateTimeFormatPart[] =>
  formatter({ hour: hourOf(reader), minute: '2-digit' }, reader).formatToParts(new Date(time))

/** "Saturday, November 28", for screens that are read from afar. */
export const formatWholeDay = (time: Time, reader: Reader = {}) =>
  formatter({ weekday: 'long', day: 'numeric', month: 'long' }, reader).format(new Date(time))

/** 0 to 23. */
export const hourAt = (time: Time, { timeZone = sharedZone }: Reader = {}): number =>
  Number(clockFormat({ hour: '2-digit', timeZone }).format(new Date(time)))

/** "Thu 19 Nov, 18:05" */
export const formatMoment = (time: Time, reader: Reader = {}) =>
  `${formatDay(time, reader)}, ${formatTime(time, reader)}`

const isSameDay = (time: Time, reader: Reader) => {
  const day = formatter({ year: 'numeric', month: 'numeric', day: 'numeric' }, reader)
  return day.format(new Date(time)) === day.format(reader.now ?? new Date())
}

/** The time alone when it was today, else the day before it: for "since …". */
export const formatSince = (time: Time, reader: Reader = {}) =>
  isSameDay(time, reader) ? formatTime(time, reader) : formatMoment(time, reader)

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "3 min ago", "in 2 hr", "2 months ago"; under a minute "now". Only hours and minutes are short: "last mo" reads as cut off. */
export const formatRelative = (time: Time, reader: Reader = {}) => {
  const differenceMs = new Date(time).getTime() - (reader.now ?? new Date()).getTime()
  const step = steps.find(([, unitMs]) => Math.abs(differenceMs) >= unitMs)
  const style = Math.abs(differenceMs) >= dayMs ? 'long' : 'short'
  const words = spanFormat(reader.locale ?? readerLocale(), { numeric: 'auto', style })
  return (step ? words.format(Math.trunc(differenceMs / step[1]), step[0]) : words.format(0, 'second')).replace('.', '')
}

const isSiteLocale = (locale: string): locale is SiteLocale => Object.hasOwn(currencies, locale)

/** Cents in the site's currency or another one, with a real minus sign. A locale we do not know counts as the default one. */
export const formatMoney = (amountCents: number, siteLocale: string, currency?: string) => {
  const locale = isSiteLocale(siteLocale) ? siteLocale : 'en-AU'
  return formatCents(amountCents, { locale, currency: currency ?? currencies[locale] })
}

export const formatNumber = (
  value: number,
  { locale = readerLocale() }: Reader = {},
  style: Intl.NumberFormatOptions = {},
) => numberFormat(locale, style).format(value)

/** "Anna, Bo and Cleo" */
export const formatList = (names: Iterable<string>, { locale = readerLocale() }: Reader = {}) =>
  listNames(locale, names)

/** "Tue 3 Mar": a day of the calendar such as 2026-03-03, the same wherever its reader is. */
export const formatCalendarDay = (day: string, reader: Reader = {}) =>
  formatDay(`${day}T12:00:00Z`, { ...reader, timeZone: 'UTC' })
