import type { Period } from '@spacekeeper/contract/memberbucks/shapes.ts'

/** A day as addresses and fields have it, from the parts of a date. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** A whole month by the reader's calendar: this one, or so many later. */
export const calendarMonth = (now: Date, later = 0): Period => {
  const [year, month] = [now.getFullYear(), now.getMonth() + later]
  return { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 0) }
}

export const yearOf = (now: Date, later = 0): Period => {
  const year = now.getFullYear() + later
  return { from: dayOf(year, 0, 1), to: dayOf(year, 11, 31) }
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** What stands in an address; this month where that is no period. */
export const readStatementPeriod = ({ from, to }: Record<string, unknown>): Partial<Period> =>
  isDay(from) && isDay(to) ? { from, to } : {}

export const periodOf = ({ from, to }: Partial<Period>, now: Date): Period =>
  from !== undefined && to !== undefined ? { from, to } : calendarMonth(now)
