import { currencies } from '../currencies.ts'

/** Who collects the money of a subscription. `bank` is a transfer, or a direct debit once there is a mandate. */
export const collectors = ['stripe', 'bank', 'cash', 'invoice', 'balance', 'free'] as const

export type Collector = (typeof collectors)[number]

export const collectorWords: Readonly<Record<Collector, string>> = {
  stripe: 'Card',
  bank: 'Bank transfer',
  cash: 'Cash',
  invoice: 'Invoice',
  balance: 'Prepaid balance',
  free: 'Free of charge',
}

/** How a plan that costs something may be paid, unless it says less. */
export const usualCollectors = ['bank', 'cash', 'invoice', 'balance'] as const satisfies readonly Collector[]

export const planIntervals = ['day', 'week', 'month', 'year'] as const

export type PlanInterval = (typeof planIntervals)[number]

/** Currencies a plan can cost money in: those of the locales, and some that count in hundredths, too. */
export const planCurrencies: readonly string[] = [
  ...new Set([...Object.values(currencies), 'CAD', 'CHF', 'CZK', 'DKK', 'NOK', 'PLN', 'SGD', 'ZAR']),
]

/** The most a plan costs a period, in cents. */
export const maxPlanCents = 100_000_000

/** The longest interval: so many days, weeks, months or years. */
export const maxIntervalCount = 365

/** The payer and the people of their household together. */
export const maxHouseholdPeople = 20
