import { expect, test } from 'vitest'
import { isOffline, lockoutDeliveryOf } from './rules.ts'

const now = new Date('2026-03-01T12:00:00Z')

const before = (ms: number) => new Date(now.getTime() - ms)

test.each([
  ['just seen', before(0), false],
  ['seen three minutes ago', before(180_000), false],
  ['seen more than three minutes ago', before(180_001), true],
  ['seen by a clock that is half a minute ahead', before(-30_000), false],
  ['seen an hour ahead, before the clock was set back', before(-3_600_000), true],
  ['never seen', null, true],
])('a device %s: offline is %s', (_, lastSeenAt, expected) => {
  expect(isOffline(lastSeenAt, now)).toBe(expected)
})

const changedAt = before(60_000)

const told = { isLockedOut: true, isAuthorised: true, isRelay: false, changedAt, heard: null }

test.each([
  ['was locked out and heard nothing', told, { isHeard: false, at: changedAt.toISOString() }],
  [
    'heard of its lockout',
    { ...told, heard: { isLockedOut: true, at: now } },
    { isHeard: true, at: now.toISOString() },
  ],
  [
    'heard last that it is not locked out',
    { ...told, heard: { isLockedOut: false, at: before(90_000) } },
    { isHeard: false, at: changedAt.toISOString() },
  ],
  [
    'did not hear that its lockout ended',
    { ...told, isLockedOut: false, heard: { isLockedOut: true, at: before(90_000) } },
    { isHeard: false, at: changedAt.toISOString() },
  ],
  ['was never locked out and never connected', { ...told, isLockedOut: false, changedAt: null }, null],
  ['is a relay', { ...told, isRelay: true }, null],
  ['may not connect', { ...told, isAuthorised: false }, null],
])('whether a device that %s has heard of its lockout', (_, device, delivery) => {
  expect(lockoutDeliveryOf(device)).toEqual(delivery)
})
