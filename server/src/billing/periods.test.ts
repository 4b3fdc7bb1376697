import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, localDay } from '#platform/local-day.ts'
import { randomOf } from '../random-runs.testing.ts'
import { daysAhead, discountOf, nextPeriod, shareOf } from './periods.ts'

const monthly = { anchorOn: '2027-01-31', periodsSinceAnchor: 0, interval: 'month', intervalCount: 1 } as const

test.each([
  [0, '2027-01-31', '2027-02-28'],
  [1, '2027-02-28', '2027-03-31'],
  [2, '2027-03-31', '2027-04-30'],
  [12, '2028-01-31', '2028-02-29'],
  [13, '2028-02-29', '2028-03-31'],
])('months are calendar months: number %i from 31 January', (periodsSinceAnchor, from, to) => {
  expect(nextPeriod({ ...monthly, periodsSinceAnchor })).toEqual({ from, to })
})

test('a year from 29 February is a year', () => {
  const yearly = { anchorOn: '2028-02-29', periodsSinceAnchor: 0, interval: 'year', intervalCount: 1 } as const
  expect(nextPeriod(yearly)).toEqual({ from: '2028-02-29', to: '2029-02-28' })
  expect(nextPeriod({ ...yearly, periodsSinceAnchor: 3 }).to).toBe('2032-02-29')
})

test('periods of any length follow each other without a gap, for decades', () => {
  const random = randomOf('periods')
  for (let round = 0; round < 200; round += 1) {
    const facts = {
      anchorOn: addDays('2026-01-01', random.whole(0, 2000)),
      interval: random.pick(['day', 'week', 'month', 'year'] as const),
      intervalCount: random.whole(1, 4),
    }
    let end = facts.anchorOn
    for (let periodsSinceAnchor = 0; periodsSinceAnchor < 40; periodsSinceAnchor += 1) {
      const period = nextPeriod({ ...facts, periodsSinceAnchor })
      expect(period.from).toBe(end)
      expect(daysBetween(period.from, period.to)).toBeGreaterThan(0)
      end = period.to
    }
  }
})

test('short periods are not asked for further ahead than half of one', () => {
  expect(daysAhead(monthly, 14)).toBe(14)
  expect(daysAhead({ ...monthly, interval: 'week' }, 14)).toBe(3)
  expect(daysAhead({ ...monthly, interval: 'day' }, 14)).toBe(0)
})

test('the parts of an amount add up', () => {
  const random = randomOf('parts')
  for (let round = 0; round < 1000; round += 1) {
    const all = random.whole(1, 400)
    const days = random.whole(0, all)
    const cents = random.whole(0, 1_000_000)
    const first = shareOf(cents, { days, all })
    expect(first + shareOf(cents, { days: all - days, all }) - cents).toBeLessThanOrEqual(1)
    expect(first).toBeGreaterThanOrEqual(0)
    expect(first).toBeLessThanOrEqual(cents)
  }
})

test.each([
  [[], 0],
  [[{ percent: 50, amountCents: null }], 1000],
  [[{ percent: null, amountCents: 500 }], 500],
  [
    [
      { percent: 50, amountCents: null },
      { percent: 50, amountCents: null },
    ],
    1500,
  ],
  [
    [
      { percent: 50, amountCents: null },
      { percent: null, amountCents: 300 },
    ],
    1300,
  ],
  [[{ percent: null, amountCents: 5000 }], 2000],
  [[{ percent: 100, amountCents: null }], 2000],
])('of 20.00 with %j %i cents are taken off', (reductions, cents) => {
  expect(discountOf(2000, reductions)).toBe(cents)
})

test('a day is that of the place: the clocks may change in it', () => {
  expect(localDay(new Date('2027-03-27T23:30:00Z'), 'Europe/Berlin')).toBe('2027-03-28')
  expect(localDay(new Date('2027-03-28T21:59:59Z'), 'Europe/Berlin')).toBe('2027-03-28')
  expect(localDay(new Date('2027-03-28T22:00:00Z'), 'Europe/Berlin')).toBe('2027-03-29')
  expect(localDay(new Date('2027-10-31T22:59:59Z'), 'Europe/Berlin')).toBe('2027-10-31')
  expect(localDay(new Date('2027-01-01T13:59:59Z'), 'Australia/Brisbane')).toBe('2027-01-01')
  expect(localDay(new Date('2027-01-01T14:00:00Z'), 'Australia/Brisbane')).toBe('2027-01-02')
})

test('a month later is never in the month after', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2027-03-31', -1)).toBe('2027-02-28')
  expect(addMonths('2027-12-15', 1)).toBe('2028-01-15')
})
