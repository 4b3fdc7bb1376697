import { expect, test } from 'vitest'
import {
  claimsOf,
  isLoginTooOld,
  keyStepsDue,
  knownScopes,
  scopesToAsk,
  siteRefusalOf,
  withOfflineConsent,
} from './rules.ts'

const member = {
  id: 4,
  email: 'mara@example.org',
  isVerified: true,
  isSuspended: false,
  firstName: 'Mara',
  lastName: '',
  name: 'Mara',
  screenName: 'mk',
  phone: '',
  state: 'active' as const,
  subscription: 'cancelling' as const,
  firstJoinedAt: null,
  changedAt: new Date('2026-05-04T10:00:00Z'),
  isAdmin: false,
  permissions: [],
  tier: 'Full member',
}

test('claims that are empty are left out, and false is kept', () => {
  expect(claimsOf(member, { teams: '[{"name": "Members", "oidcID": "m"}]' })).toEqual({
    name: 'Mara',
    given_name: 'Mara',
    nickname: 'mk',
    preferred_username: 'mk',
    updated_at: 1_777_888_800,
    email: 'mara@example.org',
    email_verified: true,
    state: 'active',
    active: true,
    subscriptionState: 'cancelling',
    subscriptionActive: true,
    groups: ['active', 'tier-full-member'],
    vikunja_groups: [{ name: 'Members', oidcID: 'm' }],
  })
  const other = claimsOf({ ...member, isVerified: false, state: 'inactive', subscription: 'inactive' }, { teams: '' })
  expect(other).toMatchObject({ email_verified: false, active: false, subscriptionActive: false, vikunja_groups: [] })
})

test.each([
  [
    'a first login asks everything',
    ['openid', 'offline_access', 'profile'],
    null,
    ['openid', 'profile', 'offline_access'],
  ],
  ['what was agreed is not asked', ['openid', 'profile', 'email'], ['openid', 'profile'], ['email']],
  ['the number alone is asked once', ['openid'], null, ['openid']],
  ['nothing new, and a scope the portal does not know', ['openid', 'address'], ['openid'], []],
] as const)('%s', (_what, asked, agreed, expected) => {
  expect(scopesToAsk(knownScopes(asked), agreed)).toEqual(expected)
})

test.each([
  ['for it', 'scope=openid+offline_access', 'scope=openid+offline_access&prompt=consent&portal_consent=1'],
  [
    'for it and a new login',
    'scope=offline_access&prompt=login',
    'scope=offline_access&prompt=login+consent&portal_consent=1',
  ],
  ['for it with the consent', 'scope=offline_access&prompt=consent', 'scope=offline_access&prompt=consent'],
  ['for it without a question', 'scope=offline_access&prompt=none', 'scope=offline_access&prompt=none'],
  ['for something else', 'scope=openid', 'scope=openid'],
  ['in our name', 'scope=openid&prompt=consent&portal_consent=1', 'scope=openid&prompt=consent'],
])('a site that asks %s keeps what lets it refresh', (_what, asked, spoken) => {
  expect(withOfflineConsent(`/authorize?${asked}`)).toBe(`/authorize?${spoken}`)
})

test('an address without a question mark stays as it is', () => {
  expect(withOfflineConsent('/authorize')).toBe('/authorize')
})

test.each([
  ['an active member', {}, ['active'], null],
  ['a suspended one', { isSuspended: true, state: 'inactive' as const }, ['active', 'inactive'], 'suspended'],
  ['another state', { state: 'noob' as const }, ['active'], 'state'],
])('%s at the door of a site', (_what, facts, states, refusal) => {
  expect(siteRefusalOf({ ...member, ...facts }, states)).toBe(refusal)
})

const now = new Date('2026-11-23T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000)

test.each([
  ['no key', [], {}],
  ['a young key', [{ id: 1, state: 'current', changed_at: hours(24) }], {}],
  ['an old key', [{ id: 1, state: 'current', changed_at: hours(24 * 180) }], { make: true }],
  [
    'an old key with the next one there',
    [
      { id: 1, state: 'current', changed_at: hours(24 * 180) },
      { id: 2, state: 'next', changed_at: hours(0.5) },
    ],
    {},
  ],
  [
    'a next key that sites know',
    [
      { id: 1, state: 'current', changed_at: hours(24 * 180) },
      { id: 2, state: 'next', changed_at: hours(1) },
    ],
    { turn: true },
  ],
  [
    'a key that signs no more',
    [
      { id: 1, state: 'old', changed_at: hours(24) },
      { id: 2, state: 'current', changed_at: hours(24) },
    ],
    { drop: [1] },
  ],
] as const)('%s', (_what, keys, due) => {
  expect(keyStepsDue(keys, { now, days: 180 })).toEqual({ drop: [], turn: false, make: false, ...due })
})

test.each([
  ['any login will do', {}, '10:00:00', false],
  ['a new one is wanted, and this one is a second older', { isAskedAnew: true }, '11:59:59.999', true],
  [
    'a new one is wanted, and this one began in the second of the request',
    { isAskedAnew: true },
    '12:00:00.001',
    false,
  ],
  ['one of at most a minute is wanted, and this one is a minute old', { maxAgeSeconds: 60 }, '11:59:30.001', false],
  ['one of at most a minute is wanted, and this one is a second older', { maxAgeSeconds: 60 }, '11:59:29.999', true],
  ['one of at most a second is wanted, and the answer took the member longer', { maxAgeSeconds: 1 }, '12:00:10', false],
])('%s', (_what, wanted, startedAt, isTooOld) => {
  const request = { requestedAt: new Date('2026-05-04T12:00:00Z'), now: new Date('2026-05-04T12:00:30.500Z') }
  const nothingWanted = { isAskedAnew: false, maxAgeSeconds: null }
  const login = new Date(`2026-05-04T${startedAt}Z`)
  expect(isLoginTooOld(login, { ...request, ...nothingWanted, ...wanted })).toBe(isTooOld)
})
