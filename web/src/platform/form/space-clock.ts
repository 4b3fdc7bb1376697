import type { SpaceClock } from '@spacekeeper/contract/past-fields.ts'
import { useSite } from '#platform/session/site.ts'

const dayMs = 86_400_000

/** Now, as clocks of a time zone show it, or those of the reader. Swedes write a day and a time as fields have them. */
export const clockIn = (timeZone?: string): SpaceClock => {
  const now = new Date()
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(now)
  return { now, local }
}

/** Reads the clock where the space is. */
export const useSpaceClock = () => {
  const { siteTimeZone } = useSite().general
  return () => clockIn(siteTimeZone)
}

/** Gives the day it is where the space is, or so many days later, as a date field has it. */
export const useSpaceDay = () => {
  const read = useSpaceClock()
  return (daysAhead = 0): string =>
    new Date(Date.parse(`${read().local.slice(0, 10)}T00:00:00Z`) + daysAhead * dayMs).toISOString().slice(0, 10)
}
