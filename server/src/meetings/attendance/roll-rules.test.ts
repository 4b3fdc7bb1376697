import { expect, test } from 'vitest'
import {
  checkInStart,
  freezingDay,
  isCheckInOpen,
  isFarOff,
  readPlanNames,
  type RollFacts,
  type RollRule,
  rollReasonOf,
} from './roll-rules.ts'

const anyActive: RollRule = { states: ['active'], months: 0, plans: [] }
const member: RollFacts = { state: 'active', isSuspended: false, joinedOn: '2020-01-31', plans: ['Full'] }

test.each<[string, Partial<RollFacts>, Partial<RollRule>, string | null]>([
  ['an active member', {}, {}, null],
  ['a suspended one', { isSuspended: true }, {}, 'suspended'],
  ['an inactive one', { state: 'inactive' }, {}, 'state'],
  ['an inactive one where those may vote', { state: 'inactive' }, { states: ['active', 'inactive'] }, null],
  ['a suspended one even then', { state: 'inactive', isSuspended: true }, { states: ['inactive'] }, 'suspended'],
  ['one who joined on the last day that counts', { joinedOn: '2026-08-01' }, { months: 3 }, null],
  ['one who joined a day too late', { joinedOn: '2026-08-02' }, { months: 3 }, 'recent'],
  ['one who joined at the end of a longer month', { joinedOn: '2026-08-31' }, { months: 2 }, null],
  ['one who never joined', { joinedOn: null }, { months: 1 }, 'recent'],
  ['one who never joined where that does not count', { joinedOn: null }, {}, null],
  ['one on a plan that may vote', {}, { plans: ['full', 'Family'] }, null],
  ['one on another plan', { plans: ['Friend'] }, { plans: ['Full'] }, 'plan'],
  ['one on no plan', { plans: [] }, { plans: ['Full'] }, 'plan'],
  ['one on two plans', { plans: ['Friend', 'FULL'] }, { plans: ['Full'] }, null],
])('%s is on the roll unless a reason speaks against it', (_, facts, rule, reason) => {
  expect(rollReasonOf({ ...member, ...facts }, { rule: { ...anyActive, ...rule }, day: '2026-11-01' })).toBe(reason)
})

test('plans are named with commas between them', () => {
  expect(readPlanNames(' Full , , Family')).toEqual(['Full', 'Family'])
  expect(readPlanNames(' ')).toEqual([])
})

test('a roll is frozen some days before, or on the day itself', () => {
  expect(freezingDay('2027-03-01', 14)).toBe('2027-02-15')
  expect(freezingDay('2027-03-01', 0)).toBe('2027-03-01')
})

const startsAt = new Date('2027-03-01T18:00:00Z')
const at = (time: string) => new Date(`2027-03-01T${time}:00Z`)
const planned: Parameters<typeof checkInStart>[0] = { startsAt, openedAt: null, closedAt: null, cancelledAt: null }

test.each<[string, Partial<typeof planned>, string, boolean]>([
  ['five hours ahead', {}, '13:00', false],
  ['four hours ahead', {}, '14:00', true],
  ['once it was opened', { openedAt: at('09:00') }, '09:00', true],
  ['after it was closed', { openedAt: at('18:00'), closedAt: at('20:00') }, '20:00', false],
  ['when it was cancelled', { cancelledAt: at('10:00') }, '17:00', false],
])('members can check in %s, or not', (_, facts, now, isOpen) => {
  expect(isCheckInOpen({ ...planned, ...facts }, { hours: 4, now: at(now) })).toBe(isOpen)
})

test('checking in begins some hours ahead, or earlier with the opening', () => {
  expect(checkInStart(planned, 4)).toEqual(at('14:00'))
  expect(checkInStart({ ...planned, openedAt: at('12:00') }, 4)).toEqual(at('12:00'))
  expect(checkInStart({ ...planned, openedAt: at('18:05') }, 4)).toEqual(at('14:00'))
})

test('a meeting is opened from a day ahead', () => {
  expect(isFarOff(startsAt, new Date('2027-02-28T18:00:00Z'))).toBe(false)
  expect(isFarOff(startsAt, new Date('2027-02-28T17:59:59Z'))).toBe(true)
  expect(isFarOff(startsAt, at('23:00'))).toBe(false)
})
