import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ serviceWorkers: 'allow' })

/** Until the worker has its files, and the browser the digital ID. */
const settled = async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('kept:digital-id') ?? ''))
    .toContain('"owner":{"name":"Bo')
}

const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })

test('without the network any page shows the digital ID with its age, and nothing else about its member', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await settled(page)
  const kept = await keptAddresses(page)
  expect(kept).toContain('/offline.html')
  expect(kept.some((path) => /^\/assets\/portal-.*\.js$/.test(path))).toBe(true)
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])

  await page.context().setOffline(true)
  await page.clock.install()
  await page.goto('/account/access')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('Bo Lindqvist')).toBeVisible()
  await expect(page.getByText('Active member')).toBeVisible()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect(page.getByText(/It works for \d+ more minutes?\./)).toBeVisible()
  await expect(page.getByText('example.org')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.clock.fastForward('11:00')
  await expect(page.getByText('This code has expired')).toBeVisible()
  await expect(page.getByText('Bo Lindqvist')).toBeVisible()

  await page.context().setOffline(false)
  await page.clock.fastForward('00:15')
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
})

test('logging out takes the digital ID from the browser', async ({ page, portal }) => {
  await logIn(page, portal, 'bo')
  await settled(page)
  await page.goto('/logout')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await page.context().setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByText('There’s no digital ID on this device yet.')).toBeVisible()
  await expect(page.getByText('Bo Lindqvist')).toHaveCount(0)
  await expectAccessible(page)
})

test('a new version waits until its reader wants it', async ({ page, portal }) => {
  await logIn(page, portal, 'bo')
  await settled(page)
  // The first worker of all takes a page over when it is loaded.
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
  const isStarted = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('start-worker')))
  await expect.poll(isStarted).toBe(true)
  await page.evaluate(async () => {
    document.title = 'not loaded again'
    await navigator.serviceWorker.register('/sw.js?next')
  })
  await expect(page.getByText('A new version is ready')).toBeVisible()
  await expect(page).toHaveTitle('not loaded again')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page).not.toHaveTitle('not loaded again')
  await expect(page.getByRole('link', { name: /^Digital ID.*No\. / })).toBeVisible()
  const script = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')
  expect(await script()).toContain('/sw.js?next')
})
