import { expect, test } from 'vitest'
import {
  holdings,
  ipAddressIn,
  isOffline,
  moveGrant,
  type GrantMove,
  type Holding,
  type HoldingFacts,
} from './rules.ts'

const now = new Date('2026-03-01T12:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)

test.each([
  ['just seen', before(0), false],
  ['seen three minutes ago', before(180_000), false],
  ['seen more than three minutes ago', before(180_001), true],
  ['never seen', null, true],
])('a device %s: offline is %s', (_, lastSeenAt, expected) => {
  expect(isOffline(lastSeenAt, now)).toBe(expected)
})

test.each([
  ['10.0.0.5', '10.0.0.5'],
  [' fe80::1 ', 'fe80::1'],
  ['10.0.0.999', null],
  ['', null],
])('the address in "%s" is %s', (text, expected) => {
  expect(ipAddressIn(text)).toBe(expected)
})

const facts = (isDefault: boolean, isMember: boolean): HoldingFacts => ({ isDefault, isMember })

/** What becomes of nothing, of a default, of a grant by hand and of an exception. */
const outcomes: [GrantMove, HoldingFacts, [Holding, Holding, Holding, Holding]][] = [
  ['grantByHand', facts(true, true), ['hand', 'hand', 'hand', 'hand']],
  ['grantByHand', facts(false, false), ['hand', 'hand', 'hand', 'hand']],
  ['revokeByHand', facts(true, true), ['none', 'exception', 'exception', 'exception']],
  ['revokeByHand', facts(false, true), ['none', 'none', 'none', 'exception']],
  ['switchDefaultOn', facts(true, true), ['default', 'default', 'hand', 'exception']],
  ['switchDefaultOn', facts(true, false), ['none', 'default', 'hand', 'exception']],
  ['switchDefaultOff', facts(false, true), ['none', 'none', 'hand', 'exception']],
  ['switchDefaultOff', facts(false, false), ['none', 'none', 'hand', 'exception']],
  ['becomeMember', facts(true, true), ['default', 'default', 'hand', 'exception']],
  ['becomeMember', facts(false, true), ['none', 'default', 'hand', 'exception']],
  ['endMembership', facts(true, false), ['none', 'default', 'hand', 'exception']],
]

test.each(outcomes)(
  '%s with %o makes of nothing, a default, a grant by hand and an exception: %s',
  (move, known, after) => {
    expect(holdings.map((held) => moveGrant(held, move, known))).toEqual(after)
  },
)
