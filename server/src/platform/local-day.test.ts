import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, localDay, startOfDay } from './local-day.ts'

test.each([
  ['Australia/Brisbane', '2026-03-01', '2026-02-28T14:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z'],
  // There the clocks go on at midnight, and the day begins at one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('in %s %s begins at %s', (zone, day, at) => {
  const start = startOfDay(day, zone)
  expect(start.toISOString()).toBe(at)
  expect([localDay(start, zone), localDay(new Date(start.getTime() - 1), zone) < day]).toEqual([day, true])
})

test('a day begins where the day before it ends, in every zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
  fc.assert(
    fc.property(zone, day, (where, when) => {
      const start = startOfDay(when, where)
      // Of a day that a zone left out, as Samoa did in 2011, the next one is the begin.
      expect(localDay(start, where) >= when).toBe(true)
      expect(localDay(new Date(start.getTime() - 1), where) < when).toBe(true)
    }),
  )
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s and %i months is %s', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later)
})
