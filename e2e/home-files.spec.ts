import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

// Files that cannot be had, because the line broke for a moment or an update took them away, and new versions.

/** Takes the files away whose names begin so; the returned function brings them back. */
const takeAway = async (page: Page, name: string) => {
  const address = `**/assets/${name}-*.js`
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }))
  return () => page.unroute(address)
}

const mark = (page: Page) =>
  page.evaluate(() => {
    document.title = 'not loaded again'
  })

test('a dialog of the login page whose file is missing leaves the page and what was typed, and comes at a press', async ({
  page,
}) => {
  const bringBack = await takeAway(page, 'forgot-password-dialog')
  await page.goto('/login')
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByRole('button', { name: /^Forgot your password/ }).click()
  const said = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' })
  await expect(said).toBeVisible()
  await expectAccessible(page)
  await said.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Save your changes, then reload the page.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('bo@example.org')
  await bringBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Get a new password' })).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('a menu whose file is missing throws no report away that is being written', async ({ page, portal }) => {
  await giveSession(page, portal, 'bo')
  const bringBack = await takeAway(page, 'account-dropdown')
  await page.goto('/tools/issue')
  const words = page.getByLabel('What happened')
  await words.fill('The saw makes a noise.')
  await page.getByRole('button', { name: /^Account of / }).click()
  const said = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' })
  await expect(said).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await said.getByRole('button', { name: 'Close' }).click()
  await expect(said).toHaveCount(0)
  await expect(words).toHaveValue('The saw makes a noise.')
  await bringBack()
  await page.getByRole('button', { name: /^Account of / }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect(words).toHaveValue('The saw makes a noise.')
})

test('a page whose file is missing comes by itself when it is there, however often it was tried', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'bo')
  let tries = 0
  await page.route('**/assets/swipes-page-*.js', async (route) => {
    tries += 1
    await (tries <= 3 ? route.fulfill({ status: 404, body: '' }) : route.continue())
  })
  await page.goto('/tools/swipes/recent')
  await expect(page.getByText('The page tries again automatically.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent swipes', level: 1 })).toBeVisible()
  await expect(page.getByText('The page tries again automatically.')).toHaveCount(0)
  // A worker that keeps files may have got it before the page asked a fourth time.
  expect(tries).toBeGreaterThanOrEqual(3)
})

test('a new version is loaded in each tab by one press, also in the second', async ({ page, portal }) => {
  await logIn(page, portal, 'bo')
  const other = await page.context().newPage()
  await other.goto('/account/access')
  const tabs = [page, other]
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(tab.getByText('A new version is ready')).toHaveCount(0)
  }
  await portal.update()
  for (const tab of tabs) await expect(tab.getByText('A new version is ready')).toBeVisible()
  for (const tab of tabs) {
    await mark(tab)
    await tab.getByRole('button', { name: 'Reload' }).click()
    await expect(tab).not.toHaveTitle('not loaded again')
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(tab.getByText('A new version is ready')).toHaveCount(0)
  }
})

test('screens without a member load a new version by themselves', async ({ page, portal, browser }) => {
  for (const path of ['/kiosk', '/display']) {
    const screen = await (await browser.newContext({ baseURL: portal.url })).newPage()
    await screen.clock.install()
    await screen.goto(path)
    await expect(screen.getByLabel('Code of this screen')).toBeVisible()
    await mark(screen)
    await portal.update()
    await screen.clock.fastForward('10:01')
    await expect(screen).not.toHaveTitle('not loaded again')
    await expect(screen.getByLabel('Code of this screen')).toBeVisible()
    await screen.context().close()
  }
  await page.goto('/login')
})

test.describe('with the worker that keeps files', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Reload works in the tab whose new worker another tab has had take over', async ({ page, portal }) => {
    await logIn(page, portal, 'bo')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    const other = await page.context().newPage()
    await other.goto('/account/access')
    const tabs = [page, other]
    const isStarted = (tab: Page) =>
      tab.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('start-worker')))
    for (const tab of tabs) await expect.poll(() => isStarted(tab)).toBe(true)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js?next')
    })
    for (const tab of tabs) await expect(tab.getByText('A new version is ready')).toBeVisible()
    for (const tab of tabs) {
      await mark(tab)
      await tab.getByRole('button', { name: 'Reload' }).click()
      await expect(tab).not.toHaveTitle('not loaded again')
    }
  })
})
