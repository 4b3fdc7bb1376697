import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ colorScheme: 'dark' })

test('in the dark scheme every screen keeps its contrast', async ({ page, portal }) => {
  await page.goto('/login')
  await expectAccessible(page)
  await logIn(page, portal, 'ada')
  for (const path of [
    '/dashboard',
    '/account/access',
    '/tools/swipes/recent',
    '/manage/members',
    '/manage/members/2',
    '/manage/messages',
    '/manage/settings',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the tab says the page and the site, and the splash is gone', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle(/Log in.*Riverbend Makers/)
  await page.goto('/register')
  await expect(page).toHaveTitle(/Create an account.*Riverbend Makers/)
  await expect(page.locator('#splash')).toBeHidden()
})

test('an administrator changes a setting as he types, and takes it back', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('searchbox').fill('postal address')
  const field = page.getByRole('textbox', { name: 'Postal address' })
  await field.fill('1 River Road')
  await expect(page.getByText('Saved')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('searchbox').fill('postal address')
  await expect(field).toHaveValue('1 River Road')
  await page.getByRole('button', { name: 'Postal address: back to default' }).click()
  await expect(field).toHaveValue('')
})
