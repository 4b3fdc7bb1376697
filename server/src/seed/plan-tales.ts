import type { Collector, PlanInterval } from '@spacekeeper/contract/plans/words.ts'
import { addDays, addMonths, type Day, daysBetween } from '#platform/local-day.ts'
import { nextPeriod } from '../billing/periods.ts'
import type { CastMember } from './cast.ts'
import { createRandom } from './random.ts'

type SeededTier = { name: string; description: string; is_featured?: boolean; archived_at?: Date }

export const tiers: readonly SeededTier[] = [
  { name: 'Full', description: 'All doors and machines, day and night, and a vote.', is_featured: true },
  { name: 'Casual', description: 'For people who come now and then, on open evenings.' },
  { name: 'Family and concession', description: 'For households, students, pensioners and people on a low income.' },
  { name: 'Founders', description: 'Those who paid for the first lathe.' },
]

type SeededPlan = {
  tier_id: number
  name: string
  cost_cents: number
  joining_fee_cents: number
  max_people: number
  interval: PlanInterval
  interval_count: number
}

const usual = { joining_fee_cents: 0, max_people: 1, interval: 'month', interval_count: 1 } as const

export const planNames = ['full', 'yearly', 'casual', 'family', 'concession', 'founder'] as const

type SeededPlanName = (typeof planNames)[number]

/** Full rose from 65 to 69 lately: who had it pays as before. */
export const plans: Readonly<Record<SeededPlanName, SeededPlan>> = {
  full: { ...usual, tier_id: 1, name: 'Full, monthly', cost_cents: 6900, joining_fee_cents: 2500 },
  yearly: { ...usual, tier_id: 1, name: 'Full, yearly', cost_cents: 70_000, interval: 'year' },
  casual: { ...usual, tier_id: 2, name: 'Casual, weekly', cost_cents: 1500, interval: 'week' },
  family: { ...usual, tier_id: 3, name: 'Family, monthly', cost_cents: 9500, joining_fee_cents: 2500, max_people: 5 },
  concession: { ...usual, tier_id: 3, name: 'Concession, monthly', cost_cents: 3500 },
  founder: { ...usual, tier_id: 4, name: 'Founder', cost_cents: 4000 },
}

const planIdOf = (name: SeededPlanName) => planNames.indexOf(name) + 1

/** What is told of a member beyond a plan that is paid. `due`: days until the next period, negative since it began. */
type PlanTale = {
  plan?: SeededPlanName
  collector?: Collector
  due?: number
  /** How the charge of the newest period stands. */
  newest?: 'open' | 'part' | 'processing' | 'void' | 'writtenOff'
  state?: 'incomplete' | 'pastDue' | 'paused' | 'cancelling' | 'ended'
  costCents?: number
  /** Off the last charge, by a coupon or a concession. */
  discountCents?: number
  couponId?: number
  moreTime?: number
  nextPlan?: SeededPlanName
}

/** One for each thing that can be between a member and the treasurer, by first name. */
const tales: Readonly<Record<string, PlanTale>> = {
  Ada: { plan: 'yearly', due: 140 },
  Bo: { due: 5, newest: 'open' },
  Cy: { due: -24, newest: 'open', state: 'pastDue' },
  Gil: { plan: 'full', collector: 'cash', costCents: 0 },
  Margit: { plan: 'founder', due: 9, newest: 'open' },
  Jonas: { due: -3, newest: 'open' },
  Rafael: { due: -2, newest: 'part' },
  Tariq: { due: -1, newest: 'processing' },
  Pekka: { due: -12, newest: 'open', moreTime: 9 },
  Elif: { due: 12, newest: 'open', nextPlan: 'full' },
  Sofía: { plan: 'family', due: 8, newest: 'open' },
  Amara: { plan: 'yearly', collector: 'invoice', due: 60 },
  Yuki: { plan: 'casual', collector: 'cash', due: 3, newest: 'open' },
  Saoirse: { due: 20, discountCents: 1950 },
  Femke: { due: 19, discountCents: 3450, couponId: 1, costCents: 6900 },
  Minh: { due: 11, state: 'cancelling' },
  Omar: { due: -54, newest: 'writtenOff', state: 'ended' },
  Tilda: { due: -71, newest: 'void', state: 'ended' },
  Aoife: { due: 40, state: 'paused' },
  Manu: { due: -2, newest: 'open', state: 'incomplete', costCents: 6900 },
}

export type PaidPeriod = { period: { from: Day; to: Day }; cents: number; state: string; paidCents: number }

export type SeededSubscription = {
  row: Record<string, unknown>
  member: CastMember
  periods: PaidPeriod[]
  planName: string
  couponId: number | null
}

export type Plot = { member: CastMember; id: number; today: Day; now: Date }

/** Nothing older than that is told: before, the space kept its dues in a spreadsheet. */
const monthsTold = 11

/** The day from which the periods are counted, such that the next one begins when the tale says so. */
const anchorOf = ({ member, today }: Plot, { due = 15, plan, state }: PlanTale): Day => {
  if (state === 'incomplete') return addDays(today, due)
  const [next, interval] = [addDays(today, due), plan === undefined ? 'month' : plans[plan].interval]
  if (interval === 'year') return addMonths(next, -12)
  if (interval === 'week') return addDays(next, -7 * 20)
  const joined = member.joinedAt === null ? today : member.joinedAt.toISOString().slice(0, 10)
  const months = Math.floor(daysBetween(joined, next) / 30.4)
  return addMonths(next, -Math.max(1, Math.min(monthsTold, months)))
}

/** What was agreed before the price rose. */
const agreedCents = (plan: SeededPlanName, tale: PlanTale) =>
  tale.costCents ?? (plan === 'full' ? 6500 : plans[plan].cost_cents)

const settle = ({ newest }: PlanTale, cents: number): Omit<PaidPeriod, 'period'> => {
  if (newest === undefined) return { state: 'paid', paidCents: cents, cents }
  if (newest === 'part') return { state: 'open', paidCents: 2000, cents }
  const isGivenUp = newest === 'void' || newest === 'writtenOff'
  return { state: newest, paidCents: 0, cents: isGivenUp ? 0 : cents }
}

/** The periods up to the newest one, which stands as the tale says. A void one is no part of what is charged. */
const periodsOf = (facts: { anchorOn: Day; last: Day; plan: SeededPlanName }, tale: PlanTale): PaidPeriod[] => {
  const { anchorOn, last, plan } = facts
  const { interval, interval_count: intervalCount } = plans[plan]
  const cents = agreedCents(plan, tale)
  const periods: PaidPeriod[] = []
  for (let periodsSinceAnchor = 0; ; periodsSinceAnchor += 1) {
    const period = nextPeriod({ anchorOn, periodsSinceAnchor, interval, intervalCount })
    const isNewest = period.from >= last
    if (period.from > last || (isNewest && tale.newest === undefined && (tale.due ?? 15) > 0)) return periods
    const paid = { state: 'paid', paidCents: cents, cents }
    periods.push({ period, ...(isNewest ? settle(tale, cents - (tale.discountCents ?? 0)) : paid) })
  }
}

const subscriptionOf = (plot: Plot, tale: PlanTale): SeededSubscription => {
  const { member, id, today, now } = plot
  const random = createRandom(`plan ${member.firstName} ${member.lastName}`)
  const { plan = 'full', due = 15, state = 'active', collector = random.pick(['bank', 'bank', 'bank', 'cash']) } = tale
  const anchorOn = anchorOf(plot, tale)
  const periods = periodsOf({ anchorOn, last: addDays(today, due), plan }, tale)
  const newest = periods.at(-1)
  if (newest && tale.discountCents !== undefined && newest.state === 'paid') {
    newest.cents -= tale.discountCents
    newest.paidCents = newest.cents
  }
  const charged = periods.filter((one) => one.state !== 'void')
  const chargedThrough = charged.at(-1)?.period.to ?? anchorOn
  const isOut = state === 'pastDue' || state === 'incomplete' || state === 'paused' || state === 'ended'
  const { interval, interval_count, name } = plans[plan]
  return {
    member,
    periods,
    planName: name,
    couponId: tale.couponId ?? null,
    row: {
      id,
      member_id: member.id,
      plan_id: planIdOf(plan),
      state,
      collector,
      cost_cents: agreedCents(plan, tale),
      currency: 'AUD',
      interval,
      interval_count,
      started_on: anchorOn,
      anchor_on: anchorOn,
      periods_since_anchor: charged.length,
      charged_through: chargedThrough,
      paid_through: anchorOn,
      access_ended_on: state === 'pastDue' ? addDays(today, due + 7) : null,
      has_access: !isOut,
      more_time_until: tale.moreTime === undefined ? null : addDays(today, tale.moreTime),
      cancel_on: state === 'cancelling' ? chargedThrough : null,
      next_plan_id: tale.nextPlan === undefined ? null : planIdOf(tale.nextPlan),
      next_cost_cents: tale.nextPlan === undefined ? null : plans[tale.nextPlan].cost_cents,
      created_at: new Date(`${anchorOn}T09:00:00Z`),
      ended_at: state === 'ended' ? (member.leftAt ?? now) : null,
      ended_reason: state === 'ended' ? 'cancelled' : null,
    },
  }
}

/** Members who pay nothing by themselves: they are in the household of another. */
export const household = { payer: 'Sofía', people: ['Callum'] }

export const subscriptionsOf = (cast: readonly CastMember[], { today, now }: { today: Day; now: Date }) => {
  const told = cast.filter(
    ({ firstName, membership }) =>
      tales[firstName] !== undefined || (membership === 'active' && !household.people.includes(firstName)),
  )
  return told.map((member, at) => {
    const random = createRandom(`due ${member.firstName}`)
    const tale = tales[member.firstName] ?? { due: random.whole(15, 27) }
    return subscriptionOf({ member, id: at + 1, today, now }, tale)
  })
}
