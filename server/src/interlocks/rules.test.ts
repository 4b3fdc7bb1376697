import { refusals } from '@spacekeeper/contract/access/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../random-runs.testing.ts'
import {
  costOf,
  costsOf,
  maxCostCents,
  describeUse,
  isLost,
  isSessionOverdue,
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
    propertyRuns(400),
  )
})

const at = (minutes: number) => new Date(minutes * 60_000)

const unread: Meter = { lastReadingMwh: null, lastRiseAt: at(0), energyMwh: 0, jumpMwh: 0 }

const readAll = (readings: readonly (readonly [kwh: number | null, minutes: number])[], ratedWatts = 15_000) => {
  let meter = unread
  for (const [reading, minutes] of readings) meter = readMeter(meter, { kwh: reading, at: at(minutes), ratedWatts })
  return { energy: meter.energyMwh / 1_000_000, jump: meter.jumpMwh / 1_000_000 }
}

test.each([
  [
    'counts from the first reading to the last',
    [
      [5120.4, 0],
      [5120.9, 10],
      [5121.65, 20],
    ],
    { energy: 1.25, jump: 0 },
  ],
  [
    'was reset begins anew, and keeps what was before',
    [
      [900, 0],
      [902, 20],
      [0.5, 21],
      [0.75, 22],
    ],
    { energy: 2.25, jump: 0 },
  ],
  [
    'says nothing in between',
    [
      [7, 0],
      [null, 5],
      [0, 10],
      [8, 20],
    ],
    { energy: 1, jump: 0 },
  ],
  [
    'runs at full power all the time',
    [
      [0.01, 0],
      [15.01, 60],
    ],
    { energy: 15, jump: 0 },
  ],
  [
    'counts in tenths only',
    [
      [10, 0],
      [10, 1],
      [10.1, 1.01],
    ],
    { energy: 0.1, jump: 0 },
  ],
  [
    'jumps within half a second',
    [
      [10, 0],
      [900_000, 0.01],
    ],
    { energy: 0, jump: 899_990 },
  ],
  [
    'jumps and goes back',
    [
      [10, 0],
      [900_000, 0.01],
      [10.5, 10],
      [11, 20],
    ],
    { energy: 0.5, jump: 899_990 },
  ],
  [
    'fails for a moment and reads a low value',
    [
      [10, 0],
      [0.5, 1],
      [10.1, 1.1],
    ],
    { energy: 0, jump: 9.6 },
  ],
  [
    'shows twice what the machine can draw',
    [
      [1, 0],
      [31, 60],
    ],
    { energy: 0, jump: 30 },
  ],
] as const)('a meter that %s', (_, readings, expected) => {
  const { energy, jump } = readAll(readings)
  expect(energy).toBeCloseTo(expected.energy, 6)
  expect(jump).toBeCloseTo(expected.jump, 6)
})

test('the same reading is a jump on a machine that draws little, and none on one that draws much', () => {
  const readings = [
    [10, 0],
    [13, 60],
  ] as const // pairs
  expect(readAll(readings, 1_000)).toEqual({ energy: 0, jump: 3 })
  expect(readAll(readings, 4_000)).toEqual({ energy: 3, jump: 0 })
})

test.each([null, 0, -3, Number.NaN, 2_000_000])('a reading of %s changes nothing', (reading) => {
  const meter = { ...unread, lastReadingMwh: kwh(7), energyMwh: kwh(1) }
  expect(readMeter(meter, { kwh: reading, at: at(5), ratedWatts: 15_000 })).toEqual(meter)
})

test('with the clock set back, what a machine draws from one report to the next is no jump', () => {
  expect(
    readAll([
      [10, 60],
      [10.04, 0],
      [10.08, 0.2],
      [10.12, 0.4],
    ]),
  ).toMatchObject({ jump: 0 })
})

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
      let meter = unread
      let before = 0
      let now = 0
      for (const [reading, byMs] of readings) {
        now += byMs
        meter = readMeter(meter, { kwh: reading, at: new Date(now), ratedWatts: 15_000 })
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

test('readings that a machine can cause are charged to the last watt-hour, and none of them is a jump', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ minutes: fc.integer({ min: 1, max: 60 }), load: fc.double({ min: 0, max: 1, noNaN: true }) }),
      ),
      (turns) => {
        let meter = readMeter(unread, { kwh: 5, at: at(0), ratedWatts: 15_000 })
        let [reading, minutes] = [5, 0]
        for (const turn of turns) {
          minutes += turn.minutes
          reading += (15 * turn.load * turn.minutes) / 60
          meter = readMeter(meter, { kwh: reading, at: at(minutes), ratedWatts: 15_000 })
        }
        expect(meter.jumpMwh).toBe(0)
        expect(Math.abs(meter.energyMwh - kwh(reading - 5))).toBeLessThanOrEqual(turns.length + 1)
      },
    ),
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
