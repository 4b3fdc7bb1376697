import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

const fileOf = async (page: Page) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  return readFile(await (await download).path(), 'utf8')
}

test('what an administrator changes of a member is in their log and in the audit, and can be taken away', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  const id = portal.members['bo'] ?? 0
  await page.goto(`/manage/members/${id}`)
  const name = page.getByRole('textbox', { name: 'First name' })
  await expect(name).toHaveValue('Bo')
  await name.fill('Bodil')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('switch', { name: 'Metal shop' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()

  await page.getByRole('tab', { name: 'Log' }).click()
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await expect(log.getByText('Ada Okafor took Metal shop from Bodil Lindqvist')).toBeVisible()
  await expect(log.getByRole('row', { name: 'First name Bo Bodil' })).toBeVisible()
  const history = page.getByRole('region', { name: 'Change history' })
  await expect(history.getByText('Bo → Bodil')).toBeVisible()
  await expectAccessible(page)
  await log.getByText('Doors', { exact: true }).click()
  await expect(log.getByText('Nothing matches these filters')).toBeVisible()
  await log.getByText('Changes', { exact: true }).click()
  await expect(log.getByText('Ada Okafor took Metal shop from Bodil Lindqvist')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(page)
  expect(await fileOf(page)).toContain('Ada Okafor took Metal shop from Bodil Lindqvist')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/manage/audit')
  await expect(page.getByText('Ada Okafor exported the log of Bodil Lindqvist')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('metal shop')
  await expect(page.getByText('Ada Okafor took Metal shop from Bodil Lindqvist')).toBeVisible()
  await expect(page.getByText('Ada Okafor exported the log of Bodil Lindqvist')).toHaveCount(0)
  const file = await fileOf(page)
  expect(file.split('\r\n')[0]).toContain('When (UTC),What happened,Who,About,Details')
  expect(file).toContain('Ada Okafor took Metal shop from Bodil Lindqvist')
  expect(file).not.toContain('logged in')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(page)
})

test('the audit is not for members', async ({ page, portal }) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/manage/audit')
  await page.waitForURL('**/error/403')
  await expectAccessible(page)
})
