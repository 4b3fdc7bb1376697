import { expect, test } from 'vitest'
import { instantAt, localTime } from './local-time.ts'

test.each([
  ['2027-03-01 19:00', 'Australia/Brisbane', '2027-03-01T09:00:00.000Z'],
  ['2027-03-01 19:00', 'UTC', '2027-03-01T19:00:00.000Z'],
  ['2027-03-01 19:00', 'America/St_Johns', '2027-03-01T22:30:00.000Z'],
  ['2027-01-01 00:00', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
  // Clocks go forward from 02:00 to 03:00.
  ['2027-03-28 01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28 02:30', 'Europe/Berlin', null],
  ['2027-03-28 03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  // And back from 03:00 to 02:00: the first of the two.
  ['2027-10-31 02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['2027-10-31 03:00', 'Europe/Berlin', '2027-10-31T02:00:00.000Z'],
  // Half an hour forward.
  ['2026-10-04 02:15', 'Australia/Lord_Howe', null],
  ['2027-02-30 10:00', 'UTC', null],
  ['2027-13-01 10:00', 'UTC', null],
  ['2027-01-01 24:00', 'UTC', null],
  ['2027-01-01 10:60', 'UTC', null],
])('%s in %s is %s', (local, zone, expected) => {
  const at = instantAt(local, zone)
  expect(at?.toISOString() ?? null).toBe(expected)
  expect(at === null ? null : localTime(at, zone)).toBe(expected === null ? null : local)
})
