import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

test('who only looks after members edits one, and has neither the settings in the menu nor their page', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'gil')
  await expect(page.getByRole('link', { name: 'Messages' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search/).fill('settings')
  await expect(page.getByText('Members', { exact: true }).last()).toBeVisible()
  await expect(page.getByRole('option', { name: 'Settings' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('link', { name: /Bo Lindqvist/ }).click()
  await page.getByRole('textbox', { name: 'Mobile' }).fill('0400 777 222')
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Role' })).toHaveCount(0)
  await expectAccessible(page)

  await page.goto('/manage/settings')
  await expect(page.getByRole('heading', { name: /permission|allowed|403/i }).first()).toBeVisible()
  await expectAccessible(page)
  const answer = await page.request.get('/api/admin/settings/')
  expect(answer.status()).toBe(403)

  await page.goto(`/manage/members/${portal.members['ada']}`)
  await expect(page.getByText('You can view this account. Only administrators can change it.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
})

test('an administrator gives permissions that count at once, and the last one cannot take their own flag away', async ({
  page,
  browser,
  portal,
}) => {
  const home = await browser.newContext({ baseURL: portal.url })
  const bo = await home.newPage()
  await logIn(bo, portal, 'bo')
  await expect(bo.getByRole('link', { name: 'Settings' })).toHaveCount(0)

  await giveSession(page, portal, 'ada')
  await page.goto(`/manage/members/${portal.members['bo']}`)
  await page.getByRole('switch', { name: 'Settings' }).click()
  await expect(page.getByText('Staff: Settings')).toBeVisible()
  await expectAccessible(page)
  await bo.getByRole('link', { name: 'Settings' }).click()
  await expect(bo.getByRole('textbox', { name: 'Site owner' })).toBeVisible()
  await expect(bo.getByText('Only administrators can change this.').first()).toBeVisible()
  await expectAccessible(bo)
  await page.getByRole('switch', { name: 'Settings' }).click()
  await expect(bo.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await home.close()

  await page.goto(`/manage/members/${portal.members['ada']}`)
  await page.getByRole('switch', { name: 'Administrator' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Ada Okafor loses administrator rights at once/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove as administrator' }).click()
  await expect(
    dialog.getByText('This is the last administrator. Make another member an administrator first.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('switch', { name: 'Administrator' })).toBeChecked()
})
