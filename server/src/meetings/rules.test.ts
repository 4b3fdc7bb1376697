import type { MeetingPhase } from '@spacekeeper/contract/meetings/words.ts'
import { expect, test } from 'vitest'
import {
  canInviteItself,
  dateRefusalOf,
  invitationDay,
  isPastMeeting,
  isReminderDue,
  readMeetingDate,
  reorder,
} from './rules.ts'

const now = new Date('2027-03-01T00:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test.each([
  ['2027-03-01 19:00', 'Australia/Brisbane', '2027-03-01T09:00:00.000Z'],
  ['2027-03-28 02:30', 'Europe/Berlin', 'clocks go forward'],
  ['2027-02-30 10:00', 'UTC', 'no such day'],
  ['2027-13-01 10:00', 'UTC', 'no such day'],
  ['2027-03-02 24:00', 'UTC', 'no such time'],
  ['2027-03-02 10:61', 'UTC', 'no such time'],
])('%s in %s: %s', (typed, zone, expected) => {
  const read = readMeetingDate(typed, zone)
  expect('at' in read ? read.at.toISOString() : read.problem).toContain(expected)
})

test.each<[string, MeetingPhase, number, RegExp | null]>([
  ['a coming meeting', 'planned', 24, null],
  ['a meeting whose hour has come', 'planned', 0, /past meeting/],
  ['a past meeting', 'planned', -24, /past meeting/],
  ['a meeting that was opened early', 'on', 1, /has begun/],
  ['a meeting that is over', 'over', -2, /has begun/],
])('the date of %s', (_, phase, hours, expected) => {
  const refusal = dateRefusalOf({ startsAt: at(hours), phase }, now)
  expect(refusal ?? '').toMatch(expected ?? /^$/)
})

test.each<[string, MeetingPhase, number, boolean]>([
  ['it is planned', 'planned', 1, false],
  ['it should have begun', 'planned', -1, false],
  ['it should have ended and was never opened', 'planned', -3, true],
  ['it is on, for longer than planned', 'on', -30, false],
  ['it was closed early', 'over', -0.5, true],
  ['it is cancelled and to come', 'cancelled', 1, false],
  ['it was cancelled', 'cancelled', -48, true],
])('whether a meeting is past: %s', (_, phase, hours, expected) => {
  expect(isPastMeeting({ startsAt: at(hours), minutesPlanned: 120, phase }, now)).toBe(expected)
})

test('invitations leave by themselves on a day that is still to come', () => {
  expect(invitationDay(at(22 * 24), 21)).toEqual(at(24))
  expect(invitationDay(at(22 * 24), 0)).toBeNull()
  expect(canInviteItself(at(22 * 24), { inviteDays: 21, now })).toBe(true)
  expect(canInviteItself(at(20 * 24), { inviteDays: 21, now })).toBe(false)
  expect(canInviteItself(at(22 * 24), { inviteDays: 0, now })).toBe(false)
})

test.each<[string, Partial<Parameters<typeof isReminderDue>[0]>, boolean]>([
  ['in its hours', {}, true],
  ['too early', { startsAt: at(60) }, false],
  ['once is enough', { remindedAt: at(-1) }, false],
  ['not without an invitation', { invitedAt: null }, false],
  ['not to those who were just invited', { invitedAt: at(-1) }, false],
  ['not after it began', { startsAt: at(0) }, false],
  ['turned off', { remindHours: 0 }, false],
])('a reminder: %s', (_, facts, expected) => {
  const usual = { startsAt: at(40), invitedAt: at(-400), remindedAt: null, remindHours: 48 }
  expect(isReminderDue({ ...usual, ...facts }, now)).toBe(expected)
})

test.each([
  [
    [3, 1, 2],
    [3, 1, 2],
  ],
  [[1, 2], null],
  [[1, 2, 2], null],
  [[1, 2, 4], null],
])('an order %j of the items 1, 2 and 3', (order, expected) => {
  expect(reorder([1, 2, 3], order)).toEqual(expected)
})
