import { settings as declared, type Settings } from '@spacekeeper/contract/index.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { expect, test } from 'vitest'
import { judgeIssueChannels } from './checks.ts'
import {
  dueDayOf,
  isReportOverdue,
  isPlanDue,
  locksDevice,
  maySendAgain,
  missingFor,
  openChannels,
  postStateOf,
  tellingWords,
  waitAfterTry,
  waitAskedFor,
} from './rules.ts'

const settingsWith = (changes: Partial<Settings>): Settings =>
  ({ ...Object.fromEntries(keysOf(declared).map((key) => [key, declared[key].default])), ...changes }) as Settings // every key has its default

test('email is on at first, and chats also need their service turned on', () => {
  expect(openChannels(settingsWith({}))).toEqual(['email'])
  expect(openChannels(settingsWith({ REPORT_ISSUE_ENABLE_DISCORD: true }))).toEqual(['email'])
  const all = settingsWith({
    REPORT_ISSUE_ENABLE_EMAIL: false,
    REPORT_ISSUE_ENABLE_DISCORD: true,
    ENABLE_DISCORD_INTEGRATION: true,
    REPORT_ISSUE_ENABLE_SLACK: true,
    ENABLE_SLACK_INTEGRATION: true,
    REPORT_ISSUE_ENABLE_TRELLO: true,
    REPORT_ISSUE_ENABLE_VIKUNJA: true,
  })
  expect(openChannels(all)).toEqual(['discord', 'slack', 'trello', 'vikunja'])
})

test('a channel names what it lacks, and a label is not among it', () => {
  expect(missingFor('email', settingsWith({}))).toBe('The email of the administrators isn’t set.')
  expect(missingFor('trello', settingsWith({ TRELLO_API_KEY: 'k', TRELLO_API_TOKEN: 't' }))).toBe(
    'The list in Trello isn’t set.',
  )
  const vikunja = { VIKUNJA_API_URL: 'https://v.example.org', VIKUNJA_API_TOKEN: 't', VIKUNJA_DEFAULT_PROJECT_ID: '1' }
  expect(missingFor('vikunja', settingsWith(vikunja))).toBeNull()
})

test('waits grow to half an hour, and a service that asks for patience gets it within reason', () => {
  expect([1, 2, 3, 4, 5, 40].map((tries) => waitAfterTry(tries) / 1000)).toEqual([30, 120, 480, 1800, 1800, 1800])
  expect([0.2, 45, 1e9].map((seconds) => waitAskedFor(seconds) / 1000)).toEqual([1, 45, 1800])
})

test('the outbox says what became of an email', () => {
  expect(postStateOf({ state: 'sent', messageState: null })).toBe('sent')
  expect(postStateOf({ state: 'sent', messageState: 'queued' })).toBe('waiting')
  expect(postStateOf({ state: 'sent', messageState: 'kept' })).toBe('kept')
  expect(postStateOf({ state: 'sent', messageState: 'cancelled' })).toBe('failed')
})

test.each([
  [{ channel: 'trello', state: 'failed', hasMessage: false }, true],
  [{ channel: 'trello', state: 'givenUp', hasMessage: false }, true],
  [{ channel: 'trello', state: 'waiting', hasMessage: false }, true],
  [{ channel: 'trello', state: 'sent', hasMessage: false }, false],
  [{ channel: 'email', state: 'waiting', hasMessage: true }, false],
  [{ channel: 'email', state: 'kept', hasMessage: true }, false],
  [{ channel: 'email', state: 'failed', hasMessage: true }, true],
] as const)('%o may be sent again: %s', (post, expected) => expect(maySendAgain(post)).toBe(expected))

const lock = { isUnsafe: true, isActive: true, isMachine: true, isLockedOut: false, isAllowed: true }

test.each([
  [lock, true],
  [{ ...lock, isAllowed: false }, false],
  [{ ...lock, isUnsafe: false }, false],
  [{ ...lock, isActive: false }, false],
  [{ ...lock, isMachine: false }, false],
  [{ ...lock, isLockedOut: true }, false],
])('%o locks the machine: %s', (facts, expected) => expect(locksDevice(facts)).toBe(expected))

test('a report is overdue from the day after, and never when it is done', () => {
  expect(isReportOverdue({ state: 'open', dueOn: '2027-03-14' }, '2027-03-14')).toBe(false)
  expect(isReportOverdue({ state: 'open', dueOn: '2027-03-14' }, '2027-03-15')).toBe(true)
  expect(isReportOverdue({ state: 'done', dueOn: '2027-03-14' }, '2027-03-15')).toBe(false)
  expect(isReportOverdue({ state: 'open', dueOn: null }, '2027-03-15')).toBe(false)
})

test('like reports are found by the words that say something', () => {
  expect(tellingWords('The Laser doesn’t work: smoke from the laser!')).toEqual(['laser', 'smoke'])
  expect(tellingWords('it is broken')).toEqual([])
  expect(tellingWords('Säge läuft nicht')).toEqual(['säge', 'läuft', 'nicht'])
})

test('maintenance is due by hours, days or months', () => {
  const plan = { lastDoneOn: '2027-01-31', hoursSince: 49.9 }
  expect(dueDayOf({ ...plan, every: 50, unit: 'hours' })).toBeNull()
  expect(dueDayOf({ ...plan, every: 10, unit: 'days' })).toBe('2027-02-10')
  expect(dueDayOf({ ...plan, every: 1, unit: 'months' })).toBe('2027-02-28')
  expect(isPlanDue({ ...plan, every: 50, unit: 'hours' }, '2029-01-01')).toBe(false)
  expect(isPlanDue({ ...plan, every: 50, unit: 'hours', hoursSince: 50 }, '2027-02-01')).toBe(true)
  expect(isPlanDue({ ...plan, every: 10, unit: 'days' }, '2027-02-09')).toBe(false)
  expect(isPlanDue({ ...plan, every: 10, unit: 'days' }, '2027-02-10')).toBe(true)
})

test('the doctor says what a channel lacks, and what did not arrive', () => {
  const settings = settingsWith({ EMAIL_ADMIN: 'ada@example.org' })
  expect(judgeIssueChannels({ settings, undelivered: 0 })).toMatchObject({ state: 'well' })
  expect(judgeIssueChannels({ settings, undelivered: 2 })).toMatchObject({
    state: 'attention',
    says: '2 issue reports have not reached a channel.',
  })
  expect(judgeIssueChannels({ settings: settingsWith({}), undelivered: 0 })).toMatchObject({
    state: 'attention',
    says: expect.stringContaining('The email of the administrators isn’t set.'),
  })
})
