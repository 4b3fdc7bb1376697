/** How often a price is due, as its `recurring` says. */
export interface Cycle {
  interval: string
  interval_count: number
}

export interface BillingPeriod {
  start: number
  end: number
}

const day = 86_400

/**
 * The moment `times` cycles after the anchor, in seconds. Months keep the day and the time of day of the anchor, in
 * UTC, and end on their last day where they are too short: 31 January, 28 February, 31 March.
 */
export function afterCycles(anchor: number, cycle: Cycle, times: number): number {
  const count = cycle.interval_count * times
  if (cycle.interval === 'day') return anchor + count * day
  if (cycle.interval === 'week') return anchor + count * 7 * day
  const from = new Date(anchor * 1000)
  const month = from.getUTCMonth() + (cycle.interval === 'year' ? count * 12 : count)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const date = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay))
  return date / 1000 + (((anchor % day) + day) % day)
}

const longest = { day, week: 7 * day, month: 31 * day, year: 366 * day }

const longestOf = ({ interval, interval_count }: Cycle) =>
  interval_count * (Object.entries(longest).find(([name]) => name === interval)?.[1] ?? longest.month)

/** The cycle of the anchor in which a moment lies. The anchor may be in the future. */
export function periodAround(anchor: number, cycle: Cycle, at: number): BillingPeriod {
  let times = Math.floor((at - anchor) / longestOf(cycle))
  while (afterCycles(anchor, cycle, times + 1) <= at) times += 1
  while (afterCycles(anchor, cycle, times) > at) times -= 1
  return { start: afterCycles(anchor, cycle, times), end: afterCycles(anchor, cycle, times + 1) }
}
