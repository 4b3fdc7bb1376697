import { expect, test } from 'vitest'
import { isNewsOf, isOnline, isWeakPin, credentialFor } from './rules.ts'

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
})

test('a sign of life is kept when it comes from elsewhere, or the last one is half a minute old', () => {
  const sign = { now, address: '10.0.0.1' }
  expect(isNewsOf({ lastSeenAt: before(5), address: '10.0.0.1' }, sign)).toBe(false)
  expect(isNewsOf({ lastSeenAt: before(30), address: '10.0.0.1' }, sign)).toBe(true)
  expect(isNewsOf({ lastSeenAt: before(5), address: '10.0.0.2' }, sign)).toBe(true)
})
