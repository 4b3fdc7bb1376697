import { siteNeeds } from '@spacekeeper/contract/openid/site-needs.ts'
import { siteKinds } from '@spacekeeper/contract/openid/words.ts'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aBrowser, aSite, begin, callback, discover, listenAt, logInAt, openClient } from './site.testing.ts'

let portal: TestPortal
let url: string
beforeAll(async () => {
  portal = await startTestPortal()
  url = await listenAt(portal)
})
afterAll(() => portal.close())

let count = 0

/** A site as the portal suggests it for this kind. */
const aSiteOf = async (kind: (typeof siteKinds)[number], facts: Partial<ReturnType<typeof aSite>> = {}) => {
  count += 1
  const { hasChallenge, readsIdToken } = siteNeeds[kind]
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { siteId, secret } = await staff.openid.createSite(
    aSite({
      kind,
      name: `Site ${count}`,
      isTrusted: true,
      requiresPkce: hasChallenge,
      claimsInIdToken: readsIdToken,
      ...facts,
    }),
  )
  const { clientId } = (await staff.openid.getSite({ siteId })).site
  return { clientId, secret: secret ?? '' }
}

const logIn = async (
  config: client.Configuration,
  { scope, hasChallenge }: { scope: string; hasChallenge: boolean },
) => {
  const { id } = await aMember(portal.db, { firstName: 'Mara', lastName: 'Kay' })
  const browser = aBrowser(url, await portal.sessionOf(id))
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier)
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    state: 'here-and-now',
    ...(hasChallenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
  })
  const end = new URL(await browser.open(address.href))
  const checks = { expectedState: 'here-and-now', ...(hasChallenge && { pkceCodeVerifier }) }
  return { id, tokens: await client.authorizationCodeGrant(config, end, checks) }
}

test.each(siteKinds)('a site of the kind %s learns what its settings name, where it looks for it', async (kind) => {
  const { scopes, hasChallenge, readsIdToken, claims } = siteNeeds[kind]
  const site = await aSiteOf(kind)
  // Some send their secret in a header, some in the form.
  for (const method of [client.ClientSecretBasic(site.secret), client.ClientSecretPost(site.secret)]) {
    const config = openClient(await discover(url, site), { ...site, method })
    const { id, tokens } = await logIn(config, { scope: scopes, hasChallenge })
    const learnt = readsIdToken ? tokens.claims() : await client.fetchUserInfo(config, tokens.access_token, String(id))
    for (const claim of claims) expect(learnt, claim).toHaveProperty(claim)
    expect(learnt).toMatchObject({ sub: String(id), name: 'Mara Kay', updated_at: expect.any(Number) })
  }
})

test('the ID token names the number alone where the site asks at the userinfo address', async () => {
  const site = await aSiteOf('grafana')
  const { tokens } = await logIn(await discover(url, site), { scope: siteNeeds.grafana.scopes, hasChallenge: true })
  const standard = ['sub', 'aud', 'exp', 'iat', 'iss', 'auth_time', 'sid']
  expect(Object.keys(tokens.claims() ?? {}).filter((claim) => !standard.includes(claim))).toEqual([])
})

test('what is published can be had: every scope has claims or is the one that refreshes', async () => {
  const facts = (await discover(url, await aSiteOf('other'))).serverMetadata()
  expect(facts.scopes_supported).toEqual([
    'openid',
    'profile',
    'email',
    'phone',
    'membershipinfo',
    'groups',
    'vikunja_teams',
    'offline_access',
  ])
})

test('a site that asks to refresh says so again when it does, is refreshed, and the member is asked once', async () => {
  const site = await aSiteOf('other', { isTrusted: false })
  const config = await discover(url, site)
  const scope = 'openid profile email membershipinfo groups offline_access'
  const { id } = await aMember(portal.db)
  const browser = aBrowser(url, await portal.sessionOf(id))
  const { end, checks } = await logInAt(config, browser, { scope })
  const tokens = await client.authorizationCodeGrant(config, end, checks)
  expect(tokens.scope).toBe(scope)
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope })
  expect(renewed.scope).toBe(scope)
  const again = await browser.open((await begin(config, { scope })).address)
  expect(again).toContain(`${callback}?code=`)
})

test('a site that may not refresh is not told that it may', async () => {
  const site = await aSiteOf('grafana', { mayRefresh: false })
  const { tokens } = await logIn(await discover(url, site), { scope: 'openid offline_access', hasChallenge: true })
  expect(tokens.refresh_token).toBeUndefined()
  expect(tokens.scope).toBe('openid')
})
