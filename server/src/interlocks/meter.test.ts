import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../random-runs.testing.ts'
import { type Meter, mostDrawn, readMeter } from './meter.ts'

const kwh = (value: number) => Math.round(value * 1_000_000)

const at = (minutes: number) => new Date(minutes * 60_000)

const unread: Meter = { lastReadingMwh: null, lastRiseAt: at(0), energyMwh: 0, jumpMwh: 0 }

const readAt = (reading: number | null, minutes: number, ratedWatts = 15_000) => ({
  kwh: reading,
  at: at(minutes),
  startedAt: at(0),
  ratedWatts,
})

const readAll = (readings: readonly (readonly [kwh: number | null, minutes: number])[], ratedWatts = 15_000) => {
  let meter = unread
  for (const [reading, minutes] of readings) meter = readMeter(meter, readAt(reading, minutes, ratedWatts))
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
    'goes back by more than it wavers',
    [
      [100, 0],
      [99.8, 1],
      [100, 2],
    ],
    { energy: 0.2, jump: 0 },
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
  expect(readMeter(meter, readAt(reading, 5))).toEqual(meter)
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

test('readings that a machine can cause are charged to the last watt-hour, and none of them is a jump', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ minutes: fc.integer({ min: 1, max: 60 }), load: fc.double({ min: 0, max: 1, noNaN: true }) }),
      ),
      (turns) => {
        let meter = readMeter(unread, readAt(5, 0))
        let [reading, minutes] = [5, 0]
        for (const turn of turns) {
          minutes += turn.minutes
          reading += (15 * turn.load * turn.minutes) / 60
          meter = readMeter(meter, readAt(reading, minutes))
        }
        expect(meter.jumpMwh).toBe(0)
        expect(Math.abs(meter.energyMwh - kwh(reading - 5))).toBeLessThanOrEqual(turns.length + 1)
      },
    ),
    propertyRuns(400),
  )
})

test('a meter that wavers by a tenth is charged once for it, however often it does', () => {
  const wavering = Array.from({ length: 360 }, (_, turn) => [turn % 2 === 0 ? 100 : 100.1, turn / 6] as const)
  const { energy, jump } = readAll(wavering, 2_000)
  expect(energy).toBeCloseTo(0.1, 6)
  expect(jump).toBe(0)
})

test('a meter that wavers counts what was drawn, to a tenth, and what it says is never more than can be drawn', () => {
  const turn = fc.record({
    minutes: fc.integer({ min: 1, max: 60 }),
    load: fc.double({ min: 0, max: 1, noNaN: true }),
    waver: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
      let meter = readMeter(unread, readAt(5, 0, 2_000))
      let [drawn, minutes] = [0, 0]
      for (const { load, waver, ...passed } of turns) {
        minutes += passed.minutes
        drawn += (2 * load * passed.minutes) / 60
        meter = readMeter(meter, readAt(5 + drawn + waver, minutes, 2_000))
      }
      expect(meter.jumpMwh).toBe(0)
      expect(Math.abs(meter.energyMwh - kwh(drawn))).toBeLessThanOrEqual(kwh(0.1) + turns.length + 1)
    }),
    propertyRuns(400),
  )
})

test('whatever a meter says, no more is charged than the machine can draw since the start', () => {
  const readings = fc.array(fc.double({ min: 0.01, max: 200, noNaN: true }), { maxLength: 60 })
  fc.assert(
    fc.property(readings, fc.integer({ min: 1, max: 30 }), (said, minutes) => {
      const { energy } = readAll(
        said.map((reading, turn) => [reading, turn * minutes] as const),
        2_000,
      )
      expect(kwh(energy)).toBeLessThanOrEqual(mostDrawn(2_000, said.length * minutes * 60_000) + 1)
    }),
    propertyRuns(400),
  )
})
