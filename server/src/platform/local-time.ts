/** A date and a time where the space is, such as `2027-03-01 19:00`. */
export type LocalTime = string

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}

/** What clocks and calendars of a time zone show, to the minute. */
export const localTime = (at: Date, zone: string): LocalTime => {
  const parts = formatOf(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

const utcMs = (local: LocalTime): number => Date.parse(`${local.replace(' ', 'T')}:00Z`)

const dayMs = 24 * 60 * 60 * 1000

/**
 * The instant at which clocks of a time zone show this. Of an hour that comes twice it is the first; null where it does
 * not come at all, because the clocks go forward over it or there is no such day.
 */
export const instantAt = (local: LocalTime, zone: string): Date | null => {
  const ms = utcMs(local)
  if (Number.isNaN(ms)) return null
  const offsets = [ms - dayMs, ms + dayMs].map((at) => utcMs(localTime(new Date(at), zone)) - at)
  const found = offsets.map((offset) => new Date(ms - offset)).filter((at) => localTime(at, zone) === local)
  return found.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}
