import { expect, test } from 'vitest'
import { credentialFor, findRoom, isNewsOf, isOnline, isWeakPin } from './rules.ts'

test.each([
  ['an ordinary member', { isAskedOfAll: false, hasPin: false, isStaff: false }, 'none'],
  ['who has set a PIN', { isAskedOfAll: false, hasPin: true, isStaff: false }, 'pin'],
  ['staff without one', { isAskedOfAll: false, hasPin: false, isStaff: true }, 'password'],
  ['staff with one', { isAskedOfAll: false, hasPin: true, isStaff: true }, 'pin'],
  ['a member, where all are asked', { isAskedOfAll: true, hasPin: false, isStaff: false }, 'password'],
  ['a member with a PIN, where all are asked', { isAskedOfAll: true, hasPin: true, isStaff: false }, 'pin'],
] as const)('%s', (_who, facts, proof) => {
  expect(credentialFor(facts)).toBe(proof)
})

test.each([
  ['0000', true],
  ['99999999', true],
  ['1234', true],
  ['87654321', true],
  ['1212', false],
  ['1357', false],
  ['1233', false],
  ['4831', false],
])('%s is weak: %s', (pin, isWeak) => {
  expect(isWeakPin(pin)).toBe(isWeak)
})

const now = new Date('2026-11-21T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test('a kiosk is offline five minutes after it was heard of', () => {
  expect(isOnline(before(299), now)).toBe(true)
  expect(isOnline(before(300), now)).toBe(false)
  // Before the clock was set back.
  expect(isOnline(before(-3600), now)).toBe(false)
})

test('a sign of life is kept when it comes from elsewhere, or the last one is half a minute old', () => {
  const sign = { now, address: '10.0.0.1' }
  const known = { address: '10.0.0.1', hasReturned: true }
  expect(isNewsOf({ ...known, lastSeenAt: before(5) }, sign)).toBe(false)
  expect(isNewsOf({ ...known, lastSeenAt: before(30) }, sign)).toBe(true)
  expect(isNewsOf({ ...known, lastSeenAt: before(-3600) }, sign)).toBe(true)
  expect(isNewsOf({ ...known, lastSeenAt: before(5), address: '10.0.0.2' }, sign)).toBe(true)
  expect(isNewsOf({ ...known, lastSeenAt: before(5), hasReturned: false }, sign)).toBe(true)
})

type Asking = 'keeps asking' | 'left' | 'asked just now' | 'asked once'

const askings = {
  'keeps asking': { lastSeenAt: before(29), hasReturned: true },
  left: { lastSeenAt: before(120), hasReturned: true },
  'asked just now': { lastSeenAt: before(14), hasReturned: false },
  'asked once': { lastSeenAt: before(15), hasReturned: false },
}

/** So many screens of each network, in the order they asked. */
const waitingAt = (...groups: [network: string, count: number, asking: Asking][]) =>
  groups
    .flatMap(([network, count, asking]) => Array.from({ length: count }, () => ({ network, ...askings[asking] })))
    .map((kiosk, index) => ({ id: index + 1, ...kiosk }))

const places = (count: number, asking: Asking) =>
  Array.from({ length: count }, (_, n): [string, number, Asking] => [`place ${n}`, 1, asking])

test.each<[string, ReturnType<typeof waitingAt>, number[] | null]>([
  ['none while there is room', waitingAt(['a', 9, 'left'], ['b', 10, 'left']), []],
  ['of its own full network the oldest that left', waitingAt(['own', 6, 'keeps asking'], ['own', 4, 'left']), [7]],
  [
    'there, then the oldest that asked just now',
    waitingAt(['own', 9, 'keeps asking'], ['own', 1, 'asked just now']),
    [10],
  ],
  ['none of its own network where all keep asking', waitingAt(['a', 2, 'left'], ['own', 10, 'keeps asking']), null],
  ['the oldest that left, of the greediest network', waitingAt(...places(41, 'left'), ['a', 9, 'left']), [42]],
  [
    'one that asked once before one that asked just now',
    waitingAt(...places(49, 'asked just now'), ['b', 1, 'asked once']),
    [50],
  ],
  [
    'one that asked just now before those that keep asking',
    waitingAt(...places(49, 'keeps asking'), ['b', 1, 'asked just now']),
    [50],
  ],
  [
    'the latest of the greediest where all keep asking',
    waitingAt(['a', 8, 'keeps asking'], ...places(42, 'keeps asking')),
    [8],
  ],
  ['none where all keep asking from places of their own', waitingAt(...places(50, 'keeps asking')), null],
  ['as many as there are too many', waitingAt(...places(52, 'left')), [1, 2, 3]],
])('what gives way to a new screen is %s', (_what, waiting, leaving) => {
  expect(findRoom(waiting, { network: 'own', now })).toEqual(leaving)
})
