import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAppToken, openPhone } from '../auth/tokens/phone.testing.ts'
import { aKiosk } from '../kiosks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aBrowser, aSite, begin, callback, discover, listenAt, type TestBrowser } from './site.testing.ts'

let portal: TestPortal
let url: string
let now = new Date()
let wiki: client.Configuration
let trusted: client.Configuration

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  url = await listenAt(portal)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const add = async (name: string, isTrusted: boolean) => {
    const { siteId, secret } = await staff.openid.createSite(aSite({ name, isTrusted }))
    return discover(url, { clientId: (await staff.openid.getSite({ siteId })).site.clientId, secret })
  }
  wiki = await add('Wiki', false)
  trusted = await add('Files', true)
})
afterAll(() => portal.close())
beforeEach(() => {
  now = new Date()
})

/** A login that waits in a browser in which no one is logged in. */
const wait = async (config = wiki, more: Record<string, string> = {}) => {
  const browser = aBrowser(url)
  const { address, checks } = await begin(config, more)
  const page = await browser.open(address)
  return { browser, checks, uid: new URL(page).searchParams.get('next')?.split('/').at(-1) ?? '' }
}

const anApp = async (facts: Parameters<typeof aMember>[1] = {}) => {
  const { id } = await aMember(portal.db, facts)
  const access = await anAppToken(portal.ctx, id)
  const { send } = openPhone(portal.app)
  return {
    id,
    ask: async (uid: string) => (await send(`/api/openid/waiting/${uid}/`, { access })).json(),
    approve: async (uid: string): Promise<{ address?: string; code?: string }> =>
      (await send(`/api/openid/waiting/${uid}/approve/`, { method: 'POST', access })).json(),
  }
}

const tokenIn = ({ address = '' }: { address?: string }) => new URL(address).hash.slice(1)

/** What the page does that the app opened in the phone's browser. */
const bring = async (browser: TestBrowser, { uid, token }: { uid: string; token: string }) => {
  const headers = { 'content-type': 'application/json' }
  const path = `/api/openid/interaction/${uid}/approved/`
  const answer = await browser.send(path, { method: 'POST', headers, body: JSON.stringify({ token }) })
  return (await answer.json()) as { address?: string; code?: string } // an address, or an error
}

const eventsOf = (memberId: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_kind'])
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', memberId)
    .where('event', 'like', 'sso.%')
    .orderBy('id')
    .execute()

test('a member says yes in the app, and the browser in which the login waits goes on to the site', async () => {
  const app = await anApp()
  const { browser, checks, uid } = await wait()
  expect(await app.ask(uid)).toEqual({
    site: { name: 'Wiki', address: 'http://127.0.0.1:9' },
    scopes: ['openid', 'profile', 'email'],
    refusedFor: null,
    needsLogin: false,
  })
  const approved = await app.approve(uid)
  expect(approved.address).toMatch(new RegExp(`^${url}/sso/approved/${uid}#[\\w-]+$`))
  const { address } = await bring(browser, { uid, token: tokenIn(approved) })
  const end = new URL(await browser.open(address ?? ''))
  const tokens = await client.authorizationCodeGrant(wiki, end, checks)
  expect(tokens.claims()?.sub).toBe(String(app.id))
  expect(await client.fetchUserInfo(wiki, tokens.access_token, String(app.id))).toMatchObject({ email_verified: true })
  expect(await client.refreshTokenGrant(wiki, tokens.refresh_token ?? '')).toHaveProperty('access_token')
  expect((await eventsOf(app.id)).map(({ event }) => event)).toEqual(['sso.approved', 'sso.consented'])
})

test('the browser is logged in at that site alone: neither at the portal nor at the next one', async () => {
  const app = await anApp()
  const { browser, uid } = await wait(trusted)
  const { address } = await bring(browser, { uid, token: tokenIn(await app.approve(uid)) })
  expect(await browser.open(address ?? '')).toContain(`${callback}?code=`)
  expect((await browser.send('/api/profile/')).status).toBe(401)
  for (const config of [trusted, wiki])
    expect(await browser.open((await begin(config)).address)).toContain('/login?next=')
})

test('a site that is trusted is asked about in the app all the same', async () => {
  const app = await anApp()
  const { uid } = await wait(trusted)
  expect(await app.ask(uid)).toMatchObject({ site: { name: 'Files' }, scopes: [], refusedFor: null })
})

test('who sends a member the address of a login of their own gets nothing, and staff can read that it was tried', async () => {
  const victim = await anApp()
  const attacker = await wait()
  const token = tokenIn(await victim.approve(attacker.uid))
  // The phone opens the address in the member's own browser, in which nothing waits.
  expect(await bring(aBrowser(url), { uid: attacker.uid, token })).toMatchObject({ code: 'notFound' })
  // It is used up by that, also where the attacker gets to see it.
  expect(await bring(attacker.browser, { uid: attacker.uid, token })).toMatchObject({ code: 'notFound' })
  expect(await attacker.browser.open(`/api/openid/interaction/${attacker.uid}`)).toContain('/login?next=')
  expect(await eventsOf(victim.id)).toEqual([
    { event: 'sso.approved', actor_kind: 'member' },
    { event: 'sso.approvalRefused', actor_kind: 'anonymous' },
  ])
  const agreed = portal.db.selectFrom('openid_logins').select('client_id').where('member_id', '=', victim.id)
  expect(await agreed.execute()).toEqual([])
})

type PreparedApproval = { app: Awaited<ReturnType<typeof anApp>>; uid: string; token: string; browser: TestBrowser }

type MemberChange = { suspended_at: Date; suspension_reason: string } | { membership_state: 'inactive' }

const update = (id: number, set: MemberChange) =>
  portal.db.updateTable('members').set(set).where('id', '=', id).execute()

/** What happens between the yes in the app and the browser. */
const between: [string, string, (prepared: PreparedApproval) => unknown][] = [
  ['is brought a minute later', 'notFound', () => (now = new Date(now.getTime() + 61_000))],
  ['was made up', 'notFound', (prepared) => (prepared.token = 'x'.repeat(43))],
  ['was used before', 'notFound', ({ browser, uid, token }) => bring(browser, { uid, token })],
  ['was followed by a newer one', 'notFound', ({ app, uid }) => app.approve(uid)],
  [
    'is for another login that waits in the same browser',
    'notFound',
    async (prepared) => {
      const page = await prepared.browser.open((await begin(wiki)).address)
      prepared.uid = new URL(page).pathname.split('/').at(-1) ?? ''
    },
  ],
  [
    'is of a member who logged out of the app',
    'notFound',
    ({ app }) => portal.db.deleteFrom('sessions').where('member_id', '=', app.id).execute(),
  ],
  [
    'is of a member who was suspended',
    'keptOut',
    ({ app }) => update(app.id, { suspended_at: now, suspension_reason: 'why' }),
  ],
  [
    'is of a member who left the states of the site',
    'notAllowed',
    ({ app }) => update(app.id, { membership_state: 'inactive' }),
  ],
  [
    'meets another member who logged in in the browser',
    'loggedInAsOther',
    async ({ browser }) => browser.setSession(await portal.sessionOf((await aMember(portal.db)).id)),
  ],
  [
    'is brought by a browser that became a kiosk',
    'notOnKiosk',
    async ({ browser }) => browser.setCookie('kiosk', (await aKiosk(portal.db)).claim),
  ],
]
test.each(between)('an approval that %s is refused: %s', async (_what, code, happen) => {
  const app = await anApp()
  const { browser, uid } = await wait()
  const prepared = { app, browser, uid, token: tokenIn(await app.approve(uid)) }
  await happen(prepared)
  expect(await bring(browser, prepared)).toMatchObject({ code })
})

test('an approval that two tabs bring at the same moment is used once', async () => {
  const app = await anApp()
  const { browser, uid } = await wait()
  const token = tokenIn(await app.approve(uid))
  const answers = await Promise.all(Array.from({ length: 4 }, () => bring(browser, { uid, token })))
  expect(answers.filter(({ address }) => address !== undefined)).toHaveLength(1)
})

/** What the app is told before it can say yes. */
test.each([
  ['suspended', { suspension: 'Theft' }, 'suspended', 'keptOut'],
  ['in a state the site does not let in', { state: 'inactive' as const }, 'state', 'notAllowed'],
])('a member who is %s can’t confirm a login, and reads why', async (_who, facts, refusedFor, code) => {
  const app = await anApp(facts)
  const { uid } = await wait()
  expect(await app.ask(uid)).toMatchObject({ refusedFor })
  expect(await app.approve(uid)).toMatchObject({ code })
})

test('where the space wants a strong login, a weak one in the app leads to no other site', async () => {
  const app = await anApp({ isAdmin: true })
  const { browser, uid } = await wait()
  const token = tokenIn(await app.approve(uid))
  await changeSetting(portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'administrators' })
  await expect.poll(() => portal.ctx.settings.get('STRONG_LOGIN_FOR')).toBe('administrators')
  expect(await app.ask(uid)).toMatchObject({ refusedFor: 'strong' })
  expect(await app.approve(uid)).toMatchObject({ code: 'notAllowed' })
  expect(await bring(browser, { uid, token })).toMatchObject({ code: 'notAllowed' })
  await changeSetting(portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'none' })
})

test('a site that wants a new login does not take the one the app has had for long', async () => {
  const app = await anApp()
  // The protocol's own clock is that of the machine.
  now = new Date(Date.now() + 5_000)
  await portal.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 60_000) })
    .where('member_id', '=', app.id)
    .execute()
  const { uid } = await wait(wiki, { prompt: 'login' })
  expect(await app.ask(uid)).toMatchObject({ needsLogin: true })
  expect(await app.approve(uid)).toMatchObject({ code: 'loginAgain' })
})

test('only the app confirms a login, and only one that waits', async () => {
  const { uid } = await wait()
  const browser = aBrowser(url, await portal.sessionOf((await aMember(portal.db)).id))
  const tried = await browser.send(`/api/openid/waiting/${uid}/approve/`, { method: 'POST' })
  expect([tried.status, await tried.json()]).toMatchObject([403, { code: 'notAllowed' }])
  const stranger = await aBrowser(url).send(`/api/openid/waiting/${uid}/`)
  expect(stranger.status).toBe(401)
  const app = await anApp()
  expect(await app.ask('x'.repeat(43))).toMatchObject({ code: 'notFound' })
  expect(await app.approve('x'.repeat(43))).toMatchObject({ code: 'notFound' })
})

test('an approval stands neither in the database nor in the log in the clear', async () => {
  const app = await anApp()
  const { uid } = await wait()
  const token = tokenIn(await app.approve(uid))
  const rows = JSON.stringify(await portal.db.selectFrom('openid_records').selectAll().execute())
  for (const secret of [token, uid]) expect(rows).not.toContain(secret)
  expect(portal.logLines.join('\n')).not.toContain(token)
})
