import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

/** As behind Wi-Fi that swallows packets. */
const never = () => new Promise<void>(() => {})

test('a save that gets no answer says so, can be given up, and holds no link for longer than two seconds', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/account/profile')
  await page.route('**/api/profile/', (route) => (route.request().method() === 'PUT' ? never() : route.continue()))
  const mobile = page.getByLabel('Mobile number')
  await mobile.fill('0433 333 333')
  await expect(page.getByText('Saving', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).first().click()
  const question = page.getByRole('dialog', { name: 'You have an unsaved change' })
  await expect(question).toContainText('It is still being saved.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByText('Waiting for the portal')).toBeVisible()
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(page.getByText(/we don’t know whether this was saved/)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again: Mobile number' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('a page of one member changes nothing for another who was logged in beside it, and starts anew as theirs', async ({
  page,
  browser,
  portal,
}) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/account/profile')
  const screenName = page.getByRole('textbox', { name: 'Screen name' })
  await expect(screenName).toHaveValue('bo')
  const mobile = page.getByLabel('Mobile number')
  await expect(mobile).not.toHaveValue('')
  // As a login link or a sign-on in another tab does: at once, with no moment in which no one is logged in.
  const other = await browser.newContext({ baseURL: portal.url })
  await giveSession(await other.newPage(), portal, 'cy')
  await page.context().addCookies((await other.cookies()).filter(({ name }) => name === 'sessionid'))
  await other.close()
  await mobile.fill('0444 444 444')
  await expect(page.getByText('This browser is logged in as cy now')).toBeVisible()
  await expect(screenName).toHaveValue('cy')
  await expect(mobile).not.toHaveValue('0444 444 444')
  await page.reload()
  await expect(screenName).toHaveValue('cy')
  await expect(mobile).not.toHaveValue('0444 444 444')
})

test('what was typed a moment ago is stored when the page is closed without a question', async ({ page, portal }) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/account/profile')
  await page.getByLabel('Mobile number').fill('0455 555 555')
  await page.close()
  const again = await page.context().newPage()
  await again.goto('/account/profile')
  await expect(again.getByLabel('Mobile number')).toHaveValue('0455 555 555')
})

/** Cuts the line the first time that each of a page's calls is made. */
const cutEachOnce = async (page: Page) => {
  const cut = new Set<string>()
  await page.route('**/api/**', (route) => {
    const call = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    if (cut.has(call) || call.endsWith('/api/events/')) return route.fallback()
    cut.add(call)
    return route.abort()
  })
  return cut
}

test('a report whose line is cut at each of its calls, before and after it is sent, is still there, and is reported once', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  const cut = await cutEachOnce(page)
  await page.getByRole('link', { name: 'Report a problem' }).first().click()
  const title = page.getByRole('textbox', { name: /^What’s wrong/ })
  await title.fill('The lathe squeals')
  await page.getByRole('link', { name: 'Home' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(title).toHaveValue('The lathe squeals')
  await page.goBack()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await page
    .getByRole('combobox', { name: /^Where/ })
    .or(page.getByRole('textbox', { name: /^Where/ }))
    .fill('Workshop')
  const send = page.getByRole('button', { name: 'Send report' })
  const unknown = page.getByText(/we don’t know whether this was saved/)
  await send.click()
  await expect(unknown).toBeVisible()
  await expect(title).toHaveValue('The lathe squeals')
  expect([...cut].filter((call) => call.startsWith('POST'))).toEqual(['POST /api/tools/issue/'])
  let arrived = 0
  await page.route('**/api/tools/issue/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    arrived += (await route.fetch()).ok() ? 1 : 0
    return route.abort()
  })
  await send.click()
  await expect.poll(() => arrived).toBe(1)
  await expect(unknown).toBeVisible()
  await expect(title).toHaveValue('The lathe squeals')
  await page.unroute('**/api/tools/issue/')
  await send.click()
  await expect(page.getByText('Staff have your report')).toBeVisible()
  await expect(page.getByText('The lathe squeals', { exact: true })).toHaveCount(1)
})

test('a dialog asks before what was written in it is lost, however it is closed', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await page.goto('/manage/devices')
  await page.getByRole('button', { name: /^Add/ }).first().click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByRole('textbox').first().fill('Kiln')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog.getByRole('textbox').first()).toHaveValue('Kiln')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the dashboard asks once for what its first answer names', async ({ page, portal }) => {
  const asked: string[] = []
  await logIn(page, portal, 'bo')
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign in on site' })).toBeVisible()
  const times = (path: string) => asked.filter((one) => one === path).length
  expect(times('/api/sitesessions/check/')).toBe(1)
  expect(times('/api/access/')).toBeLessThanOrEqual(1)
})
