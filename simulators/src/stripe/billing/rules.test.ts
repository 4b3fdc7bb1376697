import { expect, test } from 'vitest'
import { dayWords, discountLines, priceWords, prorated, settle, split } from './amounts.ts'
import { afterCycles, firstPeriod, periodAround } from './cycle.ts'
import { isHardDecline, nextRetry, statusAfter } from './status.ts'

const at = (text: string) => Date.parse(text) / 1000
const words = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
const monthly = { interval: 'month', interval_count: 1 }

test('periods begin on the day of the anchor, or on the last day of a month that has no such day', () => {
  const rows = [
    ['2027-01-31T10:00:00Z', monthly, 1, '2027-02-28T10:00:00Z'],
    ['2027-01-31T10:00:00Z', monthly, 2, '2027-03-31T10:00:00Z'],
    ['2027-01-31T10:00:00Z', monthly, 13, '2028-02-29T10:00:00Z'],
    ['2028-02-29T00:00:01Z', { interval: 'year', interval_count: 1 }, 1, '2029-02-28T00:00:01Z'],
    ['2028-02-29T00:00:01Z', { interval: 'year', interval_count: 1 }, 4, '2032-02-29T00:00:01Z'],
    ['2027-11-30T23:59:59Z', { interval: 'month', interval_count: 3 }, 1, '2028-02-29T23:59:59Z'],
    ['2027-03-28T00:30:00Z', { interval: 'week', interval_count: 2 }, 1, '2027-04-11T00:30:00Z'],
    ['2027-03-31T12:00:00Z', monthly, -1, '2027-02-28T12:00:00Z'],
  ] as const
  for (const [anchor, cycle, times, expected] of rows)
    expect(words(afterCycles(at(anchor), cycle, times)), anchor).toBe(expected)
})

test('a moment lies in the period that began last', () => {
  const around = periodAround(at('2027-01-31T10:00:00Z'), monthly, at('2027-02-28T10:00:00Z'))
  expect([words(around.start), words(around.end)]).toEqual(['2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z'])
  const before = periodAround(at('2027-06-15T00:00:00Z'), monthly, at('2027-06-01T00:00:00Z'))
  expect([words(before.start), words(before.end)]).toEqual(['2027-05-15T00:00:00Z', '2027-06-15T00:00:00Z'])
  const first = firstPeriod(at('2027-06-01T00:00:00Z'), monthly, at('2027-05-20T08:00:00Z'))
  expect([words(first.start), words(first.end)]).toEqual(['2027-05-20T08:00:00Z', '2027-06-01T00:00:00Z'])
})

test('a part of a period is paid to the second, halves away from zero', () => {
  const april = { start: at('2027-04-01T00:00:00Z'), end: at('2027-05-01T00:00:00Z') }
  const rows = [
    [2000, '2027-04-16T00:00:00Z', 1000],
    [1000, '2027-04-21T00:00:00Z', 333],
    [2000, '2027-04-21T00:00:00Z', 667],
    [-2000, '2027-04-21T00:00:00Z', -667],
    [1, '2027-04-16T00:00:00Z', 1],
    [-1, '2027-04-16T00:00:00Z', -1],
    [3000, '2027-04-16T00:00:01Z', 1500],
    [300_000, '2027-04-16T00:00:01Z', 150_000],
    [2000, '2027-03-01T00:00:00Z', 2000],
    [2000, '2027-05-02T00:00:00Z', 0],
  ] as const
  for (const [amount, from, expected] of rows) expect(prorated(amount, april, at(from)), from).toBe(expected)
  expect(prorated(2000, { start: 5, end: 5 }, 5)).toBe(0)
})

test('a discount is shared out over the lines without losing a cent', () => {
  // The sample of Stripe's own page: 5.00 off a line of 10.00 and one of 20.00.
  expect(split(500, [1000, 2000])).toEqual([166, 334])
  expect(split(100, [0, 0])).toEqual([0, 0])
  expect(split(1, [1, 1, 1])).toEqual([0, 0, 1])
})

const line = (amount: number, more: object = {}) => ({ amount, discountable: true, product: 'prod_1', ...more })
const coupon = (more: object) => ({ id: 'di_1', percentOff: null, amountOff: null, ...more })

test('discounts take from what can be discounted, one after the other, and never more than there is', () => {
  const rows = [
    [[line(2000)], [coupon({ percentOff: 25 })], [500]],
    [[line(2000)], [coupon({ amountOff: 5000 })], [2000]],
    [[line(2000), line(-700, { discountable: false })], [coupon({ percentOff: 50 })], [1000, 0]],
    [[line(2000)], [coupon({ percentOff: 50 }), coupon({ id: 'di_2', amountOff: 300 })], [1300]],
    [[line(999)], [coupon({ percentOff: 50 })], [500]],
    [[line(1000), line(2000, { product: 'prod_2' })], [coupon({ percentOff: 10, products: ['prod_2'] })], [0, 200]],
  ] as const
  for (const [lines, coupons, expected] of rows) {
    const taken = discountLines([...lines], [...coupons]).map((one) => one.reduce((sum, { amount }) => sum + amount, 0))
    expect(taken, JSON.stringify(coupons)).toEqual(expected)
  }
})

test('credit of the customer pays first, a total below zero becomes credit, and cents are owed until the next', () => {
  const rows = [
    [2000, 0, { amountDue: 2000, endingBalance: 0 }],
    [2000, -500, { amountDue: 1500, endingBalance: 0 }],
    [2000, -2500, { amountDue: 0, endingBalance: -500 }],
    [-700, 0, { amountDue: 0, endingBalance: -700 }],
    [-700, -100, { amountDue: 0, endingBalance: -800 }],
    [2000, 300, { amountDue: 2300, endingBalance: 0 }],
    [30, 0, { amountDue: 0, endingBalance: 30 }],
    [0, 0, { amountDue: 0, endingBalance: 0 }],
  ] as const
  for (const [total, balance, expected] of rows)
    expect(settle(total, balance, 'eur'), `${total} ${balance}`).toEqual(expected)
})

test('a subscription moves between its statuses as Stripe says, and nothing moves one that is over', () => {
  const rows = [
    ['incomplete', 'paid', 'active'],
    ['incomplete', 'processing', 'active'],
    ['incomplete', 'failed', 'incomplete'],
    ['incomplete', 'expired', 'incomplete_expired'],
    ['active', 'failed', 'past_due'],
    ['active', 'processing', 'active'],
    ['trialing', 'paid', 'trialing'],
    ['past_due', 'paid', 'active'],
    ['past_due', 'unpaid', 'unpaid'],
    ['past_due', 'leftPastDue', 'past_due'],
    ['past_due', 'processing', 'past_due'],
    ['unpaid', 'paid', 'active'],
    ['paused', 'paid', 'paused'],
    ['paused', 'failed', 'paused'],
    ['paused', 'resumed', 'active'],
    ['paused', 'resumeFailed', 'past_due'],
    ['canceled', 'paid', 'canceled'],
    ['incomplete_expired', 'paid', 'incomplete_expired'],
  ] as const
  for (const [from, move, to] of rows) expect(statusAfter(from, move), `${from} ${move}`).toBe(to)
})

test('retries count from the first failure, and end', () => {
  expect([1, 2, 3, 4, 5].map((count) => nextRetry(0, count, [1, 3, 5, 7]))).toEqual([
    86_400,
    259_200,
    432_000,
    604_800,
    null,
  ])
  expect([isHardDecline('stolen_card'), isHardDecline('insufficient_funds'), isHardDecline(undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

test('lines name prices and days', () => {
  expect(priceWords(2000, 'eur')).toBe('€20.00')
  expect(priceWords(1250, 'sek')).toBe('SEK 12.50')
  expect(dayWords(at('2028-02-29T23:00:00Z'))).toBe('29 Feb 2028')
})
