// On its own: the plan of a member says its price as joining does.
import type { OfferedPlan } from '@spacekeeper/contract/signup/shapes.ts'
import { usePrice } from '../plans/plan-price.ts'

/** What a plan on offer costs as people say it. */
export const useOfferedPrice = () => {
  const price = usePrice()
  return ({ cost: costCents, intervalAmount: intervalCount, currency, interval }: OfferedPlan): string =>
    price({ costCents, intervalCount, currency, interval })
}

const daysIn = { day: 1, week: 7, month: 365.25 / 12, year: 365.25 } as const

const aDay = ({ cost, interval, intervalAmount }: OfferedPlan) => cost / (daysIn[interval] * intervalAmount)

/** The plan of a tier that costs least for the same time, however long its period is. */
export const cheapestOf = (plans: readonly OfferedPlan[]): OfferedPlan | undefined =>
  plans.toSorted((a, b) => aDay(a) - aDay(b))[0]

/** A plan with its tier, unless its name says it already: "Full, monthly", not "Full, Full, monthly". */
export const planTitle = ({ tier, name }: { tier: string; name: string }): string =>
  name.toLowerCase().startsWith(tier.toLowerCase()) ? name : `${tier}, ${name}`
