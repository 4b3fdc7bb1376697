import { expect, expectAccessible, logIn, test } from './portal.ts'

test('an administrator sees what was sent, and that a secret link is not kept', async ({ page, portal }) => {
  await page.request.post('/api/password/reset/', { data: { email: 'cy@example.org' } })
  await portal.mailbox.newest('cy@example.org', /password/i)
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Messages' }).click()
  const row = page.getByText('cy@example.org').first()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await row.click()
  await expect(page.getByRole('dialog')).toContainText(/secret link/)
  await expectAccessible(page)
})

test('a member who types the address of an administrator screen is told that it is not for him', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await page.goto('/manage/messages')
  await expect(page).toHaveURL(/\/error\/403/)
  await expectAccessible(page)
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})
