import type { HealthState } from '@spacekeeper/contract/doctor/words.ts'
import { expect, test } from 'vitest'
import { compareClocks, type HealthCheck, type HealthFinding } from '#platform/health-check.ts'
import { judgeProviders } from '../auth/providers/provider-checks.ts'
import { judgeDebits, judgeLines } from '../bank/checks.ts'
import { judgeBilling } from '../billing/checks.ts'
import { judgeBooks } from '../books/health-checks.ts'
import { judgeLedger } from '../memberbucks/checks.ts'
import { judgeChannel, judgeWaiting } from '../messages/checks.ts'
import { judgeLists, judgeLockouts, judgeSilence } from '../monitoring/checks.ts'
import { judgeReminders } from '../reminders/checks.ts'
import { judgeCleanUp } from '../retention/checks.ts'
import { judgeChats } from '../settings/checks.ts'
import { judgeForum } from '../sso/checks.ts'
import { judgeBallotBoxes } from '../votes/checks.ts'
import {
  judgeConnections,
  judgeLag,
  judgeListening,
  judgeMigrations,
  judgeServer,
  judgeTransactions,
} from './database-checks.ts'
import { findMissed, judgeFailures, judgeQueue, judgeSchedules, judgeWorkers, lastStart } from './job-checks.ts'
import { judgeDisk, judgeMemory, judgeSoftware } from './machine-checks.ts'
import type { KeptResult } from './results.ts'
import { isDue, linesOf } from './rules.ts'
import { judgeAddress, judgeSiteCertificate, judgeReverseProxy, judgeSecretKey, judgeTimeZone } from './site-checks.ts'

const now = new Date('2026-11-23T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() - count * 60_000)
const days = (count: number) => minutes(count * 24 * 60)
const gigabyte = 1e9

const gone = { validTo: days(1), problem: 'CERT_HAS_EXPIRED' }
const front = { name: 'Front door', state: 'current', missing: 0, surplus: 0, behindSince: null } as const
const late = { ...front, state: 'behind', missing: 2, behindSince: minutes(30).toISOString() } as const
const sums = { entries: 3, members: 1, sumCents: 0, fault: null }
const drift = { what: 'balance', memberId: 4, entryId: null, expected: 1, found: 2 } as const
const run = { day: '2026-11-23', finishedAt: minutes(60), done: 2, failed: 0 }
const chat = { key: 'DISCORD_DOOR_WEBHOOK', isOpen: true, failingSince: null } as const
const ofNever = { sentAt: null, failed: 0, failedAt: null }

const locked = {
  name: 'Front door',
  kind: 'door',
  lockout: { since: days(1).toISOString(), reason: null },
  lockoutDelivery: { isHeard: true, at: days(1).toISOString() },
} as const
const unheardFor = (time: number) => ({ isHeard: false, at: minutes(time).toISOString() })
const cases: [string, HealthFinding | null, HealthState | null][] = [
  ['an https address', judgeAddress({ siteUrl: 'https://p.example.org', isSet: true }), 'well'],
  ['no address', judgeAddress({ siteUrl: 'http://localhost:8000', isSet: false }), 'attention'],
  ['an address of this machine', judgeAddress({ siteUrl: 'http://127.0.0.1:8000', isSet: true }), 'attention'],
  ['an address of the local network', judgeAddress({ siteUrl: 'http://192.168.1.4:8000', isSet: true }), 'well'],
  ['a name of the local network', judgeAddress({ siteUrl: 'http://portal.lan', isSet: true }), 'well'],
  ['a public address without https', judgeAddress({ siteUrl: 'http://p.example.org', isSet: true }), 'wrong'],
  ['a proxy that is not trusted', judgeReverseProxy({ siteUrl: 'https://p.example.org', trustProxy: false }), 'wrong'],
  ['a proxy that is trusted', judgeReverseProxy({ siteUrl: 'https://p.example.org', trustProxy: 'loopback' }), 'well'],
  ['trust without a proxy', judgeReverseProxy({ siteUrl: 'http://portal.lan', trustProxy: 1 }), 'attention'],
  ['no proxy', judgeReverseProxy({ siteUrl: 'http://portal.lan', trustProxy: false }), 'well'],
  ['no forum', judgeForum({ isOn: false, hasSecret: false, sites: '' }), null],
  ['a forum', judgeForum({ isOn: true, hasSecret: true, sites: 'https://f.example.org' }), 'well'],
  ['a forum without a secret', judgeForum({ isOn: true, hasSecret: false, sites: 'https://f.example.org' }), 'wrong'],
  ['no other provider', judgeProviders([]), null],
  ['a provider that answers', judgeProviders([{ name: 'Guild', problem: null }]), 'well'],
  ['a provider that does not', judgeProviders([{ name: 'Guild', problem: 'Gone.' }]), 'wrong'],
  ['a given secret key', judgeSecretKey({ isSet: true, mode: null }), 'well'],
  ['a kept secret key', judgeSecretKey({ isSet: false, mode: 0o600 }), 'well'],
  ['a secret key that others read', judgeSecretKey({ isSet: false, mode: 0o644 }), 'wrong'],
  ['a chosen time zone', judgeTimeZone({ zone: 'Europe/Berlin', isChosen: true, isElsewhere: true }), 'well'],
  ['no time zone', judgeTimeZone({ zone: 'Australia/Brisbane', isChosen: false, isElsewhere: true }), 'attention'],
  ['the time zone of a space there', judgeTimeZone({ zone: 'A/B', isChosen: false, isElsewhere: false }), 'well'],
  ['a certificate of months', judgeSiteCertificate({ validTo: days(-60), problem: null }, now), 'well'],
  ['a certificate of days', judgeSiteCertificate({ validTo: days(-10), problem: null }, now), 'attention'],
  ['a certificate of hours', judgeSiteCertificate({ validTo: days(-1), problem: null }, now), 'wrong'],
  ['a certificate that ran out', judgeSiteCertificate(gone, now), 'wrong'],
  ['a certificate of another', judgeSiteCertificate({ validTo: days(-60), problem: 'ALTNAME' }, now), 'wrong'],
  ['room on the disk', judgeDisk({ freeBytes: 40 * gigabyte, totalBytes: 100 * gigabyte }, 'it'), 'well'],
  [
    'little room on a large disk',
    judgeDisk({ freeBytes: 4 * gigabyte, totalBytes: 100 * gigabyte }, 'it'),
    'attention',
  ],
  ['a small disk with room', judgeDisk({ freeBytes: 4 * gigabyte, totalBytes: 8 * gigabyte }, 'it'), 'well'],
  ['hardly any room', judgeDisk({ freeBytes: gigabyte / 10, totalBytes: 8 * gigabyte }, 'it'), 'wrong'],
  ['a disk that says nothing', judgeDisk(null, 'it'), 'unknown'],
  ['memory enough', judgeMemory({ usedBytes: 2e8, availableBytes: 1e9, totalBytes: 2e9 }), 'well'],
  ['hardly any memory', judgeMemory({ usedBytes: 2e8, availableBytes: 9e7, totalBytes: 2e9 }), 'attention'],
  ['no memory left', judgeMemory({ usedBytes: 2e8, availableBytes: 3e7, totalBytes: 2e9 }), 'wrong'],
  ['a container with room', judgeMemory({ usedBytes: 2e8, availableBytes: null, totalBytes: 5e8 }), 'well'],
  [
    'a portal that fills its container',
    judgeMemory({ usedBytes: 46e7, availableBytes: null, totalBytes: 5e8 }),
    'wrong',
  ],
  [
    'a portal that takes much memory',
    judgeMemory({ usedBytes: 8e8, availableBytes: 4e9, totalBytes: 8e9 }),
    'attention',
  ],
  ['clocks together', compareClocks({ ours: now, theirs: new Date(now.getTime() + 900), whose: 'it' }), 'well'],
  ['a clock ahead', compareClocks({ ours: now, theirs: minutes(1), whose: 'it' }), 'attention'],
  ['a clock far behind', compareClocks({ ours: now, theirs: minutes(-3), whose: 'it' }), 'wrong'],
  ['Node that is looked after', judgeSoftware({ node: '24.2.0', now }), 'well'],
  ['Node that is not any more', judgeSoftware({ node: '20.19.0', now }), 'attention'],
  ['Node of the future', judgeSoftware({ node: '30.0.0', now }), 'well'],
  ['no secret votes', judgeBallotBoxes({ hasOwnDatabase: false, hasSecretVotes: false, unreadable: [] }), null],
  ['secret votes', judgeBallotBoxes({ hasOwnDatabase: true, hasSecretVotes: true, unreadable: [] }), 'well'],
  [
    'secret votes in a database that is elsewhere',
    judgeBallotBoxes({ hasOwnDatabase: false, hasSecretVotes: true, unreadable: [] }),
    'unknown',
  ],
  [
    'a ballot box without its key',
    judgeBallotBoxes({ hasOwnDatabase: true, hasSecretVotes: true, unreadable: ['Chair'] }),
    'wrong',
  ],
  ['PostgreSQL that is looked after', judgeServer({ version: '17.2', now }), 'well'],
  ['PostgreSQL that is not any more', judgeServer({ version: '15.2', now: days(-700) }), 'attention'],
  ['all migrations', judgeMigrations({ applied: ['0001_a'], brought: ['0001_a'] }), 'well'],
  ['a migration that is missing', judgeMigrations({ applied: ['0001_a'], brought: ['0001_a', '0002_b'] }), 'wrong'],
  ['a newer database', judgeMigrations({ applied: ['0001_a', '0002_b'], brought: ['0001_a'] }), 'attention'],
  ['no open transaction', judgeTransactions(null), 'well'],
  ['an open transaction', judgeTransactions(10 * 60_000), 'attention'],
  ['a transaction of hours', judgeTransactions(120 * 60_000), 'wrong'],
  ['connections left', judgeConnections({ used: 20, most: 97 }), 'well'],
  ['few connections left', judgeConnections({ used: 90, most: 97 }), 'attention'],
  ['notices that arrive', judgeListening('listening'), 'well'],
  ['a database that passes no notices on', judgeListening('deaf'), 'wrong'],
  ['a line of notices that is lost', judgeListening('lost'), 'attention'],
  ['doors that have their lists', judgeLag({ ms: 0 }), 'well'],
  ['doors that wait for their lists', judgeLag({ ms: 60_000 }), 'wrong'],
  ['no connection left', judgeConnections({ used: 98, most: 97 }), 'wrong'],
  ['a process that works on jobs', judgeWorkers(1), 'well'],
  ['none that works on jobs', judgeWorkers(0), 'wrong'],
  ['an empty queue', judgeQueue({ overdue: 0, oldestAt: null, stuckSince: null }, now), 'well'],
  ['a job that is due', judgeQueue({ overdue: 1, oldestAt: minutes(1), stuckSince: null }, now), 'well'],
  ['a late job', judgeQueue({ overdue: 1, oldestAt: minutes(9), stuckSince: null }, now), 'attention'],
  ['a very late job', judgeQueue({ overdue: 7, oldestAt: minutes(90), stuckSince: null }, now), 'wrong'],
  ['a job without an end', judgeQueue({ overdue: 0, oldestAt: null, stuckSince: minutes(90) }, now), 'attention'],
  ['no failed job', judgeFailures({ failing: 0, givenUp: 0, tasks: [] }), 'well'],
  ['a failed job', judgeFailures({ failing: 0, givenUp: 1, tasks: ['cleanUp'] }), 'attention'],
  ['a timetable that is kept', judgeSchedules([], 9), 'well'],
  ['a timetable with a gap', judgeSchedules([{ name: 'cleanUp', due: days(1) }], 9), 'attention'],
  ['a sent message', judgeChannel({ ...ofNever, sentAt: minutes(1) }, 'email'), 'well'],
  ['no message yet', judgeChannel(ofNever, 'email'), 'well'],
  ['a message that failed', judgeChannel({ sentAt: days(1), failed: 1, failedAt: minutes(1) }, 'email'), 'attention'],
  ['one that failed before', judgeChannel({ sentAt: minutes(1), failed: 1, failedAt: days(1) }, 'email'), 'well'],
  ['a message that waits a moment', judgeWaiting(minutes(3), now), 'well'],
  ['a message that waits for hours', judgeWaiting(minutes(90), now), 'attention'],
  ['a message that waits for a day', judgeWaiting(days(1), now), 'wrong'],
  ['no chat', judgeChats([{ ...chat, isOpen: false, failingSince: days(1).toISOString() }]), null],
  ['a chat that works', judgeChats([chat]), 'well'],
  ['a chat that does not', judgeChats([chat, { ...chat, failingSince: days(1).toISOString() }]), 'attention'],
  ['no clean-up yet', judgeCleanUp({ oldestAt: null, newestAt: null, deleted: 0 }, now), 'well'],
  ['a clean-up of last night', judgeCleanUp({ oldestAt: days(0.4), newestAt: days(0.4), deleted: 3 }, now), 'well'],
  ['a clean-up of last week', judgeCleanUp({ oldestAt: days(7), newestAt: days(0.4), deleted: 3 }, now), 'attention'],
  ['reminders of today', judgeReminders(run, '2026-11-23'), 'well'],
  ['reminders of yesterday', judgeReminders(run, '2026-11-24'), 'well'],
  ['reminders of long ago', judgeReminders(run, '2026-11-25'), 'attention'],
  ['reminders that failed', judgeReminders({ ...run, failed: 1 }, '2026-11-23'), 'attention'],
  ['no reminders yet', judgeReminders(null, '2026-11-23'), 'well'],
  ['plans that are charged', judgeBilling({ uncharged: 0, startedAt: minutes(9) }), 'well'],
  ['plans that are not', judgeBilling({ uncharged: 2, startedAt: null }), 'wrong'],
  ['no bank lines', judgeLines({ waiting: 0, oldestOn: null }, '2026-11-23'), null],
  ['new bank lines', judgeLines({ waiting: 2, oldestOn: '2026-11-20' }, '2026-11-23'), 'well'],
  ['old bank lines', judgeLines({ waiting: 2, oldestOn: '2026-10-20' }, '2026-11-23'), 'attention'],
  ['no direct debits', judgeDebits({ open: 0, unsent: 0, unsettled: 0 }), null],
  ['direct debits on the way', judgeDebits({ open: 1, unsent: 0, unsettled: 0 }), 'well'],
  ['direct debits not taken to the bank', judgeDebits({ open: 1, unsent: 1, unsettled: 0 }), 'attention'],
  ['direct debits not settled', judgeDebits({ open: 1, unsent: 0, unsettled: 1 }), 'attention'],
  ['books that add up', judgeBooks([]), 'well'],
  ['books that do not', judgeBooks(['Charge 3 is 5 cents.']), 'wrong'],
  ['an empty ledger', judgeLedger({ ...sums, entries: 0 }), null],
  ['a ledger that adds up', judgeLedger(sums), 'well'],
  ['a ledger that does not', judgeLedger({ ...sums, fault: drift }), 'wrong'],
  ['no device that reports', judgeSilence([{ name: 'A', isReporting: false, isSilent: true }]), null],
  ['devices online', judgeSilence([{ name: 'A', isReporting: true, isSilent: false }]), 'well'],
  ['a device offline', judgeSilence([{ name: 'A', isReporting: true, isSilent: true }]), 'attention'],
  ['no door', judgeLists([], now), null],
  ['doors with their lists', judgeLists([front], now), 'well'],
  ['a list on its way', judgeLists([{ ...late, behindSince: minutes(2).toISOString() }], now), 'well'],
  ['a list that lacks a card', judgeLists([late], now), 'attention'],
  ['a list with a card that was taken away', judgeLists([{ ...late, surplus: 1 }], now), 'wrong'],
  ['a list that may not have arrived', judgeLists([{ ...front, state: 'unconfirmed' }], now), 'attention'],
  ['no lockout', judgeLockouts([{ ...locked, lockout: null, lockoutDelivery: null }], now), null],
  ['a lockout that was heard', judgeLockouts([locked], now), 'well'],
  ['a lockout on its way', judgeLockouts([{ ...locked, lockoutDelivery: unheardFor(2) }], now), 'well'],
  ['a door without its lockout', judgeLockouts([{ ...locked, lockoutDelivery: unheardFor(20) }], now), 'wrong'],
  [
    'a machine without its lockout',
    judgeLockouts([{ ...locked, kind: 'interlock', lockoutDelivery: unheardFor(20) }], now),
    'attention',
  ],
  [
    'a lockout whose end was not heard',
    judgeLockouts([{ ...locked, lockout: null, lockoutDelivery: unheardFor(20) }], now),
    'attention',
  ],
]

test.each(cases)('%s', (_, finding, state) => {
  expect(finding?.state ?? null).toBe(state)
})

const found = cases.flatMap(([name, finding]) => (finding ? [{ name, finding }] : []))

test.each(found)('$name is said whole, with its instant where it has one', ({ finding }) => {
  const todo = finding.state === 'well' ? 'Nothing.' : finding.todo
  expect(finding.says).toMatch(/^[A-Z\d].*\.$/)
  expect(finding.says.includes('{at}')).toBe(finding.at !== undefined)
  expect(todo).toMatch(/^[A-Z].*\.$/)
})

test.each([
  ['30 3 * * *', '2026-11-23T03:30:00Z'],
  ['* * * * *', '2026-11-23T12:00:00Z'],
  ['7 * * * *', '2026-11-23T11:07:00Z'],
  ['4,14,24,34,44,54 * * * *', '2026-11-23T11:54:00Z'],
])('the last start of %s is found', (schedule, at) => {
  expect(lastStart(schedule, now)).toEqual(new Date(at))
})

test('a task is missed when it was known and did not start twice in a row, as it does not when a portal is restarted', () => {
  const tasks = ['early', 'once', 'late', 'new', 'strange'].map((name) => ({ name, schedule: '30 3 * * *' }))
  const known = [
    { name: 'early', since: days(9), startedAt: new Date('2026-11-23T03:30:00Z') },
    { name: 'once', since: days(9), startedAt: new Date('2026-11-22T03:30:00Z') },
    { name: 'late', since: days(9), startedAt: new Date('2026-11-21T03:30:00Z') },
    { name: 'new', since: minutes(60), startedAt: null },
  ]
  expect(findMissed(tasks, { known, now })).toEqual([{ name: 'late', due: new Date('2026-11-22T03:30:00Z') }])
})

const aCheck = (facts: Partial<HealthCheck>): HealthCheck => ({
  name: 'a.b',
  area: 'site',
  title: 'A',
  pace: 'now',
  find: () => Promise.resolve(null),
  ...facts,
})
const aResult = (facts: Partial<KeptResult>): KeptResult => ({
  name: 'a.b',
  lookedAt: now,
  state: 'well',
  says: 'Fine.',
  at: null,
  todo: null,
  to: null,
  ...facts,
})

test.each([
  ['now', 0, true],
  ['hourly', 50, false],
  ['hourly', 56, true],
  ['daily', 20 * 60, false],
  ['daily', 23.5 * 60, true],
] as const)('the job runs a check of the pace %s after %i minutes: %s', (pace, after, due) => {
  expect(isDue(aCheck({ pace }), minutes(after), now)).toBe(due)
  expect(isDue(aCheck({ pace }), null, now)).toBe(true)
})

test('a report goes area by area, leaves out what does not apply, and says what is old and what was never looked at', () => {
  const checks = [
    aCheck({ name: 'x.money', area: 'money', pace: 'hourly' }),
    aCheck({ name: 'x.off' }),
    aCheck({ name: 'x.old', pace: 'hourly' }),
    aCheck({ name: 'x.never', area: 'stripe' }),
  ]
  const kept = new Map([
    ['x.money', aResult({ name: 'x.money' })],
    ['x.off', aResult({ name: 'x.off', state: null })],
    ['x.old', aResult({ name: 'x.old', lookedAt: minutes(200) })],
  ])
  expect(linesOf(checks, { kept, now })).toMatchObject([
    { name: 'x.old', isOld: true },
    { name: 'x.money', isOld: false, state: 'well' },
    { name: 'x.never', state: 'unknown', lookedAt: null },
  ])
})
