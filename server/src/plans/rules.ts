import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { ComputedCents } from '@spacekeeper/contract/plans/shapes.ts'
import { collectors, type Collector, type PlanInterval, usualCollectors } from '@spacekeeper/contract/plans/words.ts'
import type { Day } from '#platform/local-day.ts'

/** How many of each interval are in a month, as a fraction: a year has 365.25 days. */
const perMonth: Readonly<Record<PlanInterval, readonly [number, number]>> = {
  day: [487, 16],
  week: [487, 112],
  month: [1, 1],
  year: [1, 12],
}

/** What so much every so many intervals is in a month on average, in cents. */
export const monthlyCents = (input: { cents: number; interval: PlanInterval; intervalCount: number }): number => {
  const [times, parts] = perMonth[input.interval]
  return Math.round((input.cents * times) / (parts * input.intervalCount))
}

type PlanPrice = { costCents: number; joiningFeeCents: number }

/** How a plan may be paid: what costs nothing needs no way, and what costs something has one, in the order of the screens. */
export const collectorsFor = (
  { costCents, joiningFeeCents }: PlanPrice,
  chosen: readonly Collector[] = usualCollectors,
): Collector[] => {
  if (costCents === 0 && joiningFeeCents === 0) return ['free']
  const ways = collectors.filter((way) => way !== 'free' && chosen.includes(way))
  return ways.length > 0 ? ways : [...usualCollectors]
}

/**
 * The cost in cents that a changed plan was sent with; undefined where it stays. Existing clients read units and write
 * cents: units that come back as they were read are no new price.
 */
export const changedCost = (
  sent: { costCents?: number | undefined; cost?: number | undefined },
  costCents: number,
): number | undefined | { refusal: string } => {
  if (sent.costCents !== undefined) return sent.costCents
  if (sent.cost === undefined || sent.cost === costCents / 100) return undefined
  const read = ComputedCents.safeParse(sent.cost)
  return read.success ? read.data : { refusal: read.error.issues[0]?.message ?? '' }
}

export type CouponFacts = {
  uses: number
  maxUses: number | null
  /** Uses of the member who takes it. */
  usesOfMember: number
  usesPerMember: number
  startsOn: Day | null
  endsOn: Day | null
  isEnded: boolean
}

/** Why a coupon cannot be used on a day, for the member who typed it; null where it can. */
export const couponRefusal = (coupon: CouponFacts | undefined, today: Day): string | null => {
  if (!coupon) return 'There is no such coupon.'
  if (coupon.isEnded || (coupon.endsOn !== null && coupon.endsOn < today)) return 'This coupon has ended.'
  if (coupon.startsOn !== null && coupon.startsOn > today) return `This coupon can be used from ${coupon.startsOn} on.`
  const { usesOfMember, usesPerMember } = coupon
  if (usesOfMember >= usesPerMember)
    return sayCount(usesPerMember, {
      one: 'This coupon was used already. It works once for each member.',
      other: 'This coupon was used already. It works {count} times for each member.',
    })
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return 'This coupon is used up.'
  return null
}
