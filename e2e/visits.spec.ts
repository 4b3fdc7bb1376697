import { devices } from '@playwright/test'
import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ space: 'visits' })

test('a member signs in on site with a guest by one button, is seen there, and his other doors open', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await expectAccessible(page)
  await expect(page.getByText('Not signed in on site').first()).toBeVisible()
  await page.getByRole('button', { name: 'One guest more' }).click()
  await page.getByRole('button', { name: 'Sign in on site' }).click()
  await expect(page.getByText(/On site since/)).toBeVisible()
  await expect(page.getByText('with 1 guest')).toBeVisible()
  const onSite = page.getByRole('region', { name: 'On site', exact: true })
  await expect(onSite.getByText('Bo Lindqvist')).toBeVisible()
  await expect(page.getByText('Not signed in on site')).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(/On site since/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are not signed in on site.')).toBeVisible()
  await expect(onSite.getByText('Bo Lindqvist')).toBeHidden()
})

test('somebody who hides himself disappears from the lists of other members at once, not from an administrator’s', async ({
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
  const his = (of: typeof page) => of.getByRole('row', { name: /Bo Lindqvist/ })
  await expect(his(page)).toContainText('now')
  await expect(his(admin)).toContainText('now')
  await page.getByRole('button', { name: 'Who sees me' }).click()
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Hide me from other members' }).click()
  await expect(page.getByText('You are hidden from other members')).toBeVisible()
  await expect(his(page)).toContainText('Hidden from members')
  await expect(his(admin)).toContainText('Hidden from members')
  await page.getByRole('switch', { name: 'Hide me from other members' }).click()
  await expect(his(admin)).not.toContainText('Hidden')
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
