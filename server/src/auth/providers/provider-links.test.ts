import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { anAccount } from '../factory.ts'
import { judgeProviders } from './provider-checks.ts'
import { type ProviderPortal, startProviderPortal } from './provider-portal.testing.ts'

let setting: ProviderPortal

beforeAll(async () => {
  setting = await startProviderPortal()
})
afterAll(() => setting.close())

beforeEach(() => {
  setting.clock.aheadMs = 0
})

const password = 'a rather long one'

const minuteMs = 60_000

const linkPath = () => `/api/profile/providers/${setting.providerId}/start/`

const ownPath = () => `/api/profile/providers/${setting.providerId}/`

test('a member links an account with any address after a proof of who they are, hears of it and logs in with it', async () => {
  const { id, email } = await anAccount(setting.portal.db, { password })
  const browser = await setting.browserOf(id)
  setting.newcomer({ email_verified: false })
  setting.clock.aheadMs = 11 * minuteMs
  expect((await browser.post(linkPath())).json()).toMatchObject({ code: 'stepUpNeeded' })
  await browser.post('/api/session/confirm/', { password })
  setting.clock.aheadMs = 0
  const returned = await setting.goAndReturn(browser, linkPath())
  expect(await setting.finish(browser, returned)).toMatchObject({ outcome: 'linked', providerName: 'Guild' })
  const stranger = await setting.logIn()
  expect(stranger.outcome).toBe('loggedIn')
  expect((await stranger.browser.get('/api/profile/')).json()).toMatchObject({ email })
  await setting.portal.runJobs()
  const mail = await setting.portal.db.selectFrom('messages').select('subject').where('member_id', '=', id).execute()
  expect(mail.map(({ subject }) => subject)).toContain('The way you log in was changed')
})

test('an account that another member linked is not linked twice, and an answer for one member is not for the next', async () => {
  const [first, second] = [
    await anAccount(setting.portal.db, { password }),
    await anAccount(setting.portal.db, { password }),
  ]
  setting.newcomer()
  const browser = await setting.browserOf(first.id)
  const other = await setting.browserOf(second.id)
  const returned = await setting.goAndReturn(browser, linkPath())
  browser.cookies.set('sessionid', other.cookies.get('sessionid') ?? '')
  expect(await setting.finish(browser, returned)).toMatchObject({ code: 'providerOtherPerson' })
  const again = await setting.browserOf(first.id)
  expect(await setting.finish(again, await setting.goAndReturn(again, linkPath()))).toMatchObject({ outcome: 'linked' })
  expect(await setting.finish(other, await setting.goAndReturn(other, linkPath()))).toMatchObject({
    code: 'providerLinked',
  })
})

test('who has another way in unlinks an account, which logs in no longer; the only way in stays', async () => {
  const { id } = await anAccount(setting.portal.db, { password, email: setting.newcomer() })
  const { browser } = await setting.logIn()
  expect((await browser.delete(ownPath())).statusCode).toBe(200)
  expect((await browser.delete(ownPath())).statusCode).toBe(404)
  expect(await setting.eventsOf(id)).toEqual([
    'account.loggedInByProvider',
    'account.providerLinked',
    'account.providerUnlinked',
  ])
  await aMember(setting.portal.db, { email: setting.newcomer() })
  const { browser: only } = await setting.logIn()
  expect((await only.delete(ownPath())).json()).toMatchObject({ code: 'lastProvider' })
})

test('a member without a password proves who they are by logging in there once more, and only with their account', async () => {
  const email = setting.newcomer({ sub: 'proof' })
  await aMember(setting.portal.db, { email })
  const { browser } = await setting.logIn()
  expect((await browser.get('/api/session/confirm/')).json()).toMatchObject({
    hasPassword: false,
    providers: [{ id: setting.providerId, name: 'Guild' }],
  })
  setting.clock.aheadMs = 11 * minuteMs
  expect((await browser.post(linkPath())).json()).toMatchObject({ code: 'stepUpNeeded' })
  setting.clock.aheadMs = 0
  const proofPath = `/api/session/confirm/providers/${setting.providerId}/start/`
  const address = await setting.begin(browser, proofPath, { next: '/account/security' })
  expect(address).toContain('prompt=login')
  setting.newcomer()
  const { searchParams: wrong } = await setting.foreign.follow(await setting.begin(browser, proofPath))
  expect(await setting.finish(browser, Object.fromEntries(wrong))).toMatchObject({ code: 'providerOtherPerson' })
  setting.newcomer({ sub: 'proof' })
  const { searchParams } = await setting.foreign.follow(address)
  expect(await setting.finish(browser, Object.fromEntries(searchParams))).toMatchObject({
    outcome: 'confirmed',
    next: '/account/security',
  })
})

test('closing the account forgets what was linked', async () => {
  const { id } = await anAccount(setting.portal.db, { password, email: setting.newcomer() })
  await setting.logIn()
  await (await setting.portal.as(id)).profile.closeAccount({ password, confirmation: 'close my account' })
  const left = await setting.portal.db.selectFrom('provider_links').select('id').where('member_id', '=', id).execute()
  expect(left).toEqual([])
  // The account there is one of a stranger again.
  expect(await setting.logIn()).toMatchObject({ outcome: 'registration' })
})

test('a provider is entered with an address that answers, and its secret is in no answer, audit or log', async () => {
  const { staff, settings, portal, foreign } = setting
  await expect(staff.auth.createProvider(settings({ name: 'guild' }))).rejects.toMatchObject({
    body: { fields: [{ field: 'name', message: 'Another provider has this name.' }] },
  })
  const refused = async (facts: Parameters<typeof settings>[0], words: RegExp) => {
    const fields = [{ field: 'issuer', message: expect.stringMatching(words) }]
    await expect(staff.auth.createProvider(settings({ name: 'New', ...facts }))).rejects.toMatchObject({
      body: { fields },
    })
  }
  await refused({ allowsPrivate: false }, /Begin with https/)
  await refused({ issuer: foreign.issuer.replace('http:', 'https:'), allowsPrivate: false }, /private network/)
  await refused({ issuer: 'http://127.0.0.1:1' }, /refused the connection/)
  await refused({ issuer: `${foreign.issuer}/nowhere` }, /no OpenID provider at this address/)
  await refused({ issuer: foreign.issuer.replace('127.0.0.1', 'localhost') }, /says it is another one/)
  await refused({ issuer: 'http://169.254.169.254/' }, /never connects/)
  const { providerId } = await staff.auth.createProvider(
    settings({ name: 'Union', issuer: `${foreign.issuer}/.well-known/openid-configuration`, isOn: false }),
  )
  const { providers, redirectUri } = await staff.auth.listProviders()
  expect(redirectUri).toBe(`${portal.services.siteUrl}/login/provider`)
  expect(providers).toMatchObject([{ name: 'Guild' }, { name: 'Union', issuer: foreign.issuer, links: 0, isOn: false }])
  const { issuer: _issuer, ...rest } = settings({ name: 'Union', secret: 'another secret' })
  await staff.auth.changeProvider({ providerId, ...rest })
  await staff.auth.removeProvider({ providerId })
  const rows = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'data'])
    .where('event', 'like', 'provider.%')
    .execute()
  expect(rows.map(({ event }) => event).slice(-3)).toEqual(['provider.created', 'provider.changed', 'provider.removed'])
  const written = JSON.stringify([rows, providers, portal.logLines])
  expect(written).not.toContain(foreign.client.secret)
  expect(written).not.toContain('another secret')
  const sealed = await portal.db.selectFrom('login_providers').select('secret_sealed').executeTakeFirstOrThrow()
  expect(sealed.secret_sealed).toMatch(/^v1\./)
})

test('a test says what came back and what a login would lead to, and logs no one in', async () => {
  const { portal, staff, providerId } = setting
  const { id } = await aMember(portal.db, { isAdmin: true })
  const browser = await setting.browserOf(id)
  const path = `/api/admin/login-providers/${providerId}/test/`
  setting.newcomer({ email_verified: false })
  expect(await setting.finish(browser, await setting.goAndReturn(browser, path))).toMatchObject({
    outcome: 'tested',
    test: { isWell: false, says: expect.stringContaining('hasn’t confirmed your email address') },
  })
  await aMember(portal.db, { email: setting.newcomer() })
  const { test: tested } = await setting.finish(browser, await setting.goAndReturn(browser, path))
  expect(tested).toMatchObject({ isWell: true, says: expect.stringContaining('belongs to a member here') })
  expect(tested?.claims).toContainEqual({ claim: 'email_verified', value: 'true' })
  expect((await staff.auth.listProviders()).providers).toMatchObject([{ name: 'Guild' }])
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.auth.listProviders()).rejects.toMatchObject({ code: 'notAllowed' })
})

test('the doctor names a provider that does not answer', () => {
  expect(judgeProviders([])).toBeNull()
  expect(judgeProviders([{ name: 'Guild', problem: null }])).toMatchObject({ state: 'well' })
  expect(judgeProviders([{ name: 'Guild', problem: 'Gone.' }])).toMatchObject({
    state: 'wrong',
    says: 'Members can’t log in with Guild. Gone.',
  })
})
