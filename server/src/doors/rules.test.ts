import { expect, test } from 'vitest'
import { hashTags, missingFromList, refusalOf, refusalOfSwipe, sortTags, type CardFacts } from './rules.ts'

const good: CardFacts = {
  hasCard: true,
  state: 'active',
  isSuspended: false,
  isGranted: true,
  needsVisit: true,
  isOnSite: true,
  lacksBalance: false,
}
const suspended = { state: 'inactive', isSuspended: true } as const // narrows the state
const inactive = { state: 'inactive' } as const // narrows the state

test.each<[string, Partial<CardFacts>, ReturnType<typeof missingFromList>]>([
  ['an active member with a grant who is on site', {}, null],
  ['one whose balance is too low', { lacksBalance: true }, 'balanceTooLow'],
  ['one who is not on site and whose balance is too low', { lacksBalance: true, isOnSite: false }, 'notSignedIn'],
  ['one who is not on site', { isOnSite: false }, 'notSignedIn'],
  ['one who is not on site where nobody asks', { isOnSite: false, needsVisit: false }, null],
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

test.each<[string, Partial<CardFacts>, ReturnType<typeof refusalOf>]>([
  ['an active member', {}, 'lockedOut'],
  ['one without a grant', { isGranted: false }, 'lockedOut'],
  ['one who is not on site', { isOnSite: false }, 'lockedOut'],
  ['a suspended one', suspended, 'suspended'],
  ['one who stopped paying', inactive, 'notActive'],
  ['one without a card', { hasCard: false }, 'noCard'],
])('at a door under lockout, %s is refused (%j) as %s', (_, facts, expected) => {
  expect(refusalOf({ ...good, ...facts, isLockedOut: true })).toBe(expected)
})

test('without a lockout the reason is that of the list', () => {
  expect(refusalOf({ ...good, isLockedOut: false })).toBeNull()
  expect(refusalOf({ ...good, isGranted: false, isLockedOut: false })).toBe('noGrant')
})

test.each([
  ['granted, whatever we think', { outcome: 'granted', card: '1', facts: { ...good, isGranted: false } }, null],
  ['granted to a card nobody has', { outcome: 'granted', card: '1', facts: null }, null],
  ['refused without a grant', { outcome: 'refused', card: '1', facts: { ...good, isGranted: false } }, 'noGrant'],
  ['refused though it should have worked', { outcome: 'refused', card: '1', facts: good }, 'staleList'],
  ['refused to a card nobody has', { outcome: 'refused', card: '1', facts: null }, 'unknownCard'],
  ['refused without a card', { outcome: 'refused', card: null, facts: null }, 'noCard'],
  ['locked out', { outcome: 'lockedOut', card: '1', facts: good }, 'lockedOut'],
  ['locked out for a card nobody has', { outcome: 'lockedOut', card: '1', facts: null }, 'lockedOut'],
] as const)('a swipe %s', (_, swipe, expected) => {
  expect(refusalOfSwipe(swipe)).toBe(expected)
})

test.each([
  [[], 'd751713988987e9331980363e24189ce'],
  [['111'], '59f072609ea931e7ff8b5b33c9383891'],
  [['111', '222'], '0509706fa4cad061b1362224c6b96667'],
])('the hash of %j is what devices know', (tags, hash) => {
  expect(hashTags(tags)).toBe(hash)
})

test('the order of the database does not change a hash', () => {
  expect(hashTags(sortTags(['222', '111']))).toBe('0509706fa4cad061b1362224c6b96667')
})

test('lists that differ never read the same', () => {
  const lists = [['1', '2'], ["1', '2"], [`1", '2`], ['1\\', '2'], ["1\\', '2"], [`'"`], [`\\'"`]]
  expect(new Set(lists.map(hashTags)).size).toBe(lists.length)
})
