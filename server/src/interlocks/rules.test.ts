import { refusals } from '@spacekeeper/contract/access/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../random-runs.testing.ts'
import { type Meter, readMeter } from './meter.ts'
import { costOf, costsOf, maxCostCents, describeUse, isLost, isSessionOverdue, paidUntil, wireReason } from './rules.ts'

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
    propertyRuns(400),
  )
})

const at = (minutes: number) => new Date(minutes * 60_000)

const limits = { perSessionCents: 100, perHourCents: 600, perKwhCents: 50, maxCostCents: 5_000, maxChargedMinutes: 120 }

test.each([
  ['its time is charged as long as it may be, while it goes on', 10 * hour, 0, 1_300],
  ['its energy goes on being charged', 10 * hour, 4, 1_500],
  ['it costs no more than it may', 10 * hour, 900_000, 5_000],
])('of a use with limits, %s', (_, durationMs, used, cents) => {
  expect(costOf({ durationMs, energyMwh: kwh(used), prices: limits })).toBe(cents)
})

test('a cost is never below nothing nor above its limit, and sane readings never make it less', () => {
  const steps = fc.array(fc.tuple(fc.double({ min: -5, max: 1e9 }), fc.integer({ min: -3_600_000, max: 3_600_000 })))
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 1_000_000 }), (readings, most) => {
      let meter: Meter = { lastReadingMwh: null, lastRiseAt: at(0), energyMwh: 0, jumpMwh: 0 }
      let before = 0
      let now = 0
      for (const [reading, byMs] of readings) {
        now += byMs
        meter = readMeter(meter, { kwh: reading, at: new Date(now), startedAt: at(0), ratedWatts: 15_000 })
        const use = { durationMs: hour, ...meter, prices: { ...limits, maxCostCents: most } }
        const { withJump, withoutJump } = costsOf(use)
        expect(withoutJump).toBeGreaterThanOrEqual(before)
        expect(withJump).toBeGreaterThanOrEqual(withoutJump)
        expect(withJump).toBeLessThanOrEqual(most)
        before = withoutJump
      }
    }),
    propertyRuns(400),
  )
})

test('devices are told one of the three reasons they know', () => {
  expect(Object.fromEntries(keysOf(refusals).map((refusal) => [refusal, wireReason(refusal)]))).toEqual({
    unknownCard: 'rejected',
    noCard: 'rejected',
    suspended: 'rejected',
    notActive: 'rejected',
    lockedOut: 'locked_out',
    noGrant: 'rejected',
    noCertificate: 'rejected',
    notSignedIn: 'not_signed_in',
    balanceTooLow: 'rejected',
    balanceOff: 'rejected',
    staleList: 'rejected',
    noAnswer: 'rejected',
  })
})

test('a use is paid for as long as it was heard of, and no longer than it may last', () => {
  expect(paidUntil({ startedAt: at(0), maxMinutes: null }, at(90))).toEqual(at(90))
  expect(paidUntil({ startedAt: at(0), maxMinutes: 60 }, at(90))).toEqual(at(60))
  expect(paidUntil({ startedAt: at(0), maxMinutes: 60 }, at(30))).toEqual(at(30))
  expect(paidUntil({ startedAt: at(60), maxMinutes: null }, at(0))).toEqual(at(60))
  expect([
    isSessionOverdue({ startedAt: at(0), maxMinutes: 60 }, at(59)),
    isSessionOverdue({ startedAt: at(0), maxMinutes: 60 }, at(60)),
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
