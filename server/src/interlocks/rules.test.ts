import { refusals } from '@spacekeeper/contract/access/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  costOf,
  maxCostCents,
  describeUse,
  isLost,
  isOverdue,
  paidUntil,
  readMeter,
  wireReason,
  type Meter,
} from './rules.ts'

const hour = 3_600_000
const prices = { perSessionCents: 100, perHourCents: 600, perKwhCents: 50 }
const free = { perSessionCents: 0, perHourCents: 0, perKwhCents: 0 }
const kwh = (value: number) => Math.round(value * 1_000_000)

test.each([
  { what: 'an hour and ten kWh', durationMs: hour, energyMwh: kwh(10), prices, costs: 1200 },
  { what: 'half an hour', durationMs: hour / 2, energyMwh: 0, prices, costs: 400 },
  { what: 'just under ten seconds', durationMs: 9_999, energyMwh: kwh(10), prices, costs: 0 },
  { what: 'ten seconds', durationMs: 10_000, energyMwh: 0, prices, costs: 102 },
  { what: 'a free machine', durationMs: 8 * hour, energyMwh: kwh(3), prices: free, costs: 0 },
  {
    what: 'a half cent to the even one',
    durationMs: hour / 2,
    energyMwh: 0,
    prices: { ...free, perHourCents: 1 },
    costs: 0,
  },
  { what: 'one and a half cents', durationMs: hour / 2, energyMwh: 0, prices: { ...free, perHourCents: 3 }, costs: 2 },
  {
    what: 'time and energy that are whole together only',
    durationMs: hour / 2,
    energyMwh: kwh(0.5),
    prices: { perSessionCents: 0, perHourCents: 1, perKwhCents: 1 },
    costs: 1,
  },
  {
    what: 'a broken meter',
    durationMs: hour,
    energyMwh: kwh(1_000_000),
    prices: { perSessionCents: 0, perHourCents: 1, perKwhCents: 1_000_000 },
    costs: maxCostCents,
  },
])('$what costs $costs cents', ({ durationMs, energyMwh, prices: given, costs }) => {
  expect(costOf({ durationMs, energyMwh, prices: given })).toBe(costs)
})

test('a cost is whole cents, never less for a longer use, and within half a cent of the exact one', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000, max: 7 * 24 * hour }),
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.record({ perSessionCents: cents, perHourCents: cents, perKwhCents: cents }),
      (durationMs, energyMwh, given) => {
        const cost = costOf({ durationMs, energyMwh, prices: given })
        const exact =
          given.perSessionCents + (given.perHourCents * durationMs) / hour + (given.perKwhCents * energyMwh) / 1_000_000
        expect(Number.isSafeInteger(cost)).toBe(true)
        expect(Math.abs(cost - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        expect(costOf({ durationMs: durationMs + 1000, energyMwh, prices: given })).toBeGreaterThanOrEqual(cost)
      },
    ),
  )
})

test('a meter that counts over its life is charged from the first reading of the session to the last', () => {
  let meter: Meter = { lastReadingMwh: null, energyMwh: 0 }
  for (const reading of [5120.4, 5120.9, 5121.65]) meter = readMeter(meter, reading)
  expect(meter.energyMwh).toBe(kwh(1.25))
})

test.each([null, 0, -3, Number.NaN, 2_000_000])('a reading of %s changes nothing', (reading) => {
  const meter = { lastReadingMwh: kwh(7), energyMwh: kwh(1) }
  expect(readMeter(meter, reading)).toEqual(meter)
})

test('a meter that was reset begins anew, and what was used before it stays', () => {
  const meter = readMeter({ lastReadingMwh: kwh(900), energyMwh: kwh(2) }, 0.5)
  expect(meter).toEqual({ lastReadingMwh: kwh(0.5), energyMwh: kwh(2) })
  expect(readMeter(meter, 0.75).energyMwh).toBe(kwh(2.25))
})

test('devices are told one of the three reasons they know', () => {
  expect(Object.fromEntries(keysOf(refusals).map((refusal) => [refusal, wireReason(refusal)]))).toEqual({
    unknownCard: 'rejected',
    noCard: 'rejected',
    suspended: 'rejected',
    notActive: 'rejected',
    lockedOut: 'locked_out',
    noGrant: 'rejected',
    notSignedIn: 'not_signed_in',
    balanceTooLow: 'rejected',
    staleList: 'rejected',
    noAnswer: 'rejected',
  })
})

const at = (minutes: number) => new Date(minutes * 60_000)

test('a use is paid for as long as it was heard of, and no longer than it may last', () => {
  expect(paidUntil({ startedAt: at(0), maxMinutes: null }, at(90))).toEqual(at(90))
  expect(paidUntil({ startedAt: at(0), maxMinutes: 60 }, at(90))).toEqual(at(60))
  expect(paidUntil({ startedAt: at(0), maxMinutes: 60 }, at(30))).toEqual(at(30))
  expect([
    isOverdue({ startedAt: at(0), maxMinutes: 60 }, at(59)),
    isOverdue({ startedAt: at(0), maxMinutes: 60 }, at(60)),
  ]).toEqual([false, true])
  expect([isLost({ lastHeardAt: at(0) }, at(3)), isLost({ lastHeardAt: at(0) }, at(3.1))]).toEqual([false, true])
})

test.each([
  [20_000, 'Table saw, 0 min'],
  [42 * 60_000, 'Table saw, 42 min'],
  [2 * hour, 'Table saw, 2 h'],
  [hour + 10 * 60_000, 'Table saw, 1 h 10 min'],
])('a use of %s ms reads "%s"', (durationMs, words) => {
  expect(describeUse({ deviceName: 'Table saw', durationMs })).toBe(words)
})
