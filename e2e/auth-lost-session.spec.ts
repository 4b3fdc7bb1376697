import type { Page } from '@playwright/test'
import { expect, giveSession, test } from './portal.ts'

const wayBack = (page: Page) => new URL(page.url()).searchParams.getAll('nextUrl')

const logInWhereAsked = async (page: Page, word: string) => {
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('who logs out in one tab finds in the other the login, and after it the page that stood there', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/account/access')
  await expect(page.getByRole('heading', { name: 'Access', level: 1 })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/logout')
  await other.waitForURL(/\/login/)
  expect(wayBack(other)).toEqual([])
  await page.waitForURL(/\/login/)
  expect(wayBack(page)).toEqual(['/account/access'])
  await logInWhereAsked(page, portal.password)
  await page.waitForURL('**/account/access')
})

test('when the session runs out, a link leads past the login to its page, however many calls fail at once', async ({
  page,
  portal,
}) => {
  for (const [link, path, fewest] of [
    ['Last seen', '/tools/swipes/lastseen', 1],
    ['Recent swipes', '/tools/swipes/recent', 1],
    ['Profile', '/account/profile', 5],
  ] as const) {
    await giveSession(page, portal, 'bo')
    await page.goto('/account/access')
    await expect(page.getByRole('heading', { name: 'Access', level: 1 })).toBeVisible()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let calls = 0
    await page.route('**/api/**', async (route) => {
      calls += 1
      await held
      await route.continue()
    })
    await page.context().clearCookies()
    await page.getByRole('link', { name: link }).first().click()
    await page.waitForURL(`**${path}`)
    await expect.poll(() => calls).toBeGreaterThanOrEqual(fewest)
    letGo()
    await page.waitForURL(/\/login/)
    expect(wayBack(page)).toEqual([path])
    await page.unroute('**/api/**')
    await logInWhereAsked(page, portal.password)
    await page.waitForURL(`**${path}`)
    await page.context().clearCookies()
  }
})
