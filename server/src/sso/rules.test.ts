import { expect, test } from 'vitest'
import { answerForum, groupsOf, readForum, signForum } from './rules.ts'

const secret = 'd836444a9e4084d5b224a60c208dce14'
const sites = 'https://forum.example.org'
const sent = Buffer.from(
  'nonce=cb68251eefb5211e58c00ff1395f0c0b&return_sso_url=https://forum.example.org/session/sso_login',
)
const sso = sent.toString('base64')

test('Discourse’s own examples have the signatures it publishes', () => {
  expect(signForum(secret, 'bm9uY2U9Y2I2ODI1MWVlZmI1MjExZTU4YzAwZmYxMzk1ZjBjMGI=')).toBe(
    '1ce1494f94484b6f6a092be9b15ccc1cdafb1f8460a3838fbb0e0883c4390471',
  )
  const fields =
    'nonce=cb68251eefb5211e58c00ff1395f0c0b&name=sam&username=samsam&email=test%40test.com&external_id=hello123&require_activation=true'
  expect(signForum(secret, Buffer.from(fields).toString('base64'))).toBe(
    '3d7e5ac755a87ae3ccf90272644ed2207984db03cf020377c8b92ff51be3abc3',
  )
})

const ready = { isOn: true, secret, sites }

test.each([
  ['turned off', {}, { isOn: false }, 'forumOff'],
  ['without a secret, also if signed with none', { sig: signForum('', sso) }, { secret: '' }, 'forumOff'],
  ['signed with another secret', { sig: signForum('another', sso) }, {}, 'forumForged'],
  ['with a newline that was not signed', { sso: `${sso}\n` }, {}, 'forumForged'],
  ['with a signature in capitals', { sig: signForum(secret, sso).toUpperCase() }, {}, 'forumForged'],
  ['of a forum that is not listed', {}, { sites: 'https://other.example.org' }, 'forumUnknown'],
  ['of a forum with no list', {}, { sites: '' }, 'forumUnknown'],
  ['of the same name over another protocol', {}, { sites: 'http://forum.example.org' }, 'forumUnknown'],
])('a request %s is refused', (_what, request, settings, refusal) => {
  expect(readForum({ sso, sig: signForum(secret, sso), ...request }, { ...ready, ...settings })).toBe(refusal)
})

test.each([
  ['no nonce', 'return_sso_url=https://forum.example.org/', 'forumForged'],
  ['no address', 'nonce=1', 'forumUnknown'],
  ['a broken address', 'nonce=1&return_sso_url=forum', 'forumUnknown'],
  [
    'an address with a name that looks alike',
    'nonce=1&return_sso_url=https://forum.example.org@evil.example/',
    'forumUnknown',
  ],
  ['an address of a script', 'nonce=1&return_sso_url=javascript:alert(1)', 'forumUnknown'],
])('a signed request with %s is refused', (_what, text, refusal) => {
  const base64 = Buffer.from(text).toString('base64')
  expect(readForum({ sso: base64, sig: signForum(secret, base64) }, ready)).toBe(refusal)
})

const member = {
  id: 7,
  email: 'mara+forum@example.org',
  isVerified: true,
  screenName: 'mk',
  name: 'Mara Kay',
  state: 'active',
  isAdmin: false,
  permissions: ['members'],
  tier: 'Läser & more',
}

const answerOf = (address: string) => {
  const { searchParams } = new URL(address)
  const base64 = searchParams.get('sso') ?? ''
  expect(searchParams.get('sig')).toBe(signForum(secret, base64))
  return Object.fromEntries(new URLSearchParams(Buffer.from(base64, 'base64').toString()))
}

test('the answer is signed, escaped, and joined to an address that has a query already', () => {
  const returnTo = new URL('https://forum.example.org/session/sso_login?theme=2#top')
  const given = { secret, member, allGroups: ['active', 'inactive', 'tier-laser-more', 'admin'] }
  const address = answerForum({ nonce: 'n', returnTo }, given)
  expect(address.startsWith('https://forum.example.org/session/sso_login?theme=2&sso=')).toBe(true)
  expect(address).not.toMatch(/[+#]|=[^&]*=[^&]*$/)
  expect(answerOf(address)).toEqual({
    nonce: 'n',
    email: 'mara+forum@example.org',
    external_id: '7',
    username: 'mk',
    name: 'Mara Kay',
    groups: 'active,staff,staff-members,tier-laser-more',
    add_groups: 'active,staff,staff-members,tier-laser-more',
    remove_groups: 'inactive,admin',
  })
})

test('a member whose address is not confirmed has to confirm it at the forum', () => {
  const visit = { nonce: 'n', returnTo: new URL('https://forum.example.org/') }
  const answer = answerOf(answerForum(visit, { secret, member: { ...member, isVerified: false }, allGroups: [] }))
  expect(answer).toMatchObject({ require_activation: 'true' })
})

test('groups are the state, what a member may do, and the tier', () => {
  expect(groupsOf({ state: 'noob', isAdmin: false, permissions: [], tier: null })).toEqual(['noob'])
  expect(groupsOf({ state: 'active', isAdmin: true, permissions: ['money'], tier: 'Full' })).toEqual([
    'active',
    'staff',
    'admin',
    'superuser',
    'staff-money',
    'tier-full',
  ])
})
