import { test, expect } from 'vitest'
import {
  type CardFacts,
  missingFromList,
  swipeRefusalOf,
  refusalOfSwipe,
  type HoldingFacts,
  type GrantMove,
  type Holding,
  holdings,
  moveGrant,
} from './rules.ts'

const good: CardFacts = {
  hasCard: true,
  state: 'active',
  isSuspended: false,
  isGranted: true,
  lacksCertificate: false,
  needsVisit: true,
  isOnSite: true,
  isBalanceOff: false,
  lacksBalance: false,
  isLockedOut: false,
}

const suspended = { state: 'inactive', isSuspended: true } as const // narrows the state

const inactive = { state: 'inactive' } as const // narrows the state

test.each<[string, Partial<CardFacts>, ReturnType<typeof missingFromList>]>([
  ['an active member with a grant who is on site', {}, null],
  ['one whose balance is too low', { lacksBalance: true }, 'balanceTooLow'],
  ['one at a machine with a price while balances are off', { isBalanceOff: true, lacksBalance: true }, 'balanceOff'],
  ['one who is not on site and whose balance is too low', { lacksBalance: true, isOnSite: false }, 'notSignedIn'],
  ['one who is not on site', { isOnSite: false }, 'notSignedIn'],
  ['one who is not on site where it is not required', { isOnSite: false, needsVisit: false }, null],
  ['one without a certificate the device asks for', { lacksCertificate: true }, 'noCertificate'],
  ['one without a certificate and not on site', { lacksCertificate: true, isOnSite: false }, 'noCertificate'],
  ['one without a certificate and without a grant', { lacksCertificate: true, isGranted: false }, 'noGrant'],
  ['one who stopped paying, without a certificate', { ...inactive, lacksCertificate: true }, 'notActive'],
  ['one without a grant', { isGranted: false }, 'noGrant'],
  ['one without a grant and not on site', { isGranted: false, isOnSite: false }, 'noGrant'],
  ['one who stopped paying', inactive, 'notActive'],
  ['a new one', { state: 'noob' }, 'notActive'],
  ['an account only', { state: 'accountonly' }, 'notActive'],
  ['one who stopped paying, without a grant', { ...inactive, isGranted: false }, 'notActive'],
  ['a suspended one', suspended, 'suspended'],
  ['a suspended one without a grant', { ...suspended, isGranted: false }, 'suspended'],
  ['one without a card', { hasCard: false }, 'noCard'],
  ['a suspended one without a card', { ...suspended, hasCard: false }, 'noCard'],
])('%s: missing from the list because of %j → %s', (_, facts, expected) => {
  expect(missingFromList({ ...good, ...facts })).toBe(expected)
})

test.each<[string, Partial<CardFacts>, ReturnType<typeof swipeRefusalOf>]>([
  ['an active member', {}, 'lockedOut'],
  ['one without a grant', { isGranted: false }, 'lockedOut'],
  ['one without a certificate', { lacksCertificate: true }, 'lockedOut'],
  ['one who is not on site', { isOnSite: false }, 'lockedOut'],
  ['a suspended one', suspended, 'suspended'],
  ['one who stopped paying', inactive, 'notActive'],
  ['one without a card', { hasCard: false }, 'noCard'],
])('at a door under lockout, %s is refused (%j) as %s', (_, facts, expected) => {
  expect(swipeRefusalOf({ ...good, ...facts, isLockedOut: true })).toBe(expected)
})

test('without a lockout the reason is that of the list', () => {
  expect(swipeRefusalOf(good)).toBeNull()
  expect(swipeRefusalOf({ ...good, isGranted: false })).toBe('noGrant')
})

test.each([
  ['granted, whatever we think', { outcome: 'granted', card: '1', facts: { ...good, isGranted: false } }, null],
  ['granted to an unknown card', { outcome: 'granted', card: '1', facts: null }, null],
  ['refused without a grant', { outcome: 'refused', card: '1', facts: { ...good, isGranted: false } }, 'noGrant'],
  ['refused though it should have worked', { outcome: 'refused', card: '1', facts: good }, 'staleList'],
  ['refused to an unknown card', { outcome: 'refused', card: '1', facts: null }, 'unknownCard'],
  ['refused without a card', { outcome: 'refused', card: null, facts: null }, 'noCard'],
  ['locked out', { outcome: 'lockedOut', card: '1', facts: good }, 'lockedOut'],
  ['locked out for an unknown card', { outcome: 'lockedOut', card: '1', facts: null }, 'lockedOut'],
] as const)('a swipe %s', (_, swipe, expected) => {
  expect(refusalOfSwipe(swipe)).toBe(expected)
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
