import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { type Browser, devices, type Page } from '@playwright/test'
import { aSite, begin, discover, redeemCode } from '../server/src/openid/site.testing.ts'
import { buildApp, connect, openApp, phone } from './phone.ts'
import { expect, expectAccessible, giveSession, test, type JourneyPortal } from './portal.ts'

test.use({ viewport: { width: 390, height: 844 } })

let app: Awaited<ReturnType<typeof buildApp>>
test.beforeAll(async () => {
  app = await buildApp()
})
test.afterAll(() => app.remove())

const logIn = async (page: Page, portal: JourneyPortal, name: string) => {
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
}

/** Counts the calls of a path from now on. */
const countCalls = (page: Page, path: string) => {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS' && new URL(request.url()).pathname === path) calls.count += 1
  })
  return calls
}

test('the app asks for its portal, and takes no address that is none', async ({ page, portal }) => {
  await openApp(page, app.folder)
  const address = page.getByLabel('Address of the portal')
  const refuse = async (typed: string, sentence: string | RegExp) => {
    await address.fill(typed)
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await refuse('our space', 'This isn’t an address.')
  await refuse('http://portal.example.org', 'The address has to begin with https://')
  await page.route('https://away.example.org/**', (route) => route.abort())
  await refuse('away.example.org', 'No answer from there.')
  const headers = { 'access-control-allow-origin': '*' }
  await page.route('https://www.example.org/**', (route) => route.fulfill({ json: {}, headers }))
  await refuse('www.example.org/portal', 'There is a website at this address, but no portal.')
  await expectAccessible(page)
  await phone.see(page, `spacekeeper://connect?${new URLSearchParams({ portal: portal.url })}`)
  await page.getByRole('button', { name: 'Scan the code' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect.poll(async () => (await phone.state(page)).isSplashHidden).toBe(true)
  await page.getByRole('button', { name: 'Use another portal' }).click()
  await expect(address).toBeVisible()
})

test('a member logs in, works on when the token runs out, reads their ID without a network, and logs out', async ({
  page,
  portal,
}) => {
  await openApp(page, app.folder)
  await connect(page, portal)
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Your username or password was incorrect.')).toBeVisible()
  const events = page.waitForRequest(`${portal.url}/api/events/**`)
  await logIn(page, portal, 'bo')
  expect((await events).headers()['authorization']).toMatch(/^Bearer /)
  expect(await page.context().cookies()).toEqual([])

  // The token of all calls of a page has run out, and is exchanged once.
  const renewals = countCalls(page, '/api/token/refresh/')
  await portal.goOn(16)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText(/^App on /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The app on your phone' })).toBeVisible()
  expect(renewals.count).toBe(1)
  await expectAccessible(page)

  await phone.open(page, `spacekeeper://${new URL(portal.url).host}/account/digital-id`)
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
  await phone.open(page, 'spacekeeper://other.example.org/account/profile')
  await expect(page.getByText('This link belongs to other.example.org.')).toBeVisible()

  await page.route(`${portal.url}/**`, (route) => route.abort())
  await page.goto('https://localhost/')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Digital ID' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(`${portal.url}/**`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await phone.back(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await phone.back(page)
  await expect.poll(async () => (await phone.state(page)).hasLeft).toBe(true)

  const ended = page.waitForResponse(`${portal.url}/api/logout/`)
  await page.goto('https://localhost/logout')
  expect((await ended).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => /tokens|kept:/.test(key))).toEqual([])
})

test('a link in a mail logs in in the app, and a login that is ended elsewhere leads back to it', async ({
  page,
  portal,
}) => {
  await openApp(page, app.folder)
  await connect(page, portal)
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.request.post(`${portal.url}/api/login/link/`, { data: { email: 'cy@example.org' } })
  const { text } = await portal.mailbox.newest('cy@example.org', /log in/i)
  const [link = ''] = /https?:\/\/\S+\/login\/link\/[\w-]+/.exec(text) ?? []
  await phone.open(page, link)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()

  const login = { email: 'cy@example.org', password: portal.password }
  await page.request.post(`${portal.url}/api/login/`, { data: login })
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const headers = { 'x-csrftoken': csrf }
  const answer = await page.request.delete(`${portal.url}/api/profile/sessions/`, { headers })
  expect(answer.ok()).toBe(true)
  await page.goto('https://localhost/account/profile')
  await page.getByLabel('Email').fill('cy@example.org')
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText(/^App on /)).toBeVisible()
})

test('staff read a card with the phone in place of typing its number', async ({ page, portal }) => {
  await openApp(page, app.folder)
  await connect(page, portal)
  await logIn(page, portal, 'ada')
  await page.goto(`https://localhost/manage/members/${portal.members['bo']}`)
  await page.getByRole('button', { name: 'Read the card with this phone' }).click()
  await expect(page.getByText('Hold the card to the back of the phone.')).toBeVisible()
  await phone.tapCard(page, [4, -95, 178, 195])
  await expect(page.getByLabel('Card number')).toHaveValue('04A1B2C3')
})

const forumSecret = 'a secret of the forum'

/** A wiki and a forum in one, which greets all who come back. */
const startSite = async () => {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Site</title><p>Welcome</p>'),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { host, url: `http://${host}`, close: () => new Promise((resolve) => void server.close(resolve)) }
}

/** An administrator sets it up, both ways. */
const addSite = async (portal: JourneyPortal, { browser, url }: { browser: Browser; url: string }) => {
  const context = await browser.newContext({ baseURL: portal.url })
  const office = await context.newPage()
  await giveSession(office, portal, 'ada')
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const headers = { 'x-csrftoken': csrf }
  const settings = {
    ENABLE_MOBILE_APP: true,
    DISCOURSE_SSO_PROTOCOL_SECRET_KEY: forumSecret,
    DISCOURSE_SSO_SITES: url,
    ENABLE_DISCOURSE_SSO_PROTOCOL: true,
  }
  for (const [key, value] of Object.entries(settings)) {
    const saved = await context.request.put(`/api/admin/settings/${key}/`, { data: { value }, headers })
    expect(saved.ok(), key).toBe(true)
  }
  const { siteId, secret } = await (
    await context.request.post('/api/admin/openid/sites/', {
      data: aSite({ address: url, redirectUris: [`${url}/callback`] }),
      headers,
    })
  ).json()
  const { site } = await (await context.request.get(`/api/admin/openid/sites/${siteId}/`)).json()
  await context.close()
  return discover(portal.url, { clientId: site.clientId, secret })
}

test('a member who comes from a wiki or a forum to log in says yes in the app, and the browser goes on', async ({
  page,
  portal,
  browser,
}) => {
  const site = await startSite()
  const wiki = await addSite(portal, { browser, url: site.url })
  await openApp(page, app.folder)
  await connect(page, portal)
  await logIn(page, portal, 'bo')
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: portal.url })
  const tab = await context.newPage()
  /** Begins a login in the phone's browser, and says yes in the app; where the app sends the browser. */
  const confirm = async (address: string, name: string) => {
    await tab.goto(address)
    const link = tab.getByRole('link', { name: 'Log in with the app' })
    await link.click()
    await expect(tab.getByText(/If nothing opened/)).toBeVisible()
    await phone.open(page, (await link.getAttribute('href')) ?? '')
    await expect(page.getByText(/^You continue to .* as bo@example\.org\.$/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Log in to ${name}` }).click()
    await expect(page.getByRole('heading', { name: 'Continue in your browser' })).toBeVisible()
    return phone.leftFor(page)
  }

  const { address, checks } = await begin(wiki, { redirect_uri: `${site.url}/callback` })
  const back = await confirm(address, 'Wiki')
  await expectAccessible(tab)
  await tab.goto(back)
  await expect(tab.getByText('Welcome')).toBeVisible()
  const tokens = await redeemCode(wiki, { end: new URL(tab.url()), checks })
  expect(tokens.claims()?.sub).toBe(String(portal.members['bo']))

  const sign = (text: string) => createHmac('sha256', forumSecret).update(text).digest('hex')
  const asked = new URLSearchParams({ nonce: 'n-1', return_sso_url: `${site.url}/session/sso_login` })
  const sso = Buffer.from(asked.toString()).toString('base64')
  const query = new URLSearchParams({ sso, sig: sign(sso) })
  const answer = new URL(await confirm(`/login?${query}`, site.host))
  const told = answer.searchParams.get('sso') ?? ''
  expect(answer.searchParams.get('sig')).toBe(sign(told))
  const facts = new URLSearchParams(Buffer.from(told, 'base64').toString())
  expect(Object.fromEntries(facts)).toMatchObject({ nonce: 'n-1', email: 'bo@example.org' })
  await tab.goto(answer.href)
  await expect(tab.getByText('Welcome')).toBeVisible()
  // Neither login is one at the portal.
  await tab.goto('/dashboard')
  await expect(tab.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await context.close()
  await site.close()
})
