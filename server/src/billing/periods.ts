import type { PlanInterval } from '@spacekeeper/contract/billing/words.ts'
import { addDays, addMonths, type Day, type DayRange, daysBetween } from '#platform/local-day.ts'

/** How long a period is, and where they are counted from. */
export type PeriodFacts = { anchorOn: Day; periodsSinceAnchor: number; interval: PlanInterval; intervalCount: number }

const boundary = ({ anchorOn, interval, intervalCount }: PeriodFacts, periods: number): Day => {
  const count = periods * intervalCount
  if (interval === 'day') return addDays(anchorOn, count)
  if (interval === 'week') return addDays(anchorOn, count * 7)
  // Counted from the anchor, not from the period before: 31 January, 28 February, 31 March.
  return addMonths(anchorOn, interval === 'month' ? count : count * 12)
}

/** The period that comes next. */
export const nextPeriod = (facts: PeriodFacts): DayRange => ({
  from: boundary(facts, facts.periodsSinceAnchor),
  to: boundary(facts, facts.periodsSinceAnchor + 1),
})

/** A period is charged no earlier than halfway through the one before, however far ahead the space asks. */
export const daysAhead = (facts: PeriodFacts, wanted: number): number => {
  const { from, to } = nextPeriod({ ...facts, periodsSinceAnchor: 0 })
  return Math.min(wanted, Math.floor(daysBetween(from, to) / 2))
}

/** Cents of the first `days` of a period of `all` days, half a cent rounded up; the rest is what remains. */
export const shareOf = (cents: number, { days, all }: { days: number; all: number }): number =>
  Math.floor((cents * days * 2 + all) / (all * 2))

export type Reduction = { percent: number | null; amountCents: number | null }

/** What is taken off a price: each percentage of what is left, then amounts, and never more than the price. */
export const discountOf = (costCents: number, reductions: readonly Reduction[]): number => {
  let left = costCents
  for (const { percent } of reductions) if (percent !== null) left -= shareOf(left, { days: percent, all: 100 })
  for (const { amountCents } of reductions) if (amountCents !== null) left = Math.max(0, left - amountCents)
  return costCents - left
}
