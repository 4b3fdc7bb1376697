import { expect, expectAccessible, giveSession, test } from './portal.ts'

test('staff make a key for a script, which does what was chosen until it is revoked', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Nightly report')
  await dialog.getByRole('combobox', { name: 'Members' }).selectOption('Read')
  await dialog.getByRole('combobox', { name: 'It works for' }).selectOption('30 days')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  const key = (await dialog.getByText(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}$/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Members: read', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const headers = { authorization: `Api-Key ${key}`, 'content-type': 'application/json' }
  const read = () => fetch(`${portal.url}/api/admin/members/list/`, { headers })
  expect((await read()).status).toBe(200)
  const write = await fetch(`${portal.url}/api/admin/mailings/`, { method: 'POST', headers, body: '{}' })
  expect([write.status, (await write.json()).detail]).toEqual([403, expect.stringContaining('messages:write')])

  await page.getByRole('button', { name: 'Revoke the key Nightly report' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The key “Nightly report” is revoked')).toBeVisible()
  expect((await read()).status).toBe(401)
})

test('a member is not let near the keys', async ({ page, portal }) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/manage/api-keys')
  await expect(page.getByRole('button', { name: 'New key' })).toBeHidden()
})
