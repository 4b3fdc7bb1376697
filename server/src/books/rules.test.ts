import { expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#platform/local-day.ts'
import {
  agingBucketOf,
  dayBefore,
  earnedCents,
  isResult,
  lastDayOf,
  nextMonth,
  sumAccounts,
  yearStartOf,
} from './rules.ts'

const year2027 = { from: '2027-01-01', to: '2028-01-01' }
const year2028 = { from: '2028-01-01', to: '2029-01-01' }
// In Berlin this month has an hour less, and October one more: days count, hours do not.
const march = { from: '2027-03-01', to: '2027-04-01' }
const october = { from: '2027-10-15', to: '2027-11-15' }

test.each([
  ['before it begins', 3100, march, '2027-02-28', 0],
  ['its first day', 3100, march, '2027-03-01', 100],
  ['the day the clocks change', 3100, march, '2027-03-28', 2800],
  ['its last day', 3100, march, '2027-03-31', 3100],
  ['long after', 3100, march, '2029-01-01', 3100],
  ['half of a period over two months', 3100, october, '2027-10-31', 1700],
  ['whole cents only, never more than is due by then', 1000, march, '2027-03-01', 32],
  ['the last day gets what is left', 1000, march, '2027-03-30', 967],
  ['a year of 365 days', 36_500, year2027, '2027-02-28', 5900],
  ['a leap year on its leap day', 36_600, year2028, '2028-02-29', 6000],
  ['a leap year at its end', 36_601, year2028, '2028-12-31', 36_601],
  ['one day', 500, { from: '2027-03-01', to: '2027-03-02' }, '2027-03-01', 500],
  ['one cent', 1, march, '2027-03-30', 0],
  ['nothing', 0, march, '2027-03-15', 0],
  ['more than 32 bits hold on the way', 100_000_000, year2028, '2028-07-01', 50_000_000],
] as const)('dues earned: %s', (_when, cents, period, day, earned) => {
  expect(earnedCents(cents, period, day)).toBe(earned)
})

test('what is earned month by month is the whole amount, whatever the amount and the period', () => {
  for (const [cents, from, days] of [
    [3999, '2027-01-31', 28],
    [36_500, '2027-05-17', 366],
    [1, '2027-12-31', 2],
    [99_999, '2026-11-11', 731],
  ] as const) {
    const period = { from, to: addDays(from, days) }
    let earned = 0
    let day: Day = from
    for (let month = from.slice(0, 7); day < period.to; month = nextMonth(month)) {
      const [before, after] = [
        earnedCents(cents, period, dayBefore(month)),
        earnedCents(cents, period, lastDayOf(month)),
      ]
      expect(after).toBeGreaterThanOrEqual(before)
      earned += after - before
      day = addDays(lastDayOf(month), 1)
    }
    expect(earned).toBe(cents)
  }
})

test.each([
  ['2027-02', '2027-02-28', '2027-01-31', '2027-03'],
  ['2028-02', '2028-02-29', '2028-01-31', '2028-03'],
  ['2027-12', '2027-12-31', '2027-11-30', '2028-01'],
])('the month %s ends on %s, the day before it is %s, and %s follows', (month, last, before, next) => {
  expect([lastDayOf(month), dayBefore(month), nextMonth(month)]).toEqual([last, before, next])
  expect(daysBetween(before, last)).toBe(Number(last.slice(8)))
})

test.each([
  ['2027-03', 1, '2027-01-01'],
  ['2027-06', 7, '2026-07-01'],
  ['2027-07', 7, '2027-07-01'],
])('%s belongs to the financial year that begins in month %i: %s', (month, first, start) => {
  expect(yearStartOf(month, first)).toBe(start)
})

test.each([
  ['2027-03-31', 'notDue'],
  ['2027-04-30', 'notDue'],
  ['2027-03-30', 'days30'],
  ['2027-03-01', 'days30'],
  ['2027-02-28', 'days60'],
  ['2027-01-30', 'days60'],
  ['2027-01-29', 'days90'],
  ['2026-12-31', 'days90'],
  ['2026-12-30', 'older'],
] as const)('what was due on %s is, at the end of March, %s', (dueOn, bucket) => {
  expect(agingBucketOf(dueOn, '2027-03-31')).toBe(bucket)
})

test('debits and credits are summed by account, and dues by plan as well', () => {
  const sums = sumAccounts([
    { debit: 'deferredIncome', credit: 'dues', planId: 2, cents: 300 },
    { debit: 'deferredIncome', credit: 'dues', planId: 1, cents: 200 },
    { debit: 'receivables', credit: 'deferredIncome', planId: 1, cents: 1000 },
  ])
  expect(sums).toEqual([
    { account: 'receivables', planId: null, debitCents: 1000, creditCents: 0 },
    { account: 'deferredIncome', planId: null, debitCents: 500, creditCents: 1000 },
    { account: 'dues', planId: 1, debitCents: 0, creditCents: 200 },
    { account: 'dues', planId: 2, debitCents: 0, creditCents: 300 },
  ])
  expect(isResult('dues') && isResult('writeOffs') && !isResult('balances')).toBe(true)
})
