import { expect, expectAccessible, logIn, test } from './portal.ts'

test('a member finds a guide by a word in it and follows its links, on a phone and in the dark as well', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'For members' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Find in the guides' }).fill('certbot')
  await page.getByRole('link', { name: 'Behind a web server' }).click()
  await expect(page.getByRole('heading', { name: 'nginx' })).toBeInViewport()
  await page.getByRole('link', { name: 'Doctor', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The doctor', level: 2 })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/help/running')
    await expect(page.getByRole('heading', { name: 'Running the portal', level: 2 })).toBeVisible()
    await expectAccessible(page)
  }
})
