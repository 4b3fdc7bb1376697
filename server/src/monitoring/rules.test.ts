import { test, expect } from 'vitest'
import { stateOfList, compareLists, moveAlarm, watchedSince, describeSilence, predictOutcome } from './rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

test.for([
  ['was never sent one', { isOffline: false, isSame: false, sentAt: null, lastSeenAt: at(1) }, 'never'],
  ['was never seen', { isOffline: true, isSame: false, sentAt: null, lastSeenAt: null }, 'never'],
  ['holds the same', { isOffline: false, isSame: true, sentAt: at(1), lastSeenAt: at(2) }, 'current'],
  ['has just been sent it', { isOffline: false, isSame: true, sentAt: at(2), lastSeenAt: at(1) }, 'current'],
  ['left with the same', { isOffline: true, isSame: true, sentAt: at(1), lastSeenAt: at(2) }, 'current'],
  [
    'left in the moment it was sent',
    { isOffline: true, isSame: true, sentAt: at(2), lastSeenAt: at(1) },
    'unconfirmed',
  ],
  ['is about to be sent a change', { isOffline: false, isSame: false, sentAt: at(1), lastSeenAt: at(2) }, 'sending'],
  ['cannot be sent a change', { isOffline: true, isSame: false, sentAt: at(1), lastSeenAt: at(2) }, 'behind'],
] as const)('the state of the list of a door that %s', ([, door, state]) => {
  expect(stateOfList(door)).toBe(state)
})

test('what a list lacks and what it has too many are counted apart', () => {
  expect(compareLists(['1', '2', '3'], ['2', '9'])).toEqual({ missing: 2, surplus: 1 })
  expect(compareLists([], [])).toEqual({ missing: 0, surplus: 0 })
  expect(compareLists(['1'], ['1'])).toEqual({ missing: 0, surplus: 0 })
})

const quiet = { lastSeenAt: at(0), isOffline: true, alarmedAt: null, backSince: null }

const told = { ...quiet, alarmedAt: at(5) }

test.for([
  ['is heard of', { ...quiet, isOffline: false }, 30, null],
  ['is silent, but not for long', quiet, 4, null],
  ['is silent for as long as was set', quiet, 5, 'alarm'],
  ['is silent, but the portal was down until just now', { ...quiet, lastSeenAt: at(-90) }, 2, null],
  ['is silent and staff know it', told, 20, null],
  ['is heard of again', { ...told, isOffline: false }, 20, 'return'],
  ['has been heard of again for a moment', { ...told, isOffline: false, backSince: at(20) }, 23, null],
  ['has been heard of again for a while', { ...told, isOffline: false, backSince: at(20) }, 24, 'back'],
  ['was last heard of before the clock was set back', { ...quiet, lastSeenAt: at(60) }, 5, 'alarm'],
  ['came back before the clock was set back', { ...told, isOffline: false, backSince: at(60) }, 6, 'return'],
  ['came and went again', { ...told, backSince: at(20) }, 24, 'relapse'],
] as const)('a device that %s', ([, device, minute, move]) => {
  expect(moveAlarm(device, { now: at(minute), since: at(0), silentMs: 5 * 60_000 })).toBe(move)
})

test('silence counts from the first look, and a gap in looking begins it anew', () => {
  expect(watchedSince(null, at(9))).toEqual(at(9))
  expect(watchedSince({ since: at(0), at: at(8) }, at(9))).toEqual(at(0))
  expect(watchedSince({ since: at(0), at: at(5) }, at(9))).toEqual(at(9))
  // The clock was set back.
  expect(watchedSince({ since: at(0), at: at(60) }, at(9))).toEqual(at(9))
})

test.for([
  [61_000, '1 minute'],
  [6 * 60_000 + 40_000, '6 minutes'],
  [5 * 3_600_000, '5 hours'],
  [72 * 3_600_000, '3 days'],
] as const)('a silence of %i ms in words', ([silentMs, words]) => {
  expect(describeSilence(silentMs)).toBe(words)
})

const doorFacts = { keepsList: true, refusal: null, isOffline: false, isOnOwnList: true } as const

const machineFacts = { ...doorFacts, keepsList: false, isOnOwnList: null } as const

test.for([
  ['a door that has the card', doorFacts, 'works'],
  ['a door that was never sent a list', { ...doorFacts, isOnOwnList: null }, 'refusesYet'],
  [
    'an offline door that does not have the card yet',
    { ...doorFacts, isOffline: true, isOnOwnList: false },
    'refusesYet',
  ],
  ['an offline door that still has the card', { ...doorFacts, isOffline: true, refusal: 'noGrant' }, 'opensStill'],
  ['a door that does not have the card', { ...doorFacts, refusal: 'noGrant', isOnOwnList: false }, 'refused'],
  ['a door that is locked for maintenance', { ...doorFacts, refusal: 'lockedOut' }, 'refused'],
  ['a machine', machineFacts, 'works'],
  ['a machine that asks for more', { ...machineFacts, refusal: 'balanceTooLow' }, 'refused'],
  ['a machine that is offline', { ...machineFacts, isOffline: true }, 'unreachable'],
] as const)('what would happen at %s', ([, facts, outcome]) => {
  expect(predictOutcome(facts)).toBe(outcome)
})
