import type { NewSite } from '@spacekeeper/contract/openid/shapes.ts'
import { scopeWords, siteRefusalWords } from '@spacekeeper/contract/openid/words.ts'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aBrowser, aSite, begin, callback, discover, listenAt, logInAt, openClient } from './site.testing.ts'

let portal: TestPortal
let url: string
let staff: Awaited<ReturnType<TestPortal['as']>>

beforeAll(async () => {
  portal = await startTestPortal()
  url = await listenAt(portal)
  staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

let count = 0

const addSite = async (facts: Partial<NewSite> = {}) => {
  count += 1
  const { siteId, secret } = await staff.openid.createSite(aSite({ name: `Site ${count}`, ...facts }))
  const { site } = await staff.openid.getSite({ siteId })
  return { siteId, config: await discover(url, { clientId: site.clientId, secret }), clientId: site.clientId, secret }
}

const member = async (facts: Parameters<typeof aMember>[1] = {}) => {
  const { id, email } = await aMember(portal.db, facts)
  return { id, email, browser: aBrowser(url, await portal.sessionOf(id)) }
}

test('the portal says where everything is, by its configured address and at the paths old clients know', async () => {
  const answer = await fetch(`${url}/api/openid/.well-known/openid-configuration/`, {
    headers: { host: 'evil.example' },
  })
  const facts = await answer.json()
  expect(facts).toMatchObject({
    issuer: `${url}/api/openid`,
    authorization_endpoint: `${url}/api/openid/authorize`,
    token_endpoint: `${url}/api/openid/token`,
    userinfo_endpoint: `${url}/api/openid/userinfo`,
    introspection_endpoint: `${url}/api/openid/introspect`,
    revocation_endpoint: `${url}/api/openid/revoke`,
    end_session_endpoint: `${url}/api/openid/end-session`,
    jwks_uri: `${url}/api/openid/jwks`,
    backchannel_logout_supported: true,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  })
  expect(JSON.stringify(facts)).not.toMatch(/client_secret_jwt|private_key_jwt|form_post|auth_signing_alg/)
  const other = await portal.app.inject({
    url: '/.well-known/oauth-authorization-server/api/openid',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(other.json()).toEqual(facts)
  const keys = (await portal.app.inject({ url: '/api/openid/jwks' })).json()
  expect(keys.keys).toMatchObject([{ kty: 'RSA', alg: 'RS256', use: 'sig' }])
  expect(JSON.stringify(keys)).not.toContain('"d"')
})

test('a site learns who a member is, and what they agreed to', async () => {
  const { config } = await addSite()
  const { id, email, browser } = await member({ firstName: 'Mara', lastName: 'Kay', screenName: 'mk', phone: '' })
  const { address, checks } = await begin(config, { scope: 'openid profile email phone membershipinfo groups' })
  const page = await browser.open(address)
  expect(page).toMatch(new RegExp(`^${url}/api/openid/interaction/[\\w-]+$`))
  expect(await browser.read(page)).toMatchObject({
    title: `Log in to Site ${count}?`,
    text: expect.stringContaining(`You continue to 127.0.0.1:9 as ${email}.`),
    learns: (['openid', 'profile', 'email', 'phone', 'membershipinfo', 'groups'] as const).map(
      (one) => scopeWords[one],
    ),
    buttons: [`Log in to Site ${count}`, 'Cancel'],
  })
  const { address: next } = await browser.answer(page)
  const end = new URL(await browser.open(next ?? ''))
  expect(end.href.startsWith(`${callback}?code=`)).toBe(true)
  const tokens = await client.authorizationCodeGrant(config, end, checks)
  expect(tokens.claims()).toMatchObject({ sub: String(id), iss: `${url}/api/openid` })
  expect(await client.fetchUserInfo(config, tokens.access_token, String(id))).toEqual({
    sub: String(id),
    name: 'Mara Kay',
    given_name: 'Mara',
    family_name: 'Kay',
    nickname: 'mk',
    preferred_username: 'mk',
    updated_at: expect.any(Number),
    email,
    email_verified: true,
    state: 'active',
    active: true,
    subscriptionState: 'active',
    subscriptionActive: true,
    firstSubscribedDate: expect.any(String),
    groups: ['active'],
  })
})

test('what a member agreed to is not asked again, and what is more is', async () => {
  const { config } = await addSite()
  const { id, browser } = await member()
  await logInAt(config, browser)
  const again = aBrowser(url, await portal.sessionOf(id))
  const { address } = await begin(config)
  expect(await again.open(address)).toContain(`${callback}?code=`)
  const more = await begin(config, { scope: 'openid profile email phone' })
  const page = await again.open(more.address)
  expect(await again.read(page)).toMatchObject({ learns: ['your phone number'] })
})

test('a member who does not agree is sent back without being named', async () => {
  const { config } = await addSite()
  const { browser } = await member()
  const { address } = await begin(config)
  const { address: next } = await browser.answer(await browser.open(address), 'refuse')
  const end = new URL(await browser.open(next ?? ''))
  expect(end.searchParams.get('error')).toBe('access_denied')
  expect(end.searchParams.get('code')).toBeNull()
})

test('a site that is trusted asks nothing; one that does not ask for much learns only the number', async () => {
  const { config } = await addSite({ isTrusted: true })
  const { id, browser } = await member()
  const { address, checks } = await begin(config, { scope: 'openid' })
  const end = new URL(await browser.open(address))
  const tokens = await client.authorizationCodeGrant(config, end, checks)
  expect(await client.fetchUserInfo(config, tokens.access_token, String(id))).toEqual({ sub: String(id) })
})

test('a browser that is not logged in is asked to log in, and goes on from there', async () => {
  const { config } = await addSite({ isTrusted: true })
  const { id } = await aMember(portal.db)
  const browser = aBrowser(url)
  const { address, checks } = await begin(config)
  const page = new URL(await browser.open(address))
  expect(page.pathname).toBe('/login')
  browser.setSession(await portal.sessionOf(id))
  const end = new URL(await browser.open(page.searchParams.get('next') ?? ''))
  expect((await client.authorizationCodeGrant(config, end, checks)).claims()?.sub).toBe(String(id))
})

test('another member in the same browser is not logged in as the one before', async () => {
  const { config } = await addSite({ isTrusted: true })
  const first = await member()
  await logInAt(config, first.browser)
  const { id } = await aMember(portal.db)
  first.browser.setSession(await portal.sessionOf(id))
  const { end, checks } = await logInAt(config, first.browser)
  expect((await client.authorizationCodeGrant(config, end, checks)).claims()?.sub).toBe(String(id))
  first.browser.setSession(null)
  expect(await first.browser.open((await begin(config)).address)).toContain('/login?next=')
})

test('where the space wants a strong login of administrators, a site gets none from a weak session, nor from one it remembers', async () => {
  const { config } = await addSite({ isTrusted: true })
  const { id } = await aMember(portal.db, { isAdmin: true })
  const browser = aBrowser(url, await portal.sessionOf(id))
  const { end } = await logInAt(config, browser)
  expect(end.searchParams.has('code')).toBe(true)
  await changeSetting(portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'administrators' })
  await expect.poll(() => portal.ctx.settings.get('STRONG_LOGIN_FOR')).toBe('administrators')
  const page = await browser.open((await begin(config)).address)
  expect(await browser.read(page)).toMatchObject({ text: siteRefusalWords.strong })
  const strong = await portal.sessionOf(id)
  await portal.db.updateTable('sessions').set({ is_strong: true }).where('member_id', '=', id).execute()
  browser.setSession(strong)
  expect((await logInAt(config, browser)).end.searchParams.has('code')).toBe(true)
  await changeSetting(portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'none' })
})

test('refresh tokens rotate, and one that is used twice ends them all', async () => {
  const { config } = await addSite({ isTrusted: true })
  const { browser } = await member()
  const { end, checks } = await logInAt(config, browser)
  const tokens = await client.authorizationCodeGrant(config, end, checks)
  const first = tokens.refresh_token ?? ''
  const second = await client.refreshTokenGrant(config, first)
  expect(second.refresh_token).not.toBe(first)
  expect(await client.tokenIntrospection(config, second.access_token)).toMatchObject({ active: true })
  await expect(client.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(client.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect(await client.tokenIntrospection(config, second.access_token)).toEqual({ active: false })
})

test('a site ends its own token, and asks only about its own', async () => {
  const [one, other] = [await addSite({ isTrusted: true }), await addSite({ isTrusted: true })]
  const { id, browser } = await member()
  const { end, checks } = await logInAt(one.config, browser)
  const { access_token: token } = await client.authorizationCodeGrant(one.config, end, checks)
  expect(await client.tokenIntrospection(other.config, token)).toEqual({ active: false })
  await client.tokenRevocation(other.config, token).catch(() => null)
  expect(await client.tokenIntrospection(one.config, token)).toMatchObject({ active: true, sub: String(id) })
  await client.tokenRevocation(one.config, token)
  expect(await client.tokenIntrospection(one.config, token)).toEqual({ active: false })
})

test('a program without a secret logs in with its challenge alone, and a site sends its secret either way', async () => {
  const open = await addSite({ isPublic: true, isTrusted: true, redirectUris: [callback, 'org.example.app:/in'] })
  expect(open.secret).toBeNull()
  const { id, browser } = await member()
  const { end, checks } = await logInAt(open.config, browser)
  expect((await client.authorizationCodeGrant(open.config, end, checks)).claims()?.sub).toBe(String(id))
  const closed = await addSite({ isTrusted: true })
  for (const method of [client.ClientSecretBasic(closed.secret ?? ''), client.ClientSecretPost(closed.secret ?? '')]) {
    const config = openClient(open.config, { clientId: closed.clientId, method })
    const way = await logInAt(config, browser)
    expect((await client.authorizationCodeGrant(config, way.end, way.checks)).access_token).toBeTruthy()
  }
})

test('a site without a challenge logs in where that is allowed', async () => {
  const { config } = await addSite({ requiresPkce: false, isTrusted: true })
  const { browser } = await member()
  const address = client.buildAuthorizationUrl(config, { redirect_uri: callback, scope: 'openid', state: 'abcdefgh' })
  const end = new URL(await browser.open(address.href))
  const tokens = await client.authorizationCodeGrant(config, end, { expectedState: 'abcdefgh' })
  expect(tokens.claims()?.sub).toBeTruthy()
})

test('a site that sends a member to log out has them asked, and gets them back', async () => {
  const back = 'http://127.0.0.1:9/bye'
  const { config } = await addSite({ isTrusted: true, logoutUris: [back] })
  const { browser } = await member()
  const { end, checks } = await logInAt(config, browser)
  const tokens = await client.authorizationCodeGrant(config, end, checks)
  const address = client.buildEndSessionUrl(config, {
    post_logout_redirect_uri: back,
    id_token_hint: tokens.id_token ?? '',
    state: 'left',
  })
  const { title, token } = await browser.read(address.href)
  expect(title).toBe('Log out here, too?')
  const post = (xsrf: string) =>
    browser.send('/api/openid/logout', { method: 'POST', body: new URLSearchParams({ xsrf }) })
  expect((await post('guessed')).status).toBe(404)
  expect((await browser.send('/api/profile/')).status).toBe(200)
  expect(await (await post(token)).text()).toContain(`content="0;url=${back}?state=left"`)
  expect((await browser.send('/api/profile/')).status).toBe(401)
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('an administrator tests it all with a site that is part of the portal', async () => {
  const { id } = await aMember(portal.db, { isAdmin: true })
  const session = await portal.sessionOf(id)
  const browser = aBrowser(url, session)
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await browser.send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as { address: string; userinfo: unknown; idToken: unknown } // or an error
  }
  const { address } = await post('/api/admin/openid/test/', {})
  const end = new URL(await browser.open(address))
  expect(end.pathname).toBe('/manage/sso/test')
  const given = Object.fromEntries(end.searchParams)
  const tested = await post('/api/admin/openid/test/finish/', given)
  expect(tested.userinfo).toContainEqual({ claim: 'groups', value: expect.stringContaining('"admin"') })
  expect(tested.idToken).toContainEqual({ claim: 'sub', value: String(id) })
  expect(await post('/api/admin/openid/test/finish/', given)).toMatchObject({ code: 'testFailed' })
  const { browser: other } = await member()
  expect(await other.read(await other.open(address))).toMatchObject({ text: siteRefusalWords.state })
})
