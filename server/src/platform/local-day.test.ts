import { expect, test } from 'vitest'
import { addMonths, localDay, startOfDay } from './local-day.ts'

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

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s and %i months is %s', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later)
})
