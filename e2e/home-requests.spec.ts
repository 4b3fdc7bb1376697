import { type Browser, type Page, type Request } from '@playwright/test'
import { expect, giveSession, type JourneyPortal, logInByForm, test, watchMoves } from './portal.ts'

const onSite = 'GET /api/sitesessions/onsite/'

/** Asked for when the page stands already. */
const lastOfPage = 'GET /api/access/refusals/latest/'
/** The line of events, and a code that is loaded ahead once. */
const noCalls = ['/api/events/', '/api/profile/idtoken/']

/** The calls of a page as `GET /api/profile/`, from now on. */
const listCalls = (page: Page) => {
  let calls: string[] = []
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || noCalls.includes(pathname)) return
    underWay.add(request)
    calls.push(`${request.method()} ${pathname}`)
  })
  const end = (request: Request) => void underWay.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const settle = async () => {
    await expect.poll(() => calls).toContain(lastOfPage)
    await expect.poll(() => underWay.size).toBe(0)
  }
  return {
    all: () => calls,
    /** The page has asked for all that it shows, and has it. */
    settle,
    startAgain: () => {
      calls = []
    },
  }
}

/** Waits so long that the login is not among the events that a page takes for missed: those of the two seconds before it was asked for. */
const logInBefore = async (page: Page, portal: JourneyPortal, name: string) => {
  await giveSession(page, portal, name)
  const at = performance.now()
  await expect.poll(() => performance.now() - at).toBeGreaterThan(2500)
}

/** Another member, who signs in and out on site by a program; an open dashboard of the page shows it. */
const anotherMember = async (page: Page, browser: Browser, portal: JourneyPortal) => {
  const { request } = await browser.newContext({ baseURL: portal.url })
  const data = { email: 'ada@example.org', password: portal.password }
  expect((await request.post('/api/login/', { data })).ok()).toBe(true)
  const { cookies } = await request.storageState()
  const headers = { 'x-csrftoken': cookies.find(({ name }) => name === 'csrftoken')?.value ?? '' }
  const name = page.getByRole('region', { name: 'On site', exact: true }).getByText(/^ada\b/i)
  return {
    signIn: async () => {
      const answer = await request.post('/api/sitesessions/signin/', { headers, data: { guests: [] } })
      expect(answer.status()).toBe(200)
      await expect(name).toBeVisible()
    },
    signOut: async () => {
      const answer = await request.put('/api/sitesessions/signout/', { headers, data: {} })
      expect(answer.status()).toBe(200)
      await expect(name).toBeHidden()
    },
  }
}

test('a sign-in of another member costs an open dashboard one request, and so does the sign-out', async ({
  page,
  browser,
  portal,
}) => {
  const other = await anotherMember(page, browser, portal)
  const calls = listCalls(page)
  await logInBefore(page, portal, 'bo')
  await page.goto('/dashboard')
  await calls.settle()
  await expect.poll(portal.countStreams).toBe(1)
  calls.startAgain()
  await other.signIn()
  expect(calls.all()).toEqual([onSite])
  calls.startAgain()
  await other.signOut()
  expect(calls.all()).toEqual([onSite])
})

test('a sign-in of one’s own asks for nothing a second time when it is heard of', async ({ page, portal }) => {
  const calls = listCalls(page)
  await logInBefore(page, portal, 'bo')
  await page.goto('/dashboard')
  await calls.settle()
  await expect.poll(portal.countStreams).toBe(1)
  for (const press of ['Sign in on site', 'Sign out']) {
    calls.startAgain()
    await page.getByRole('button', { name: press, exact: true }).click()
    // Only its news says that the doors of the member may have changed.
    await calls.settle()
    expect(calls.all().toSorted()).toEqual([...new Set(calls.all())].toSorted())
    expect(calls.all()).toContain(onSite)
  }
})

test('two fields that save themselves are two writes and at most two reads', async ({ page, portal }) => {
  await logInBefore(page, portal, 'bo')
  const calls = listCalls(page)
  await page.goto('/account/profile')
  const [first, last] = [
    page.getByRole('textbox', { name: 'First name' }),
    page.getByRole('textbox', { name: 'Last name' }),
  ]
  await expect(first).toBeVisible()
  await calls.settle()
  await expect.poll(portal.countStreams).toBe(1)
  calls.startAgain()
  const names = [await first.inputValue(), await last.inputValue()] as const
  await first.fill(`${names[0]}a`)
  await last.fill(`${names[1]}a`)
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(2)
  await expect.poll(() => calls.all()).toContain('GET /api/profile/')
  const isWrite = (call: string) => call.startsWith('PUT')
  expect(calls.all().filter(isWrite)).toHaveLength(2)
  const reads = calls.all().filter((call) => !isWrite(call))
  expect(reads.length).toBeLessThanOrEqual(2)
  expect(new Set(reads)).toEqual(new Set(['GET /api/profile/']))
})

test('a dashboard on a slow line asks nothing twice', async ({ page, browser, portal }) => {
  await logInBefore(page, portal, 'bo')
  const other = await anotherMember(page, browser, portal)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const limits = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', limits)
  const calls = listCalls(page)
  await page.goto('/dashboard')
  await expect.poll(portal.countStreams).toBe(1)
  await calls.settle()
  const before = calls.all().length
  // By the time that this is heard, all that was thought missed would have been asked for.
  await other.signIn()
  expect(calls.all().slice(before)).toEqual([onSite])
  expect(calls.all().slice(0, before).toSorted()).toEqual([...new Set(calls.all())].toSorted())
  expect(before).toBeLessThanOrEqual(13)
  await other.signOut()
})

test('on slow 3G and a processor four times slower a login works, nothing is asked twice and nothing moves', async ({
  page,
  portal,
}) => {
  const device = await page.context().newCDPSession(page)
  await device.send('Network.enable')
  const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await device.send('Network.emulateNetworkConditions', line)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const calls = listCalls(page)
  await logInByForm(page, portal, 'ada')
  await calls.settle()
  const movedBy = await watchMoves(page)
  calls.startAgain()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: /^(Set up your space|Waiting for you)$/ }).first()).toBeVisible()
  await calls.settle()
  expect(await movedBy()).toBeLessThan(0.02)
  expect(calls.all().toSorted()).toEqual([...new Set(calls.all())].toSorted())
  await expect(page.getByText(/You are offline|cannot be reached|Out of date/)).toHaveCount(0)
})
