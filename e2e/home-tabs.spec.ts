import type { Page } from '@playwright/test'
import { chromiumWith } from './playwright.config.ts'
import { expect, giveSession, logInByForm, test } from './portal.ts'

// Chromium as people start it: the worker for times without a network runs, and the portal has a name.
test.use({
  serviceWorkers: 'allow',
  launchOptions: chromiumWith('--host-resolver-rules=MAP portal.test 127.0.0.1'),
  baseURL: async ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'portal.test')),
})

/** Answered while all other tabs are open; what waits for a free connection is not. */
const callIn = (page: Page) => page.evaluate(async () => (await fetch('/api/config/', { cache: 'no-store' })).status)

const openPage = async (page: Page, name: string, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('ten tabs of one browser work on one line, and all hear what changes', async ({ page, portal }) => {
  await logInByForm(page, portal, 'bo')
  const tabs = [page]
  while (tabs.length < 10) tabs.push(await page.context().newPage())
  for (const tab of tabs) await openPage(tab, 'Recent swipes', '/tools/swipes/recent')
  for (const tab of tabs) expect(await callIn(tab)).toBe(200)
  await expect.poll(portal.countStreams).toBe(1)
  expect(await portal.frontDoor.swipe('1002')).toMatchObject({ outcome: 'granted' })
  for (const tab of tabs) await expect(tab.getByRole('row', { name: /^bo\b/ })).toHaveCount(1)
  await Promise.all(tabs.slice(1).map((tab) => tab.close()))
  expect(await callIn(page)).toBe(200)
  await expect.poll(portal.countStreams).toBe(1)
})

for (const [name, urlOf] of [
  ['a portal with a name', (url: string) => url.replace('127.0.0.1', 'portal.test')],
  ['a portal on the same machine, where the worker runs', (url: string) => url],
] as const)
  test(`F5 again and again, and ways back, leave no line behind: ${name}`, async ({ browser, portal }) => {
    const context = await browser.newContext({ baseURL: urlOf(portal.url) })
    const page = await context.newPage()
    await logInByForm(page, portal, 'bo')
    await openPage(page, 'Access', '/account/access')
    for (let count = 0; count < 12; count += 1) await page.reload()
    expect(await callIn(page)).toBe(200)
    await expect.poll(portal.countStreams).toBe(1)
    // The browser keeps each for Back.
    for (let count = 0; count < 5; count += 1) {
      await openPage(page, 'Profile', '/account/profile')
      await openPage(page, 'Access', '/account/access')
    }
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Access', level: 1 })).toBeVisible()
    expect(await callIn(page)).toBe(200)
    await expect.poll(portal.countStreams).toBe(1)
    await context.close()
    await expect.poll(portal.countStreams).toBe(0)
  })

test('when another member logs in in another tab, nothing is heard for the one before, and all tabs are theirs', async ({
  page,
  portal,
}) => {
  await logInByForm(page, portal, 'bo')
  await openPage(page, 'Access', '/account/access')
  const other = await page.context().newPage()
  await other.goto('/logout')
  await page.waitForURL(/\/login/)
  await expect.poll(portal.countStreams).toBe(0)
  await logInByForm(other, portal, 'cy')
  await expect.poll(portal.countStreams).toBe(1)
  await openPage(page, 'Access', '/account/access')
  await expect.poll(portal.countStreams).toBe(1)
})

test('a session that another login replaced ends the line of the member before in all tabs', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  await giveSession(page, portal, 'bo')
  await openPage(page, 'Access', '/account/access')
  await expect.poll(portal.countStreams).toBe(1)
  const other = await context.newPage()
  const drawnAnew = page.waitForResponse(
    async (answer) => answer.url().endsWith('/api/profile/') && (await answer.text()).includes('cy@example.org'),
  )
  await giveSession(other, portal, 'cy')
  await openPage(other, 'Access', '/account/access')
  await drawnAnew
  await expect.poll(portal.countStreams).toBe(1)
  await context.close()
})
