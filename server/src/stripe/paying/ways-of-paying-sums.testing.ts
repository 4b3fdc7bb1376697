// Works out a second time what a member pays: from prices and the calendar alone, with no line of the product.

type PriceOfDay = { cents: number; off?: number; of?: number }

type StorySum = {
  /** Each with its last day left out. */
  periods: readonly (readonly [string, string])[]
  /** The price of the plan on a day, the percentage off it, and of how many days that is the price where not of its period. */
  costs: (day: string) => PriceOfDay
  /** Periods that the coupon counts for. */
  halves?: number
}

const months = [
  ['2027-04-01', '2027-05-01'],
  ['2027-05-01', '2027-06-01'],
  ['2027-06-01', '2027-07-01'],
  ['2027-07-01', '2027-08-01'],
] as const

const half = (day: string) => (day < '2027-07-01' ? 50 : 0)

/** One price until a day, and another from then on. */
const until = (day: string, before: number, after: number) => (now: string) => ({ cents: now < day ? before : after })

const asItIs: StorySum = { periods: months, costs: () => ({ cents: 6900 }) }
const halved: StorySum = { periods: months, costs: (day) => ({ cents: 6900, off: half(day) }), halves: 3 }
const dearerOnDay6: StorySum = { periods: months, costs: until('2027-04-07', 6900, 9500) }

export const storySums = {
  'a plan as it is': asItIs,
  'a coupon of three periods': halved,
  'a coupon, with another way to pay after its first period': halved,
  'a coupon, and a dearer plan on day 6 of 30': {
    periods: months,
    costs: (day) => ({ ...dearerOnDay6.costs(day), off: half(day) }),
    halves: 3,
  },
  'a coupon and a pause': {
    // The twenty days that were left come after the pause.
    periods: [
      ['2027-04-01', '2027-04-11'],
      ['2027-05-11', '2027-05-31'],
      ['2027-05-31', '2027-06-30'],
      ['2027-06-30', '2027-07-31'],
    ],
    costs: (day) => ({ cents: 6900, off: 50, ...(day < '2027-05-31' && { of: 30 }) }),
    halves: 3,
  },
  'a dearer plan on day 6 of 30': dearerOnDay6,
  'a dearer plan from the next payment': { periods: months, costs: until('2027-05-01', 6900, 9500) },
  'a cheaper plan, which waits': { periods: months, costs: until('2027-05-01', 9900, 6600) },
  'a cheaper plan at once, on day 15 of 30': { periods: months, costs: until('2027-04-16', 9900, 6600) },
  'up on one day and down at once on another': {
    periods: months,
    costs: (day) => ({ cents: day >= '2027-04-07' && day < '2027-04-19' ? 9500 : 6900 }),
  },
  'a concession, and a dearer plan': {
    periods: months,
    costs: (day) => ({ ...until('2027-05-11', 6900, 9500)(day), off: 20 }),
  },
  'a household that the cheaper plan is too small for': asItIs,
  'a dearer plan whose difference is paid two days later': dearerOnDay6,
  'a payment that comes ten days after access ended': {
    // Access ends on 8 May; the days until the payment are not charged.
    periods: [
      ['2027-04-01', '2027-05-01'],
      ['2027-05-01', '2027-05-08'],
      ['2027-05-18', '2027-06-11'],
      ['2027-06-11', '2027-07-11'],
      ['2027-07-11', '2027-08-11'],
    ],
    costs: (day) => ({ cents: 6900, ...(day >= '2027-05-01' && day < '2027-06-11' && { of: 31 }) }),
  },
  'a payment that is declined, and goes through on the third day': asItIs,
  'a payment that a bank takes back, paid again two days later': asItIs,
} satisfies Record<string, StorySum>

export type StoryName = keyof typeof storySums

/** Adds up days that cost the same. */
export const workOutSum = (name: StoryName): number => {
  const { periods, costs }: StorySum = storySums[name]
  const dayMs = 86_400_000
  let sum = 0
  for (const [from, to] of periods) {
    const runs = new Map<string, number>()
    for (let ms = Date.parse(from); ms < Date.parse(to); ms += dayMs) {
      const dayCount = (Date.parse(to) - Date.parse(from)) / dayMs
      const { cents, off = 0, of = dayCount } = costs(new Date(ms).toISOString().slice(0, 10))
      const key = `${(cents * (100 - off)) / 100 / of}`
      runs.set(key, (runs.get(key) ?? 0) + 1)
    }
    for (const [perDay, days] of runs) sum += Math.round(Number(perDay) * days)
  }
  return sum
}
