import type { MotionDraft } from '@spacekeeper/contract/votes/shapes.ts'
import { expect, test } from 'vitest'
import { motionDraft } from './factory.ts'
import { checkDraft, isVoteReminderDue, phaseOfMotion } from './rules.ts'

const now = new Date('2027-03-01T10:00:00Z')
const later = '2027-03-02T10:00:00Z'
const muchLater = '2027-03-09T10:00:00Z'
const before = '2027-02-28T10:00:00Z'

const option = (name: string) => ({ name, details: '' })
const election: MotionDraft = {
  ...motionDraft,
  kind: 'election',
  method: 'ranked',
  seats: 2,
  options: [option('Ada'), option('Bo'), option('Cy')],
}

const drafts: [name: string, draft: MotionDraft, hasMeeting: boolean, field: keyof MotionDraft | null][] = [
  ['a motion at a meeting', motionDraft, true, null],
  ['a motion over days', { ...motionDraft, opensAt: later, closesAt: muchLater }, false, null],
  ['two thirds of the roll', { ...motionDraft, share: { numerator: 2, denominator: 3 }, shareOf: 'roll' }, false, null],
  ['an election', election, true, null],
  ['an election by approval', { ...election, method: 'approval' }, false, null],
  ['as many seats as options', { ...election, seats: 3 }, true, null],
  ['a ranked motion', { ...motionDraft, method: 'ranked' }, true, 'method'],
  ['a motion with options', { ...motionDraft, options: [option('Ada')] }, true, 'options'],
  ['a motion with seats', { ...motionDraft, seats: 2 }, true, 'seats'],
  ['an election by majority', { ...election, method: 'majority' }, true, 'method'],
  ['an election with a share', { ...election, share: { numerator: 1, denominator: 2 } }, true, 'share'],
  ['an election of the roll', { ...election, shareOf: 'roll' }, true, 'shareOf'],
  ['one option', { ...election, options: [option('Ada')], seats: 1 }, true, 'options'],
  ['the same option twice', { ...election, options: [option('Ada'), option('ada')] }, true, 'options'],
  ['more seats than options', { ...election, seats: 4 }, true, 'seats'],
  ['times at a meeting', { ...motionDraft, opensAt: later }, true, 'opensAt'],
  ['a closing time at a meeting', { ...motionDraft, closesAt: later }, true, 'closesAt'],
  ['those present without a meeting', { ...motionDraft, shareOf: 'present' }, false, 'shareOf'],
  ['those present at a meeting', { ...motionDraft, shareOf: 'present' }, true, null],
  ['closing before it opens', { ...motionDraft, opensAt: muchLater, closesAt: later }, false, 'closesAt'],
]

test.each(drafts)('%s', (_, draft, ...[hasMeeting, field]) => {
  expect(checkDraft(draft, { hasMeeting })?.field ?? null).toBe(field)
})

const at = (text: string) => new Date(text)
const none = { openedAt: null, closedAt: null, publishedAt: null, closesAt: null }

test('a vote is planned, open, counted and published', () => {
  expect(phaseOfMotion(none, now)).toBe('planned')
  expect(phaseOfMotion({ ...none, openedAt: at(before) }, now)).toBe('open')
  expect(phaseOfMotion({ ...none, openedAt: at(before), closedAt: now }, now)).toBe('counting')
  expect(phaseOfMotion({ ...none, openedAt: at(before), closedAt: now, publishedAt: now }, now)).toBe('published')
})

test('a vote whose time is over is not open, also before it is closed', () => {
  expect(phaseOfMotion({ ...none, openedAt: at(before), closesAt: now }, now)).toBe('counting')
  expect(phaseOfMotion({ ...none, openedAt: at(before), closesAt: at(later) }, now)).toBe('open')
})

const reminders: [name: string, Partial<Parameters<typeof isVoteReminderDue>[0]>, boolean][] = [
  ['a day before the end', {}, true],
  ['once', { remindedAt: at(before) }, false],
  ['not earlier', { closesAt: at(muchLater) }, false],
  [
    'not when it only just opened',
    { openedAt: at('2027-03-01T09:59:00Z'), closesAt: at('2027-03-01T20:00:00Z') },
    false,
  ],
  ['not after the end', { closesAt: now }, false],
  ['not of a vote that staff close', { closesAt: null }, false],
  ['not where it is turned off', { hours: 0 }, false],
]

test.each(reminders)('members are reminded %s', (_, times, isDue) => {
  const usual = {
    openedAt: at('2027-02-20T10:00:00Z'),
    closesAt: at('2027-03-02T09:00:00Z'),
    remindedAt: null,
    hours: 24,
  }
  expect(isVoteReminderDue({ ...usual, ...times }, now)).toBe(isDue)
})
