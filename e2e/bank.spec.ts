import type { Page } from '@playwright/test'
import { duesReference } from '../contract/src/bank/references.ts'
import { expect, expectAccessible, giveSession, test } from './portal.ts'

const choose = (page: Page, file: { name: string; text: string }) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) })

test('a treasurer imports a statement, confirms what is certain, finds the member of another line, and undoes it', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/payments/import')
  await expect(page.getByText('No lines to look at')).toBeVisible()

  await choose(page, { name: 'letter.csv', text: '<html><body>Log in again</body></html>' })
  await expect(page.getByText('letter.csv: This XML has no statement (BkToCstmrStmt) in it.')).toBeVisible()
  await choose(page, { name: 'odd.csv', text: 'Date,Amount,Text\n2026-03-02,65.00,a\n2026-03-32,65.00,b\n' })
  await expect(page.getByText('Line 3, date: “2026-03-32” is not a day.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const rows = [
    'Date,Amount,Payer,Account,Description',
    `2026-03-02,65.00,B Example,733-000 445566,Dues ${duesReference(portal.members['bo'] ?? 0)}`,
    '2026-03-03,12.34,,,Cash box',
    '2026-03-04,-850.00,Harbour Property,,Rent',
  ]
  await choose(page, { name: 'march.csv', text: rows.join('\n') })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/We guessed/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use these columns' }).click()
  await expect(dialog.getByText(/^3 new lines/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 3 lines' }).click()
  await expect(page.getByText('3 lines imported')).toBeVisible()
  await expect(page.getByText(/its check digits are right/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Confirm one line' }).click()
  await expect(page.getByText('One line booked')).toBeVisible()

  await page.getByRole('tab', { name: 'Unknown (1)' }).click()
  await page.getByRole('button', { name: /^Choose a member for \$12.34/ }).click()
  await dialog.getByRole('combobox', { name: 'Member' }).fill('Bo')
  await page.getByRole('option', { name: /^Bo / }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book it' }).click()
  await expect(page.getByText(/^\$12.34 booked for Bo/)).toBeVisible()

  await page.getByRole('tab', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Undo \$12.34/ }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone. The line is back in the list.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Unknown (1)' })).toBeVisible()

  await choose(page, { name: 'march.csv', text: rows.join('\n') })
  await expect(dialog.getByText(/There is nothing to import/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})

test('a treasurer sees which account was remembered, and removes it', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/manage/payments/import')
  await page.getByText('Accounts that paid before').click()
  await expect(page.getByText(/^B Example: •••• 5566, last confirmed/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Remove •••• 5566 of Bo/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No account is remembered.')).toBeVisible()
})
