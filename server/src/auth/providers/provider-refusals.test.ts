import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newToken } from '#platform/secrets/tokens.ts'
import { aKiosk } from '../../kiosks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { openBrowser } from '../browser.testing.ts'
import { startForeignProvider } from './foreign-provider.testing.ts'
import { type ProviderPortal, startProviderPortal } from './provider-portal.testing.ts'

let setting: ProviderPortal

beforeAll(async () => {
  setting = await startProviderPortal()
})
afterAll(() => setting.close())

beforeEach(() => {
  setting.clock.aheadMs = 0
})

const aLogin = async () => {
  await aMember(setting.portal.db, { email: setting.newcomer() })
  return openBrowser(setting.portal.app)
}

type ReturnQuery = Record<string, string>

const minuteMs = 60_000

test.each<[string, (returned: ReturnQuery) => ReturnQuery, ErrorCode]>([
  ['a state of no login', (returned) => ({ ...returned, state: newToken() }), 'providerLoginGone'],
  ['a forged code', (returned) => ({ ...returned, code: 'made up' }), 'providerRefused'],
  ['an answer of another issuer', (returned) => ({ ...returned, iss: 'http://127.0.0.1:9' }), 'providerMixedUp'],
  ['no issuer', ({ code = '', state = '' }) => ({ code, state }), 'providerMixedUp'],
  ['no code', ({ iss = '', state = '' }) => ({ iss, state }), 'providerForged'],
  ['trouble at the provider', ({ iss = '', state = '' }) => ({ iss, state, error: 'server_error' }), 'providerRefused'],
])('%s logs no one in', async (_what, change, code) => {
  const browser = await aLogin()
  const returned = await setting.goAndReturn(browser)
  expect(await setting.finish(browser, change(returned))).toMatchObject({ code })
  expect(await browser.isLoggedIn()).toBe(false)
})

test('an answer works once, also where two processes get it at the same time', async () => {
  const browser = await aLogin()
  const returned = await setting.goAndReturn(browser)
  const other = await setting.portal.another()
  const elsewhere = openBrowser(other.app)
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  const answers = await Promise.all([setting.finish(browser, returned), setting.finish(elsewhere, returned)])
  expect(new Set(answers.map(({ outcome, code }) => outcome ?? code))).toEqual(
    new Set(['loggedIn', 'providerLoginGone']),
  )
  expect(await setting.finish(browser, returned)).toMatchObject({ code: 'providerLoginGone' })
  await other.close()
})

test('what one browser began another cannot finish, so a link logs no one in as another', async () => {
  const browser = await aLogin()
  const returned = await setting.goAndReturn(browser)
  const victim = openBrowser(setting.portal.app)
  await setting.begin(victim)
  expect(await setting.finish(victim, returned)).toMatchObject({ code: 'providerLoginGone' })
  expect(await setting.finish(browser, returned)).toMatchObject({ outcome: 'loggedIn' })
})

test('a code of another login is worth nothing here, and neither is an ID token with another nonce', async () => {
  const browser = await aLogin()
  const mine = await setting.goAndReturn(browser)
  const other = await setting.goAndReturn(browser)
  expect(await setting.finish(browser, { ...mine, code: other['code'] ?? '' })).toMatchObject({
    code: 'providerRefused',
  })
  const address = new URL(await setting.begin(browser))
  address.searchParams.set('nonce', 'of another login')
  const { searchParams } = await setting.foreign.follow(address.href)
  expect(await setting.finish(browser, Object.fromEntries(searchParams))).toMatchObject({ code: 'providerForged' })
})

test('a login that takes longer than twenty minutes has to begin again', async () => {
  const browser = await aLogin()
  const returned = await setting.goAndReturn(browser)
  setting.clock.aheadMs = 21 * minuteMs
  expect(await setting.finish(browser, returned)).toMatchObject({ code: 'providerLoginGone' })
})

test('clocks that differ by more than a minute are named as the reason', async () => {
  setting.clock.aheadMs = 60 * minuteMs
  const browser = await aLogin()
  expect(await setting.finish(browser, await setting.goAndReturn(browser))).toMatchObject({ code: 'providerClock' })
})

test('a person who says no at the provider reads that nothing has changed', async () => {
  const browser = await aLogin()
  setting.foreign.cancel()
  expect(await setting.finish(browser, await setting.goAndReturn(browser))).toMatchObject({ code: 'providerCancelled' })
})

test('a provider that is turned off while its members are on the way lets no one in, and is offered no more', async () => {
  const browser = await aLogin()
  const returned = await setting.goAndReturn(browser)
  await setting.change({ isOn: false })
  expect(await setting.finish(browser, returned)).toMatchObject({ code: 'providerOff' })
  expect((await browser.post(setting.startPath, {})).json()).toMatchObject({ code: 'providerOff' })
  const anyone = await setting.portal.as(null)
  expect((await anyone.home.getConfig()).features.loginProviders).toEqual([])
  await setting.change({})
})

test('a provider that is gone says so before the browser leaves, and after it came back', async () => {
  const gone = await startForeignProvider(`${setting.portal.services.siteUrl}/login/provider`)
  const { providerId } = await setting.staff.auth.createProvider(
    setting.settings({ name: 'Gone', issuer: gone.issuer }),
  )
  gone.as({ sub: 'x', email: setting.newcomer(), email_verified: true })
  const browser = openBrowser(setting.portal.app)
  const path = `/api/login/providers/${providerId}/start/`
  const { searchParams } = await gone.follow(await setting.begin(browser, path))
  await gone.close()
  expect(await setting.finish(browser, Object.fromEntries(searchParams))).toMatchObject({ code: 'providerAway' })
  expect((await browser.post(path, {})).json()).toMatchObject({ code: 'providerAway' })
})

test('a kiosk is not the place for it', async () => {
  const { claim } = await aKiosk(setting.portal.db)
  const browser = openBrowser(setting.portal.app)
  await browser.get('/api/config/')
  browser.cookies.set('kiosk', claim)
  expect((await browser.post(setting.startPath, {})).json()).toMatchObject({ code: 'notOnKiosk' })
})

test('tries are counted for each network', async () => {
  const browser = await aLogin()
  await browser.get('/api/config/')
  const answers: number[] = []
  for (let tries = 0; tries < 101 && !answers.includes(429); tries += 1)
    answers.push((await browser.post(setting.startPath, {})).statusCode)
  expect(answers).toContain(429)
})
