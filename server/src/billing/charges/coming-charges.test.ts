import { expect, test } from 'vitest'
import type { Subscription } from '../subscription-row.ts'
import { listComingPrices } from './coming-charges.ts'
import type { PriceFacts } from './issuing.ts'

/** 66.00 a month, charged until 28 February. */
const monthly: Subscription = {
  id: 1,
  memberId: 1,
  planId: 1,
  planName: 'Full',
  state: 'active',
  collector: 'bank',
  costCents: 6600,
  currency: 'EUR',
  interval: 'month',
  intervalCount: 1,
  startedOn: '2026-01-28',
  anchorOn: '2026-01-28',
  periodsSinceAnchor: 1,
  chargedThrough: '2026-02-28',
  paidThrough: '2026-02-28',
  unpaidSince: null,
  givenBackUntil: null,
  accessEndedOn: null,
  hasAccess: true,
  moreTimeUntil: null,
  cancelOn: null,
  nextPlanId: null,
  nextCostCents: null,
  nextFrom: null,
  endedAt: null,
  endedReason: null,
  providerRef: null,
}

const full: PriceFacts = { concessionPercent: null, concessionEndsOn: null, coupon: null }
/** A coupon of a half for so many more payments; null: for all. */
const half = (periodsLeft: number | null) => ({ coupon: { useId: 1, percent: 50, amountCents: null, periodsLeft } })
const next = { id: 2, name: 'Weekends', interval: 'month', intervalCount: 1 } as const

test.each<[string, Partial<Subscription>, Partial<PriceFacts>, string[]]>([
  ['is plain', {}, {}, ['2026-02-28 6600 on']],
  ['has a coupon for two more payments', {}, half(2), ['2026-02-28 3300 2', '2026-04-28 6600 on']],
  ['has a coupon without an end', {}, half(null), ['2026-02-28 3300 on']],
  ['has a coupon that is used up', {}, half(0), ['2026-02-28 6600 on']],
  [
    'has a concession until May',
    {},
    { concessionPercent: 50, concessionEndsOn: '2026-05-01' },
    ['2026-02-28 3300 3', '2026-05-28 6600 on'],
  ],
  [
    'has both',
    {},
    { ...half(1), concessionPercent: 50, concessionEndsOn: '2026-04-01' },
    ['2026-02-28 1650 1', '2026-03-28 3300 1', '2026-04-28 6600 on'],
  ],
  [
    'is about to become another',
    { nextPlanId: 2, nextCostCents: 3000, nextFrom: '2026-03-28' },
    {},
    ['2026-02-28 6600 1', '2026-03-28 3000 on'],
  ],
  ['is cancelled for April', { cancelOn: '2026-04-28' }, {}, ['2026-02-28 6600 2']],
  ['is cancelled for what is charged', { cancelOn: '2026-02-28' }, {}, []],
])('what comes of a plan that %s', (_, more, price, expected) => {
  const prices = listComingPrices(
    { ...monthly, ...more },
    {
      price: { ...full, ...price },
      nextPlan: more.nextPlanId === undefined ? undefined : next,
      today: '2026-02-10',
    },
  )
  expect(prices.map(({ from, amountCents, count }) => `${from} ${amountCents} ${count ?? 'on'}`)).toEqual(expected)
})

test('what is charged for later is told with what comes, and nothing of the plan has moved', () => {
  const prices = listComingPrices(monthly, {
    price: full,
    nextPlan: undefined,
    today: '2026-02-10',
    charged: [{ dueOn: '2026-02-14', amountCents: 6600 }],
  })
  expect(prices).toEqual([{ from: '2026-02-14', amountCents: 6600, count: null }])
  expect(monthly.chargedThrough).toBe('2026-02-28')
})
