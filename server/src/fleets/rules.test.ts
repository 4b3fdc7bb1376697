import { expect, test } from 'vitest'
import { compareLists, stateOfList } from './rules.ts'

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
