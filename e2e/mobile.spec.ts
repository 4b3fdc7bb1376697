import type { Page } from '@playwright/test'
import { buildApp, connect, openApp, phone } from './phone.ts'
import { expect, expectAccessible, test, type JourneyPortal } from './portal.ts'

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
