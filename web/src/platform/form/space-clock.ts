import { clockFormat } from '@spacekeeper/contract/formatters.ts'
import type { SpaceClock } from '@spacekeeper/contract/past-fields.ts'
import { useSite } from '#platform/session/site.ts'

const dayMs = 86_400_000

/** Now, as clocks of a time zone show it, or those of the reader. Written as fields have it: `2026-03-01 18:30`. */
export const clockIn = (timeZone?: string): SpaceClock => {
  const now = new Date()
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const // a style
  const local = clockFormat({ ...parts, timeZone })
    .format(now)
    .replace(', ', ' ')
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
