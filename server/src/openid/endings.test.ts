import { createServer } from 'node:http'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { turnKeys } from './keys.ts'
import { endStaleLogins } from './logins.ts'
import { aBrowser, aSite, begin, callback, discover, listenAt, logInAt } from './site.testing.ts'

let portal: TestPortal
let url: string
let now = new Date()
let staff: Awaited<ReturnType<TestPortal['as']>>
let config: client.Configuration
let siteId: number
const heard: string[] = []

const site = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    heard.push(new URLSearchParams(body).get('logout_token') ?? '')
    response.end()
  })
})

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  url = await listenAt(portal)
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  const port = typeof address === 'object' ? address?.port : 0
  await logInStaff()
  await changeSetting(portal.ctx, { key: 'OPENID_PRIVATE_HOSTS', value: '127.0.0.1' })
  const made = await staff.openid.createSite(aSite({ backchannelUri: `http://127.0.0.1:${port}/logout` }))
  siteId = made.siteId
  const { clientId } = (await staff.openid.getSite({ siteId })).site
  config = await discover(url, { clientId, secret: made.secret })
})
afterAll(async () => {
  site.close()
  await portal.close()
})

const logInStaff = async () => {
  staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
}

const visit = async () => {
  const { id } = await aMember(portal.db)
  const session = await portal.sessionOf(id)
  const browser = aBrowser(url, session)
  const { end, checks } = await logInAt(config, browser)
  const tokens = await client.authorizationCodeGrant(config, end, checks)
  const refresh = () => client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  return { id, browser, tokens, refresh, own: await portal.as(id) }
}

const change = (id: number, values: Record<string, unknown>) =>
  portal.db.updateTable('members').set(values).where('id', '=', id).execute()

const endings: [string, (id: number) => Promise<unknown>][] = [
  ['was suspended', (id) => change(id, { suspended_at: now, suspension_reason: 'why' })],
  ['has another password', (id) => change(id, { password_hash: 'another' })],
  ['is no longer in a state the site lets in', (id) => change(id, { membership_state: 'inactive' })],
]
test.each(endings)(
  'the tokens of a member who %s are worth nothing at once, and the site is told',
  async (_what, end) => {
    await changeSetting(portal.ctx, { key: 'OPENID_PRIVATE_HOSTS', value: '127.0.0.1' })
    const { id, tokens, refresh } = await visit()
    heard.length = 0
    await end(id)
    expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
    await expect(client.fetchUserInfo(config, tokens.access_token, String(id))).rejects.toMatchObject({ status: 401 })
    await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
    await endStaleLogins(portal.ctx)
    await endStaleLogins(portal.ctx)
    await portal.runJobs()
    expect(heard).toHaveLength(1)
    const [, payload = ''] = heard[0]?.split('.') ?? []
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: `${url}/api/openid`,
      sub: String(id),
      aud: config.clientMetadata().client_id,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    const records = portal.db.selectFrom('openid_records').select('kind').where('member_id', '=', id)
    expect(await records.execute()).toEqual([])
  },
)

test('a site on a private address that no administrator listed is not called', async () => {
  await changeSetting(portal.ctx, { key: 'OPENID_PRIVATE_HOSTS', value: '' })
  const { own } = await visit()
  heard.length = 0
  await own.openid.withdrawSite({ siteId })
  await portal.runJobs()
  expect(heard).toEqual([])
  await changeSetting(portal.ctx, { key: 'OPENID_PRIVATE_HOSTS', value: 'localhost 127.0.0.1' })
})

test('a member sees where they are logged in, ends it, and is asked again', async () => {
  const { id, own, refresh, browser } = await visit()
  expect(await own.openid.listOwnSites()).toMatchObject({
    sites: [{ siteId, name: 'Wiki', scopes: ['openid', 'profile', 'email'], loggedInAt: expect.any(String) }],
  })
  const { logins, total } = await staff.openid.listSiteLogins({ siteId })
  expect(logins.map(({ memberId }) => memberId)).toContain(id)
  expect(total).toBeGreaterThan(0)
  await own.openid.withdrawSite({ siteId })
  expect(await own.openid.listOwnSites()).toEqual({ sites: [] })
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(own.openid.withdrawSite({ siteId })).rejects.toMatchObject({ code: 'notFound' })
  const page = await browser.open((await begin(config)).address)
  expect((await browser.read(page)).title).toBe('Log in to Wiki?')
  const events = await portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', id).execute()
  expect(events.map(({ event }) => event)).toEqual(['sso.consented', 'sso.withdrawn'])
})

test('a member who comes back after a suspension is not asked again what they agreed to', async () => {
  const { id, browser } = await visit()
  await change(id, { suspended_at: now, suspension_reason: 'why' })
  await endStaleLogins(portal.ctx)
  await change(id, { suspended_at: null, suspension_reason: null })
  expect(await browser.open((await begin(config)).address)).toContain(`${callback}?code=`)
})

test('staff end the login of a member; another secret, and removing the site, end what the old one could', async () => {
  const { id, refresh } = await visit()
  await staff.openid.endSiteLogin({ siteId, memberId: id })
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
  const made = await staff.openid.createSite(aSite({ name: 'Short', isTrusted: true }))
  const { clientId } = (await staff.openid.getSite({ siteId: made.siteId })).site
  const { secret } = await staff.openid.renewSecret({ siteId: made.siteId })
  const old = await discover(url, { clientId, secret: made.secret })
  await expect(client.tokenIntrospection(old, 'x')).rejects.toMatchObject({ error: 'invalid_client' })
  const fresh = await discover(url, { clientId, secret })
  expect(await client.tokenIntrospection(fresh, 'x')).toEqual({ active: false })
  await staff.openid.removeSite({ siteId: made.siteId })
  await expect(client.tokenIntrospection(fresh, 'x')).rejects.toMatchObject({ error: 'invalid_client' })
})

const kidsOf = async () => {
  const { keys } = (await portal.app.inject({ url: '/api/openid/jwks' })).json()
  return keys.map(({ kid }: { kid: string }) => kid)
}

const signedWith = async () => {
  const { tokens } = await visit()
  const [head = ''] = (tokens.id_token ?? '').split('.')
  return JSON.parse(Buffer.from(head, 'base64url').toString()).kid
}

test('a new key is known before it signs, and the old one is known while its tokens live', async () => {
  const [first] = await kidsOf()
  await staff.openid.makeKey({ isUrgent: false })
  const [, next] = await kidsOf()
  expect(await signedWith()).toBe(first)
  now = new Date(now.getTime() + 61 * 60_000)
  await turnKeys(portal.ctx)
  expect(await kidsOf()).toEqual([next, first])
  expect(await signedWith()).toBe(next)
  now = new Date(now.getTime() + 25 * 60 * 60_000)
  await turnKeys(portal.ctx)
  expect(await kidsOf()).toEqual([next])
  await logInStaff()
  const { keys } = await staff.openid.listKeys()
  expect(keys).toMatchObject([{ kid: next, state: 'current' }])
  const stored = await portal.db.selectFrom('openid_keys').select('sealed').execute()
  expect(stored.every(({ sealed }) => sealed.startsWith('v1.'))).toBe(true)
})

test('in a hurry a new key signs at once, in every process', async () => {
  const another = await portal.another()
  another.services.siteUrl = url
  await another.app.inject({ url: '/api/openid/jwks' })
  const before = await kidsOf()
  await staff.openid.makeKey({ isUrgent: true })
  const after = await kidsOf()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
  await expect
    .poll(async () =>
      (await another.app.inject({ url: '/api/openid/jwks' })).json().keys.map((key: { kid: string }) => key.kid),
    )
    .toEqual(after)
  await another.close()
})
