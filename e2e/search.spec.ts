import { expect, expectAccessible, logIn, test } from './portal.ts'

test('staff open a member, a device and a setting from the keyboard, however names are written', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or jump to' })
  await box.fill('lindqvist')
  await expect(page.getByRole('option', { name: /Lindqvist/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/manage\/members\/\d+$/)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1)
  await box.fill('lock frönt')
  await page.getByRole('option', { name: /^Lock Front door/ }).click()
  await expect(page).toHaveURL(/\/manage\/devices\/doors\/\d+$/)

  await page.keyboard.press('Control+k')
  await box.fill('euro')
  await page.getByRole('option', { name: 'Currency' }).click()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await box.fill('zzzz')
  await expect(page.getByText('0 results')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/admin/find/**', (route) => route.abort())
  await box.fill('frontdoor')
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('on a phone a member opens the search from the head of the page, over the whole screen', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, portal, 'bo')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog).toBeVisible()
  expect((await dialog.boundingBox())?.height).toBe(844)
  await dialog.getByRole('combobox').fill('lindqvist')
  await expect(dialog.getByText('You can search for pages and actions.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox').fill('digital')
  await dialog.getByRole('option', { name: 'Show my digital ID' }).click()
  await expect(page).toHaveURL(/\/account\/digital-id$/)
})
