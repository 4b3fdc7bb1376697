import { Temporal } from 'temporal-polyfill'

/** A date and a time where the space is, such as `2027-03-01 19:00`. */
export type LocalTime = string

/** What clocks and calendars of a time zone show, to the minute. */
export const localTime = (at: Date, zone: string): LocalTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

const readLocal = (local: LocalTime): Temporal.PlainDateTime | null => {
  try {
    return Temporal.PlainDateTime.from(local)
  } catch {
    return null
  }
}

/**
 * The instant at which clocks of a time zone show this. Of an hour that comes twice it is the first; null where it does
 * not come at all, because the clocks go forward over it or there is no such day.
 */
export const instantAt = (local: LocalTime, zone: string): Date | null => {
  const at = readLocal(local)?.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const instant = at ? new Date(at.epochMilliseconds) : null
  return instant && localTime(instant, zone) === local ? instant : null
}
