import { siteRefusalWords } from '@spacekeeper/contract/openid/words.ts'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aScriptKey } from '../api-keys/script-key.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aBrowser, aSite, begin, callback, discover, listenAt, logInAt } from './site.testing.ts'

let portal: TestPortal
let url: string
// The protocol's own clock is that of the machine.
let aheadMs = 0
let one: client.Configuration
let other: client.Configuration

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
  url = await listenAt(portal)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const add = async (name: string) => {
    const { siteId, secret } = await staff.openid.createSite(aSite({ name, isTrusted: true }))
    return discover(url, { clientId: (await staff.openid.getSite({ siteId })).site.clientId, secret })
  }
  one = await add('One')
  other = await add('Other')
})
afterAll(() => portal.close())

const browse = async () => aBrowser(url, await portal.sessionOf((await aMember(portal.db)).id))

/** A browser whose login at the portal is an hour old. */
const browseForLong = async (id: number) => {
  const browser = aBrowser(url, await portal.sessionOf(id))
  const startedAt = new Date(Date.now() - 60 * 60_000)
  await portal.db.updateTable('sessions').set({ created_at: startedAt }).where('member_id', '=', id).execute()
  return browser
}

/** What the portal's own page says where the site cannot be told. */
test.each([
  ['a redirect that is not listed', 'isn’t on its list here', { redirect_uri: 'http://127.0.0.1:9/other' }],
  ['a redirect that only begins like one', 'isn’t on its list here', { redirect_uri: `${callback}/../x` }],
  ['a redirect to another host', 'isn’t on its list here', { redirect_uri: 'https://evil.example/callback' }],
  ['a site that does not exist', 'isn’t set up here', { client_id: 'wiki-unknown' }],
])('%s leads to no other site', async (_what, words, more) => {
  const browser = await browse()
  const address = new URL((await begin(one)).address)
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value)
  const { status, title, text } = await browser.read(address.href)
  expect({ status, title }).toEqual({ status: 400, title: 'That login didn’t work' })
  expect(text).toContain(words)
})

/** What is said to the site. */
test.each([
  ['no challenge', 'invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
  ['a plain challenge', 'invalid_request', { code_challenge_method: 'plain' }],
  ['tokens in the address', 'unsupported_response_type', { response_type: 'id_token token' }],
  ['a login without a question', 'login_required', { prompt: 'none' }],
])('%s is refused at the site itself', async (_what, error, more) => {
  const browser = aBrowser(url)
  const address = new URL((await begin(one)).address)
  for (const [name, value] of Object.entries(more)) {
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  const end = new URL(await browser.open(address.href))
  expect(`${end.origin}${end.pathname}`).toBe(callback)
  expect(new URLSearchParams(end.search || end.hash.slice(1)).get('error')).toBe(error)
})

/** What is said where a code is redeemed. */
const redeem: [string, (end: URL, checks: Awaited<ReturnType<typeof begin>>['checks']) => Promise<unknown>][] = [
  [
    'a code that was redeemed before',
    async (end, checks) => {
      const tokens = await client.authorizationCodeGrant(one, end, checks)
      const again = client.authorizationCodeGrant(one, end, checks)
      await again.catch(() => null)
      // Replaying a code also ends what came of it.
      expect(await client.tokenIntrospection(one, tokens.access_token)).toEqual({ active: false })
      await expect(client.refreshTokenGrant(one, tokens.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      })
      return again
    },
  ],
  [
    'the verifier of another challenge',
    (end, checks) =>
      client.authorizationCodeGrant(one, end, { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }),
  ],
  ['a code of another site', (end, checks) => client.authorizationCodeGrant(other, end, checks)],
  [
    'a code that is eleven minutes old',
    async (end, checks) => {
      aheadMs = 11 * 60_000
      try {
        return await client.authorizationCodeGrant(one, end, checks)
      } finally {
        aheadMs = 0
      }
    },
  ],
  [
    'a code that was made up',
    (end, checks) => {
      const forged = new URL(end)
      forged.searchParams.set('code', 'x'.repeat(43))
      return client.authorizationCodeGrant(one, forged, checks)
    },
  ],
]
test.each(redeem)('%s is refused', async (_what, attempt) => {
  const { end, checks } = await logInAt(one, await browse())
  await expect(attempt(end, checks)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('one code redeemed twice at the same moment gives tokens once at most', async () => {
  const { end, checks } = await logInAt(one, await browse())
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => client.authorizationCodeGrant(one, end, checks)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
})

test('a wrong secret is refused', async () => {
  const { end, checks } = await logInAt(one, await browse())
  const wrong = new client.Configuration(one.serverMetadata(), one.clientMetadata().client_id, 'guessed')
  client.allowInsecureRequests(wrong)
  await expect(client.authorizationCodeGrant(wrong, end, checks)).rejects.toMatchObject({ error: 'invalid_client' })
  await expect(client.tokenIntrospection(wrong, 'x')).rejects.toMatchObject({ error: 'invalid_client' })
})

test('a site notices an answer of another issuer, and another state', async () => {
  const { end, checks } = await logInAt(one, await browse())
  const mixed = new URL(end)
  mixed.searchParams.set('iss', 'https://evil.example/api/openid')
  await expect(client.authorizationCodeGrant(one, mixed, checks)).rejects.toThrow(/invalid response|issuer/)
  await expect(client.authorizationCodeGrant(one, end, { ...checks, expectedState: 'another' })).rejects.toThrow(
    /invalid response|state/,
  )
  await expect(client.authorizationCodeGrant(one, end, { ...checks, expectedNonce: 'another' })).rejects.toThrow(
    /claim value|nonce/,
  )
})

test('a login that waits in one browser is not answered in another', async () => {
  const [attacker, victim] = [await browseForLong((await aMember(portal.db)).id), await browse()]
  const address = new URL((await begin(one)).address)
  address.searchParams.set('prompt', 'login')
  const page = await attacker.open(address.href)
  expect(await attacker.read(page)).toMatchObject({ buttons: ['Log in again', 'Back to One'] })
  expect(await victim.read(page)).toMatchObject({ status: 404, title: 'This login has expired' })
  expect(await victim.answer(page)).toEqual({})
})

test('the key of a script logs its owner in nowhere, not even where nothing has to be asked', async () => {
  const { id: ownerId } = await aMember(portal.db, { isAdmin: true })
  const { key } = await aScriptKey(portal.db, { scopes: ['own:read', 'own:write'], ownerId })
  const browser = aBrowser(url)
  const headers = { authorization: `Api-Key ${key}` }
  const waiting = (await browser.send((await begin(one)).address, { headers })).headers.get('location') ?? ''
  const answer = await browser.send(waiting, { headers })
  expect(answer.headers.get('location')).toBeNull()
  expect(await answer.text()).toContain('Not on this screen')
  expect(await (await browser.send('/api/profile/', { headers })).json()).toMatchObject({ id: ownerId })
})

test.each([
  ['a new login', { prompt: 'login' }],
  ['a login of this moment', { max_age: '0' }],
  ['a login of the last ten minutes', { max_age: '600' }],
])('a site that wants %s gets one, and not the one there is', async (_what, wanted) => {
  const { id } = await aMember(portal.db)
  const browser = await browseForLong(id)
  const { address, checks } = await begin(one, wanted)
  const page = await browser.open(address)
  expect(await browser.answer(page)).toEqual({})
  const login = new URL((await browser.answer(page, 'again')).address ?? '', url)
  expect([login.pathname, (await browser.send('/api/profile/')).status]).toEqual(['/login', 401])
  browser.setSession(await portal.sessionOf(id))
  const end = new URL(await browser.open(login.searchParams.get('next') ?? ''))
  expect((await client.authorizationCodeGrant(one, end, checks)).claims()?.sub).toBe(String(id))
})

test('a site that wants a login of the last two hours takes one that is an hour old', async () => {
  const browser = await browseForLong((await aMember(portal.db)).id)
  const { end, checks } = await logInAt(one, browser, { max_age: '7200' })
  expect((await client.authorizationCodeGrant(one, end, { ...checks, maxAge: 7200 })).claims()?.sub).toBeDefined()
})

test.each([
  ['suspended', { suspension: 'Theft' }, 'suspended'],
  ['in a state the site does not let in', { state: 'inactive' }, 'state'],
] as const)('a member who is %s is told so, and the site learns nothing', async (_what, facts, refusal) => {
  const browser = aBrowser(url, await portal.sessionOf((await aMember(portal.db, facts)).id))
  const page = await browser.open((await begin(one)).address)
  expect(await browser.read(page)).toMatchObject({ text: siteRefusalWords[refusal], buttons: ['Back to One'] })
  expect(await browser.answer(page)).toEqual({})
  const { address } = await browser.answer(page, 'refuse')
  expect(new URL(await browser.open(address ?? '')).searchParams.get('error')).toBe('access_denied')
})

test('nothing that opens anything stands in the database in the clear', async () => {
  const { end, checks } = await logInAt(one, await browse())
  const code = end.searchParams.get('code') ?? ''
  const tokens = await client.authorizationCodeGrant(one, end, checks)
  const rows = await portal.db.selectFrom('openid_records').selectAll().execute()
  const text = JSON.stringify(rows)
  for (const secret of [code, tokens.access_token, tokens.refresh_token ?? '']) {
    expect(secret).not.toBe('')
    expect(text).not.toContain(secret)
  }
  expect(portal.logLines.join('\n')).not.toContain(code)
})
