import { describe, expect, test } from 'vitest'
import { refusalWords, refusedField } from './refusals.ts'
import { judgeProxy, meetingStage, type MeetingTimes, type ProxyAct, proxiesCloseAt, type ProxyFacts } from './rules.ts'

const hour = (hours: number) => new Date(Date.parse('2026-06-01T18:00:00Z') + hours * 3_600_000)

const planned: MeetingTimes = { startsAt: hour(0), openedAt: null, closedAt: null, cancelledAt: null }

test.each([
  ['is a month away', planned, -700, 'coming'],
  ['begins in a minute', planned, -0.01, 'coming'],
  ['was to begin now', planned, 0, 'begun'],
  ['was to begin yesterday and was never opened', planned, 25, 'over'],
  ['was opened early', { ...planned, openedAt: hour(-1) }, -0.5, 'begun'],
  ['goes on over midnight', { ...planned, openedAt: hour(0) }, 30, 'begun'],
  ['was closed', { ...planned, openedAt: hour(0), closedAt: hour(2) }, 2, 'over'],
  ['was cancelled', { ...planned, cancelledAt: hour(-100) }, -50, 'cancelled'],
] as const)('a meeting that %s is %s', (_, times, hours, stage) => {
  expect(meetingStage(times, hour(hours))).toBe(stage)
})

const fine: ProxyFacts = {
  meeting: planned,
  now: hour(-48),
  deadlineHours: 24,
  principal: { isOnRoll: true, isPresent: false, held: 0 },
  holder: { isSelf: false, isOnRoll: true, hasGivenOwn: false, held: 0, mostHeld: 5 },
}
const principal = (facts: Partial<ProxyFacts['principal']>): ProxyFacts => ({
  ...fine,
  principal: { ...fine.principal, ...facts },
})
const holder = (facts: Partial<ProxyFacts['holder']>): ProxyFacts => ({ ...fine, holder: { ...fine.holder, ...facts } })
const at = (hours: number, deadlineHours = 24): ProxyFacts => ({ ...fine, now: hour(hours), deadlineHours })
const meeting = (times: Partial<MeetingTimes>, hours = -48): ProxyFacts => ({
  ...fine,
  meeting: { ...planned, ...times },
  now: hour(hours),
})

test.each([
  ['give', 'two days before', fine, null],
  ['give', 'a moment before they close', at(-24.01), null],
  ['give', 'when they close', at(-24), 'closed'],
  ['give', 'just before it begins, without a deadline', at(-0.01, 0), null],
  ['give', 'as it begins, without a deadline', at(0, 0), 'begun'],
  ['give', 'for a past meeting', at(30), 'over'],
  ['give', 'for a cancelled meeting', meeting({ cancelledAt: hour(-72) }), 'cancelled'],
  ['give', 'once it was opened', meeting({ openedAt: hour(-49) }), 'begun'],
  ['give', 'without a vote', principal({ isOnRoll: false }), 'notOnRoll'],
  ['give', 'while being there', principal({ isPresent: true }), 'present'],
  ['give', 'while holding one', principal({ held: 1 }), 'holdsOthers'],
  ['give', 'to oneself', holder({ isSelf: true, hasGivenOwn: true }), 'self'],
  ['give', 'to a member without a vote', holder({ isOnRoll: false }), 'holderNotOnRoll'],
  ['give', 'to a member who gave theirs away', holder({ hasGivenOwn: true }), 'holderGaveOwn'],
  ['give', 'to a member with four of five', holder({ held: 4 }), null],
  ['give', 'to a member with five of five', holder({ held: 5 }), 'holderFull'],
  ['accept', 'after they closed', at(-1), null],
  ['accept', 'once it has begun', at(0), 'begun'],
  ['accept', 'as the sixth', holder({ held: 5 }), 'holderFull'],
  ['accept', 'after giving one’s own away', holder({ hasGivenOwn: true }), 'holderGaveOwn'],
  ['accept', 'of a member who holds one by now', principal({ held: 1 }), 'holdsOthers'],
  ['accept', 'of a member who is there by now', principal({ isPresent: true }), 'present'],
  ['record', 'while it is on', meeting({ openedAt: hour(0) }, 1), null],
  ['record', 'after it was closed', meeting({ openedAt: hour(0), closedAt: hour(1) }, 2), 'over'],
  ['record', 'of a member who is there', principal({ isPresent: true }), 'present'],
] as const satisfies [ProxyAct, string, ProxyFacts, string | null][])(
  'to %s a proxy %s is judged as %s',
  (act, _, facts, refusal) => {
    expect(judgeProxy(facts, act)).toBe(refusal)
  },
)

test('proxies close so many hours before the meeting', () => {
  expect(proxiesCloseAt(hour(0), 24)).toEqual(hour(-24))
  expect(proxiesCloseAt(hour(0), 0)).toEqual(hour(0))
})

describe('refusals', () => {
  const names = { principalName: 'Bo Berg', holderName: 'Cy Cole', held: 2, mostHeld: 5 }

  test.each([
    ['over', 'principal', 'meeting', 'This meeting is over.'],
    ['closed', 'principal', 'meeting', 'Proxies for this meeting are closed. Ask staff if it can’t wait.'],
    [
      'holdsOthers',
      'principal',
      'meeting',
      'You hold 2 proxies for this meeting, and a proxy can’t be passed on. Give them back first.',
    ],
    ['holdsOthers', 'staff', 'member', 'Bo Berg holds 2 proxies for this meeting, and a proxy can’t be passed on.'],
    ['self', 'principal', 'proxy', 'Choose another member: you can’t be your own proxy.'],
    [
      'holderFull',
      'principal',
      'proxy',
      'Cy Cole holds 5 proxies for this meeting already, which is the most. Choose another member.',
    ],
    ['holderFull', 'holder', 'proxy', 'You hold 5 proxies for this meeting already, which is the most.'],
    [
      'holderGaveOwn',
      'holder',
      'proxy',
      'You’ve given your own proxy for this meeting. Withdraw it first: a proxy can’t be passed on.',
    ],
  ] as const)('%s is told the %s beside %s', (refusal, reader, field, words) => {
    expect(refusalWords(refusal, reader, names)).toBe(words)
    expect(refusedField(refusal, reader)).toBe(field)
  })

  test('a member who can’t be chosen is not named to the one who chose them', () => {
    expect(refusalWords('holderNotOnRoll', 'principal', names)).not.toContain('Cy')
  })
})
