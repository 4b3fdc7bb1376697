import type { FoundSign } from '@spacekeeper/contract/advice/routes.ts'
import { leavingPoints, type LeavingSign, leavingSigns } from '@spacekeeper/contract/advice/words.ts'
import type { PlanInterval } from '@spacekeeper/contract/plans/words.ts'
import { addDays, addMonths, type Day, type DayRange, daysBetween, earlierDay, laterDay } from '#platform/local-day.ts'
import { discountOf, type Reduction, shareOf } from '../billing/periods.ts'
import { monthlyCents } from '../plans/rules.ts'

const months = 3

/** Of the three months so many days at least have to be paid: less says little. */
const leastDays = 60

/** Advice is for savings that matter: a tenth, and not less than 5.00 in three months. */
const leastSaving = { cents: 500, share: 0.1 }

export type AdvicePeriod = DayRange & { paidCents: number; discountCents: number }

export type AdviceOffer = {
  id: number
  costCents: number
  interval: PlanInterval
  intervalCount: number
  maxPeople: number
  isOwnTier: boolean
}

export type AdviceFacts<Offer extends AdviceOffer> = {
  today: Day
  /** Paid periods in the order of their days; what is not paid is not among them. */
  periods: readonly AdvicePeriod[]
  /** The payer and those in their household. */
  people: number
  /** What makes every plan cheaper for as long as it lasts. */
  lastingDiscounts: readonly Reduction[]
  hasDiscount: boolean
  /** When one of them was last here; null: never seen, which says nothing. */
  lastSeenOn: Day | null
  offers: readonly Offer[]
}

/**
 * The three months that are compared. They end with the last period that is over, so that three monthly payments are
 * three; with today where no period ended in the last month.
 */
export const adviceDays = ({ today, periods }: Pick<AdviceFacts<AdviceOffer>, 'today' | 'periods'>): DayRange => {
  const ended = periods.map(({ to }) => to).filter((to) => to <= today && to > addMonths(today, -1))
  const to = ended.toSorted().at(-1) ?? today
  return { from: addMonths(to, -months), to }
}

/** What of the paid periods falls into these days. */
const paidIn = (days: DayRange, periods: readonly AdvicePeriod[]) => {
  const parts = periods.flatMap((period) => {
    const covered = daysBetween(laterDay(period.from, days.from), earlierDay(period.to, days.to))
    return covered > 0 ? [{ ...period, covered }] : []
  })
  const cents = parts.map(({ from, to, paidCents, covered }) =>
    shareOf(paidCents, { days: covered, all: daysBetween(from, to) }),
  )
  return {
    parts,
    days: parts.reduce((sum, { covered }) => sum + covered, 0),
    cents: cents.reduce((sum, one) => sum + one, 0),
  }
}

/** The plan, or none, that would have cost least in the last three months; null where there is nothing worth saying. */
export const adviseOnPlan = <Offer extends AdviceOffer>(facts: AdviceFacts<Offer>) => {
  const days = adviceDays(facts)
  const paid = paidIn(days, facts.periods)
  const isEarly = !facts.periods.some(({ from }) => from <= days.from) || paid.days < leastDays
  if (isEarly) return null
  // A discount that came or went on the way would make the sums those of different members.
  const countsDiscounts = paid.parts.every(({ discountCents }) => discountCents > 0)
  const discounts = countsDiscounts ? facts.lastingDiscounts : []
  const costOf = ({ costCents, interval, intervalCount }: AdviceOffer): number => {
    const cents = costCents - discountOf(costCents, discounts)
    const whole = monthlyCents({ cents, interval, intervalCount }) * months
    return shareOf(whole, { days: paid.days, all: daysBetween(days.from, days.to) })
  }
  const wasNotHere = facts.lastSeenOn !== null && facts.lastSeenOn < days.from
  const ranked = [
    ...(wasNotHere ? [{ plan: null, cents: 0 }] : []),
    ...facts.offers.filter(({ maxPeople }) => maxPeople >= facts.people).map((plan) => ({ plan, cents: costOf(plan) })),
  ].toSorted((a, b) => a.cents - b.cents)
  const isWorth = (cents: number) => paid.cents - cents >= Math.max(leastSaving.cents, paid.cents * leastSaving.share)
  const [best] = ranked
  if (!best || !isWorth(best.cents)) return null
  // Another tier may not be meant for this member; their own surely lets them do what they did.
  const own = best.plan?.isOwnTier === false ? ranked.find(({ plan }) => plan?.isOwnTier) : undefined
  return {
    ...days,
    days: paid.days,
    paidCents: paid.cents,
    wouldCostCents: best.cents,
    plan: best.plan,
    ownTier: own?.plan && isWorth(own.cents) ? { plan: own.plan, wouldCostCents: own.cents } : null,
    leavesOutDiscount:
      best.plan !== null && facts.hasDiscount && (!countsDiscounts || facts.lastingDiscounts.length === 0),
  }
}

export type LeavingFacts = {
  today: Day
  /** The plan rests now; then no visit is missed. */
  isPaused: boolean
  startedOn: Day
  /** When the payer or one of their household was last here; null: never seen, which says nothing. */
  lastSeenOn: Day | null
  /** Days on which one of them was here: in the last four weeks, and in the twelve before. */
  recentDays: number
  earlierDays: number
  /** The last day of pauses that began, if there was any. */
  pausedUntil: Day | null
  /** Since when a payment is open, or when a debit or card payment failed. */
  unpaidSince: Day | null
  failedOn: Day | null
  /** A pause that began within a month of the one before, in the last year. */
  pausedAgainOn: Day | null
  /** An earlier plan was cancelled. */
  cancelledOn: Day | null
  concessionEndsOn: Day | null
}

export const recentSpan = 28
export const earlierSpan = 84
const awayAfter = 42
const openAfter = 7
const failedWithin = 90
const concessionWithin = 30
const usualAtLeast = 2

type SignDetails = Omit<FoundSign, 'sign' | 'points'>

const on = (day: Day): SignDetails => ({ day, recentDays: null, usualDays: null })

const findAway = ({ today, isPaused, lastSeenOn, pausedUntil }: LeavingFacts): SignDetails | null => {
  if (isPaused || lastSeenOn === null) return null
  const since = pausedUntil === null ? lastSeenOn : laterDay(lastSeenOn, pausedUntil)
  return daysBetween(since, today) >= awayAfter ? on(lastSeenOn) : null
}

/** Less than half of their own usual; a pause in these sixteen weeks makes them no measure. */
const findFewer = (facts: LeavingFacts): SignDetails | null => {
  const { today, startedOn, recentDays, earlierDays, pausedUntil, isPaused } = facts
  const first = addDays(today, -recentSpan - earlierSpan)
  if (isPaused || startedOn > first || (pausedUntil !== null && pausedUntil > first)) return null
  const usual = (earlierDays * recentSpan) / earlierSpan
  if (usual < usualAtLeast || recentDays * 2 >= usual) return null
  return { day: null, recentDays, usualDays: Math.round(usual) }
}

const findPayment = ({ today, unpaidSince, failedOn }: LeavingFacts): SignDetails | null => {
  if (unpaidSince !== null && daysBetween(unpaidSince, today) >= openAfter) return on(unpaidSince)
  return failedOn !== null && daysBetween(failedOn, today) <= failedWithin ? on(failedOn) : null
}

const findConcessionEnd = ({ today, concessionEndsOn }: LeavingFacts): SignDetails | null =>
  concessionEndsOn !== null && Math.abs(daysBetween(today, concessionEndsOn)) <= concessionWithin
    ? on(concessionEndsOn)
    : null

const finders: Readonly<Record<LeavingSign, (facts: LeavingFacts) => SignDetails | null>> = {
  away: findAway,
  // Who was not here at all has fewer visits, too; that is one sign and not two.
  fewerVisits: (facts) => (findAway(facts) ? null : findFewer(facts)),
  payment: findPayment,
  pausedAgain: ({ pausedAgainOn }) => (pausedAgainOn === null ? null : on(pausedAgainOn)),
  cancelledBefore: ({ cancelledOn }) => (cancelledOn === null ? null : on(cancelledOn)),
  concessionEnds: findConcessionEnd,
}

/** The signs that a member may leave, and their points. */
export const findSigns = (facts: LeavingFacts): { signs: FoundSign[]; points: number } => {
  const signs = leavingSigns.flatMap((sign) => {
    const seen = finders[sign](facts)
    return seen ? [{ sign, points: leavingPoints[sign], ...seen }] : []
  })
  return { signs, points: signs.reduce((sum, { points }) => sum + points, 0) }
}
