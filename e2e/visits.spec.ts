import { devices } from '@playwright/test'
import { expect, expectAccessible, logIn, test } from './portal.ts'

test('a member signs in on site with a guest by one button, is seen there by the screen name, and the other doors open', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await expectAccessible(page)
  await expect(page.getByText(/works? as soon as you sign in/)).toBeVisible()
  await page.getByRole('button', { name: 'One guest more' }).click()
  await page.getByRole('button', { name: 'Sign in on site' }).click()
  await expect(page.getByText(/On site since/)).toBeVisible()
  await expect(page.getByText('with 1 guest')).toBeVisible()
  const onSite = page.getByRole('region', { name: 'On site', exact: true })
  await expect(onSite.getByText(/^bo\b/)).toBeVisible()
  await expect(page.getByText(/works? as soon as you sign in/)).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(/On site since/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are not signed in on site.')).toBeVisible()
  await expect(onSite.getByText(/^bo\b/)).toBeHidden()
})

test('who signs in and out by keyboard is told so, and goes on at the button that came', async ({ page, portal }) => {
  await logIn(page, portal, 'bo')
  const said = page.locator('[role=status][aria-live=polite]').last()
  await page.getByRole('button', { name: 'Sign in on site' }).press('Enter')
  await expect(said).toHaveText('You are signed in on site')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('You’re signed out')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign in on site' })).toBeFocused()
  // As the eyes go: the main column, then the one beside it.
  const links = await page.getByRole('main').getByRole('link').allInnerTexts()
  const placeOf = (words: RegExp) => links.findIndex((link) => words.test(link))
  expect(placeOf(/All access/)).toBeLessThan(placeOf(/Digital ID/))
})

test('a member who hides disappears from the lists of other members at once, not from an administrator’s', async ({
  page,
  browser,
  portal,
}) => {
  const admin = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await logIn(admin, portal, 'ada')
  await admin.getByRole('link', { name: 'Last seen' }).click()
  await logIn(page, portal, 'bo')
  await page.getByRole('button', { name: 'Sign in on site' }).click()
  await page.getByRole('link', { name: 'Last seen' }).click()
  // Administrators read the full name as well.
  const rowOfBo = (of: typeof page) => of.getByRole('row', { name: of === admin ? /^bo \(Bo Lindqvist\)/ : /^bo\b/ })
  await expect(rowOfBo(page)).toContainText(/now/i)
  await expect(rowOfBo(admin)).toContainText(/now/i)
  await page.getByRole('button', { name: 'Who sees me' }).click()
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Hide me from other members' }).click()
  await expect(page.getByText('You are hidden from other members')).toBeVisible()
  await expect(rowOfBo(page)).toContainText('Hidden from members')
  await expect(rowOfBo(admin)).toContainText('Hidden from members')
  await page.getByRole('switch', { name: 'Hide me from other members' }).click()
  await expect(rowOfBo(admin)).not.toContainText('Hidden')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await admin.context().close()
})

test.describe('on a phone', () => {
  const { viewport, userAgent, hasTouch, isMobile } = devices['Pixel 7']
  test.use({ viewport, userAgent, hasTouch, isMobile })

  test('home, access and the menu are a thumb away, and nothing scrolls sideways', async ({ page, portal }) => {
    await logIn(page, portal, 'ada')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Access', exact: true }).tap()
    await expect(page.getByText(/Your card works on/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('link', { name: 'Recent swipes' }).tap()
    await expect(page).toHaveURL(/swipes\/recent/)
    await expectAccessible(page)
    await page.goto('/manage/members')
    await expect(page.getByText('Eve Halvorsen')).toBeVisible()
    await expectAccessible(page)
  })
})
