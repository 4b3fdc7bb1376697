import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { openBrowser } from '../browser.testing.ts'
import { type ProviderPortal, startProviderPortal } from './provider-portal.testing.ts'

let setting: ProviderPortal

beforeAll(async () => {
  setting = await startProviderPortal()
})
afterAll(() => setting.close())

test('the login names the providers that are on, and nothing else of them', async () => {
  const anyone = await setting.portal.as(null)
  const { features } = await anyone.home.getConfig()
  expect(features.loginProviders).toEqual([{ id: setting.providerId, name: 'Guild' }])
})

test('a member with the same confirmed address is linked at their first login and known by their number afterwards', async () => {
  const email = setting.newcomer({ sub: 'mara' })
  const { id } = await aMember(setting.portal.db, { email: email.toUpperCase() })
  const first = await setting.logIn()
  expect(first).toMatchObject({ outcome: 'loggedIn', providerName: 'Guild', next: null })
  expect(await first.browser.isLoggedIn()).toBe(true)
  expect(await setting.eventsOf(id)).toEqual(['account.loggedInByProvider', 'account.providerLinked'])
  // Another address there, and none that is confirmed: the subject is what counts.
  setting.newcomer({ sub: 'mara', email: 'elsewhere@example.org', email_verified: false })
  const second = await setting.logIn()
  expect(await second.browser.isLoggedIn()).toBe(true)
  const member = await setting.portal.as(id)
  const { logins } = await member.auth.listLogins()
  expect(logins.map(({ way }) => way)).toEqual(['provider', 'provider'])
  expect((await member.auth.listOwnProviders()).providers).toMatchObject([
    { name: 'Guild', link: { email: 'elsewhere@example.org', lastUsedAt: expect.any(String) } },
  ])
})

test('the page that was asked for survives the trip', async () => {
  await aMember(setting.portal.db, { email: setting.newcomer() })
  const browser = openBrowser(setting.portal.app)
  const next = '/sso/forum?sso=bm9uY2U%3D&sig=abc'
  const returned = await setting.goAndReturn(browser, setting.startPath, { next })
  expect(await setting.finish(browser, returned)).toMatchObject({ outcome: 'loggedIn', next })
})

test('a member with the same name and another address is not who logs in', async () => {
  setting.newcomer({ name: 'Namesake Person', preferred_username: 'namesake' })
  await aMember(setting.portal.db, { firstName: 'Namesake', lastName: 'Person', screenName: 'namesake' })
  expect(await setting.logIn()).toMatchObject({ outcome: 'registration' })
})

test.each<[string, Record<string, unknown>, ErrorCode]>([
  ['an address that is not confirmed there', { email_verified: false }, 'providerUnconfirmed'],
  ['no word on whether it is', { email_verified: undefined }, 'providerUnconfirmed'],
  ['no address', { email: undefined }, 'providerNoEmail'],
])('%s lets no one in', async (_what, facts, code) => {
  await aMember(setting.portal.db, { email: setting.newcomer(facts) })
  expect(await setting.logIn()).toMatchObject({ code })
})

test('a member whose address is not confirmed here is not linked', async () => {
  const { id } = await aMember(setting.portal.db, { email: setting.newcomer(), isVerified: false })
  const { browser, code } = await setting.logIn()
  expect(code).toBe('providerMemberUnconfirmed')
  expect(await browser.isLoggedIn()).toBe(false)
  expect(await setting.eventsOf(id)).toEqual(['account.loginFailed'])
})

test('a second account there with the address of a member who is linked is refused', async () => {
  const email = setting.newcomer()
  await aMember(setting.portal.db, { email })
  await setting.logIn()
  setting.foreign.as({ sub: 'another', email, email_verified: true })
  expect(await setting.logIn()).toMatchObject({ code: 'providerOtherAccount' })
})

test('a suspended member logs in to see why, as with a password', async () => {
  await aMember(setting.portal.db, { email: setting.newcomer(), suspension: 'asked to' })
  const { browser } = await setting.logIn()
  expect(await browser.isLoggedIn()).toBe(true)
})

test('a member with an authenticator app is asked for its code, and only then logged in, once', async () => {
  const { id } = await aMember(setting.portal.db, { email: setting.newcomer() })
  const member = await setting.portal.as(id)
  const { secret } = await member.auth.startTotp()
  const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await member.auth.confirmTotp({ code: codeAt(Date.now()) })
  const browser = openBrowser(setting.portal.app)
  const returned = await setting.goAndReturn(browser)
  expect(await setting.finish(browser, returned)).toMatchObject({ outcome: 'codeNeeded' })
  expect(await browser.isLoggedIn()).toBe(false)
  const send = (code: string, from = browser) =>
    from.post('/api/login/provider/code/', { state: returned['state'], code })
  expect((await send('000000')).json()).toMatchObject({ code: 'wrongCode' })
  expect((await send('000000', openBrowser(setting.portal.app))).json()).toMatchObject({ code: 'providerLoginGone' })
  setting.clock.aheadMs = 60_000
  expect((await send(codeAt(Date.now() + setting.clock.aheadMs))).json()).toMatchObject({ outcome: 'loggedIn' })
  expect(await browser.isLoggedIn()).toBe(true)
  setting.clock.aheadMs = 120_000
  expect((await send(codeAt(Date.now() + setting.clock.aheadMs))).json()).toMatchObject({ code: 'providerLoginGone' })
})

test('a person who is new creates an account with a confirmed address and no password', async () => {
  const email = setting.newcomer({ preferred_username: 'mara' })
  const browser = openBrowser(setting.portal.app)
  const returned = await setting.goAndReturn(browser)
  const outcome = await setting.finish(browser, returned)
  expect(outcome).toMatchObject({
    outcome: 'registration',
    person: { email, firstName: 'Mara', lastName: 'Kay', screenName: 'mara' },
  })
  const typed = { ...outcome.person, state: returned['state'], mobile: '0400 000 000' }
  const post = (facts = {}) => browser.post('/api/login/provider/register/', { ...typed, ...facts })
  await aMember(setting.portal.db, { screenName: 'taken' })
  expect((await post({ screenName: 'taken' })).json()).toMatchObject({ code: 'screenNameTaken' })
  // The address is the provider's to say.
  expect((await post({ email: 'another@example.org' })).json()).toMatchObject({ outcome: 'loggedIn' })
  const profile = (await browser.get('/api/profile/')).json()
  expect(profile).toMatchObject({ email })
  expect(await setting.eventsOf(profile.id)).toEqual([
    'account.registered',
    'account.providerLinked',
    'account.loggedInByProvider',
  ])
  expect((await post()).json()).toMatchObject({ code: 'providerLoginGone' })
  const strong = (await browser.get('/api/profile/strong-login/')).json()
  expect(strong).toMatchObject({ hasPassword: false, passkeys: [] })
})

test('where people may not register, one who is new is told to create an account', async () => {
  await setting.change({ mayRegister: false })
  setting.newcomer()
  expect(await setting.logIn()).toMatchObject({ code: 'providerNoAccount' })
  await setting.change({})
})
