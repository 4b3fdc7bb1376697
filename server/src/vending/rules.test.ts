import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../random-runs.testing.ts'
import { centsIn, describePurchase, isTooSoon, mayCredit, otherPrice, reasonOfFields, stockAfter } from './rules.ts'

test.each([
  [3, 300],
  [2.5, 250],
  [0.29, 29],
  [0.5, 50],
  [1.15, 115],
  [1.005, 101],
  [2.675, 268],
  ['3', 300],
  [' 2.50 ', 250],
  ['0.01', 1],
  [10_000, 1_000_000],
  [10_000.01, null],
  [0, null],
  [0.004, null],
  [-1, null],
  ['-1', null],
  ['2,50', null],
  ['1e3', null],
  ['0x10', null],
  ['', null],
  ['three', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [null, null],
  [undefined, null],
  [true, null],
  [[3], null],
  [{ cents: 3 }, null],
])('a machine that says %j means %s cents', (amount, cents) => {
  expect(centsIn(amount)).toBe(cents)
})

test('whatever price in cents a machine divides by 100 is charged exactly, as a number and as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (cents) => {
      expect(centsIn(cents / 100)).toBe(cents)
      expect(centsIn((cents / 100).toFixed(2))).toBe(cents)
    }),
    propertyRuns(400),
  )
})

test.each([
  [null, false],
  [0, true],
  [3000, true],
  [3001, false],
  [-500, true],
  [-3001, false],
  [-3_600_000, false],
])('%s ms after the last purchase it is too soon: %s', (sinceMs, expected) => {
  const now = new Date('2026-03-01T10:00:00Z')
  expect(isTooSoon(sinceMs === null ? null : new Date(now.getTime() - sinceMs), now)).toBe(expected)
})

test.each([
  { max: null, daily: null, amount: 1, late: 0, may: false },
  { max: 500, daily: null, amount: 500, late: 90_000, may: true },
  { max: 500, daily: null, amount: 501, late: 0, may: false },
  { max: 500, daily: 800, amount: 500, late: 300, may: true },
  { max: 500, daily: 800, amount: 500, late: 301, may: false },
])(
  'with $max in one go and $daily a day, $amount after $late is paid in: $may',
  ({ max, daily, amount, late, may }) => {
    const rule = { maxCreditCents: max, maxDailyCreditCents: daily }
    expect(mayCredit(rule, { amountCents: amount, lateCents: late })).toBe(may)
  },
)

test.each([
  ['debit', 'Cola', 'from slot 3', 'Cola, Drinks'],
  ['debit', null, 'Two teas', 'Two teas'],
  ['debit', null, '', 'Drinks purchase'],
  ['credit', null, '', 'Paid in at Drinks'],
] as const)('a %s of %s with the remark "%s" reads "%s"', (kind, product, description, words) => {
  expect(describePurchase({ kind, product, description, deviceName: 'Drinks' })).toBe(words)
})

test('what a product is listed at is said only where a machine charged something else for it', () => {
  expect(otherPrice({ kind: 'debit', amountCents: 250, listedCents: 250 })).toBeNull()
  expect(otherPrice({ kind: 'debit', amountCents: 200, listedCents: 250 })).toBe(250)
  expect(otherPrice({ kind: 'debit', amountCents: 200, listedCents: null })).toBeNull()
  expect(otherPrice({ kind: 'credit', amountCents: 200, listedCents: 250 })).toBeNull()
})

test.each([
  [['product_external_id', 'card_id'], 'invalid_card_id'],
  [['product_external_id', 'request_id'], 'invalid_request_id'],
  [['product_external_id'], 'invalid_product_external_id'],
  [[], 'invalid_amount'],
] as const)('of the fields %j that make no sense a machine hears %s', (fields, reason) => {
  expect(reasonOfFields(fields)).toBe(reason)
})

test.each([
  [12, { kind: 'counted', stock: 9 }, 9],
  [12, { kind: 'counted', stock: null }, null],
  [null, { kind: 'added', by: 24 }, 24],
  [12, { kind: 'added', by: -2 }, 10],
  [1, { kind: 'added', by: -2 }, 'tooFew'],
  [999_999, { kind: 'added', by: 2 }, 'tooMany'],
] as const)('a stock of %s after %j is %s', (stock, change, after) => {
  expect(stockAfter(stock, change)).toBe(after)
})
