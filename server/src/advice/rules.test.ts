import { expect, test } from 'vitest'
import { addDays, addMonths } from '#platform/local-day.ts'
import { type AdviceFacts, type AdviceOffer, adviceDays, adviseOnPlan, findSigns, type LeavingFacts } from './rules.ts'

const offer = (id: number, costCents: number, more: Partial<AdviceOffer> = {}): AdviceOffer => ({
  id,
  costCents,
  interval: 'month',
  intervalCount: 1,
  maxPeople: 1,
  isOwnTier: false,
  ...more,
})

/** Months that begin on the fifth, each paid in full unless a discount is said. */
const months = (first: string, count: number, paidCents = 6000, discountCents = 0) =>
  Array.from({ length: count }, (_, at) => ({
    from: addMonths(first, at),
    to: addMonths(first, at + 1),
    paidCents,
    discountCents,
  }))

const year = [{ from: '2025-12-01', to: '2026-12-01', paidCents: 60_000, discountCents: 0 }]

const facts = (more: Partial<AdviceFacts<AdviceOffer>> = {}): AdviceFacts<AdviceOffer> => ({
  today: '2026-06-20',
  periods: months('2026-02-05', 5),
  people: 1,
  lastingDiscounts: [],
  hasDiscount: false,
  lastSeenOn: '2026-06-18',
  offers: [offer(1, 7000), offer(2, 4000), offer(3, 5000)],
  ...more,
})

const half = { percent: 50, amountCents: null }

test.each<[string, Partial<AdviceFacts<AdviceOffer>>, { plan: number | null; paid: number; cost: number } | null]>([
  ['three monthly payments and the cheapest plan', {}, { plan: 2, paid: 18_000, cost: 12_000 }],
  [
    'a week counts as a part of a month',
    { offers: [offer(1, 1000, { interval: 'week' })] },
    { plan: 1, paid: 18_000, cost: 13_044 },
  ],
  [
    'a year counts as a quarter',
    { offers: [offer(1, 60_000, { interval: 'year' })] },
    { plan: 1, paid: 18_000, cost: 15_000 },
  ],
  ['a year that was paid counts by its days', { periods: year }, { plan: 2, paid: 15_123, cost: 12_000 }],
  ['less than three months', { periods: months('2026-04-05', 3) }, null],
  [
    'a month of rest is counted on neither side',
    { periods: [...months('2026-02-05', 2), ...months('2026-05-05', 2)] },
    { plan: 2, paid: 12_000, cost: 8087 },
  ],
  ['mostly paused', { periods: [...months('2026-02-05', 1), ...months('2026-05-05', 1)] }, null],
  ['dearer plans only', { offers: [offer(1, 7000), offer(2, 6000)] }, null],
  ['a saving of less than a tenth', { offers: [offer(1, 5500)] }, null],
  ['a saving of less than 5.00', { periods: months('2026-02-05', 5, 400), offers: [offer(1, 300)] }, null],
  [
    'a plan that is too small for the household',
    { people: 3, offers: [offer(1, 4000), offer(2, 5000, { maxPeople: 4 })] },
    { plan: 2, paid: 18_000, cost: 15_000 },
  ],
  ['no plan has room', { people: 3 }, null],
  ['not here for three months', { lastSeenOn: '2026-02-20' }, { plan: null, paid: 18_000, cost: 0 }],
  ['here on the first day', { lastSeenOn: '2026-03-05' }, { plan: 2, paid: 18_000, cost: 12_000 }],
  ['never seen says nothing', { lastSeenOn: null }, { plan: 2, paid: 18_000, cost: 12_000 }],
  [
    'a concession all along counts for every plan',
    { periods: months('2026-02-05', 5, 3000, 3000), lastingDiscounts: [half], hasDiscount: true },
    { plan: 2, paid: 9000, cost: 6000 },
  ],
  [
    'a concession that came later counts for none',
    { lastingDiscounts: [half], hasDiscount: true },
    { plan: 2, paid: 18_000, cost: 12_000 },
  ],
  [
    'a coupon for a few periods counts for none',
    { periods: months('2026-02-05', 5, 4500, 1500), hasDiscount: true },
    { plan: 2, paid: 13_500, cost: 12_000 },
  ],
  ['a plan that cost nothing', { periods: months('2026-02-05', 5, 0) }, null],
])('advice: %s', (_, more, expected) => {
  const found = adviseOnPlan(facts(more))
  const said = found && { plan: found.plan?.id ?? null, paid: found.paidCents, cost: found.wouldCostCents }
  expect(said).toEqual(expected)
})

test('advice says when a discount of now is not counted', () => {
  expect(adviseOnPlan(facts())?.leavesOutDiscount).toBe(false)
  expect(adviseOnPlan(facts({ lastingDiscounts: [half], hasDiscount: true }))?.leavesOutDiscount).toBe(true)
})

test.each<[string, AdviceOffer[], number | undefined]>([
  [
    'the cheapest of their own',
    [offer(1, 4000), offer(2, 4500, { isOwnTier: true }), offer(3, 5000, { isOwnTier: true })],
    2,
  ],
  ['nothing of their own that saves too little', [offer(1, 4000), offer(2, 5900, { isOwnTier: true })], undefined],
  [
    'nothing beside a plan of their own',
    [offer(1, 4000, { isOwnTier: true }), offer(2, 4500, { isOwnTier: true })],
    undefined,
  ],
])('advice on another tier names %s', (_, offers, own) => {
  expect(adviseOnPlan(facts({ offers }))?.ownTier?.plan.id).toBe(own)
})

test('the months compared end with the last period that is over, or today', () => {
  expect(adviceDays(facts())).toEqual({ from: '2026-03-05', to: '2026-06-05' })
  expect(adviceDays(facts({ periods: year }))).toEqual({ from: '2026-03-20', to: '2026-06-20' })
})

const today = '2026-06-20'
const ago = (days: number) => addDays(today, -days)

const leaving = (more: Partial<LeavingFacts> = {}): LeavingFacts => ({
  today,
  isPaused: false,
  startedOn: ago(400),
  lastSeenOn: ago(3),
  recentDays: 8,
  earlierDays: 24,
  pausedUntil: null,
  unpaidSince: null,
  failedOn: null,
  pausedAgainOn: null,
  cancelledOn: null,
  concessionEndsOn: null,
  ...more,
})

test.each<[string, Partial<LeavingFacts>, string[], number]>([
  ['as always', {}, [], 0],
  ['six weeks away', { lastSeenOn: ago(42), recentDays: 0 }, ['away'], 3],
  ['a day less', { lastSeenOn: ago(41), recentDays: 0 }, ['fewerVisits'], 2],
  ['never seen', { lastSeenOn: null, recentDays: 0, earlierDays: 0 }, [], 0],
  ['away while paused', { lastSeenOn: ago(90), recentDays: 0, isPaused: true, pausedUntil: addDays(today, 9) }, [], 0],
  ['away until the pause ended', { lastSeenOn: ago(90), recentDays: 0, pausedUntil: ago(20) }, [], 0],
  ['less than half of the usual', { recentDays: 3 }, ['fewerVisits'], 2],
  ['half of the usual', { recentDays: 4 }, [], 0],
  ['usually one visit in four weeks', { recentDays: 0, earlierDays: 3 }, [], 0],
  ['fewer visits, but new', { recentDays: 0, startedOn: ago(111) }, [], 0],
  ['fewer visits after a pause', { recentDays: 0, pausedUntil: ago(60) }, [], 0],
  ['a payment open for a week', { unpaidSince: ago(7) }, ['payment'], 2],
  ['a payment open for six days', { unpaidSince: ago(6) }, [], 0],
  ['a debit that came back', { failedOn: ago(90) }, ['payment'], 2],
  ['a debit that came back long ago', { failedOn: ago(91) }, [], 0],
  ['a concession that ends', { concessionEndsOn: addDays(today, 30) }, ['concessionEnds'], 1],
  ['a concession that ended', { concessionEndsOn: ago(30) }, ['concessionEnds'], 1],
  ['a concession with time left', { concessionEndsOn: addDays(today, 31) }, [], 0],
  [
    'everything',
    {
      lastSeenOn: ago(50),
      recentDays: 0,
      unpaidSince: ago(9),
      pausedAgainOn: ago(200),
      cancelledOn: ago(500),
      concessionEndsOn: today,
    },
    ['away', 'payment', 'pausedAgain', 'cancelledBefore', 'concessionEnds'],
    8,
  ],
])('signs: %s', (_, more, signs, points) => {
  const found = findSigns(leaving(more))
  expect([found.signs.map(({ sign }) => sign), found.points]).toEqual([signs, points])
})
