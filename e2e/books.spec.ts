import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { seedMonth } from '../server/src/books/books.testing.ts'
import { connectDatabase } from '../server/src/platform/db/open-database.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { expect, expectAccessible, giveSession, test } from './portal.ts'

/** Presses the button and reads what the browser keeps. */
const exportOnce = async (page: Page) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  return readFileSync(await (await download).path())
}

/** One day that has not come first, then the one that is offered. */
const closeFebruary = async (page: Page) => {
  await page.getByRole('button', { name: 'Close the books' }).click()
  const dialog = page.getByRole('dialog')
  const through = dialog.getByLabel('Last day to close')
  await expect(through).toHaveValue('2026-02-28')
  await through.fill('2999-01-01')
  await dialog.getByRole('button', { name: 'Close the books' }).click()
  await expect(dialog.getByText('A day such as 2026-10-31.')).toBeVisible()
  await through.fill('2026-02-28')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close the books' }).click()
  await expect(page.getByText('The books are closed through 28 February 2026.')).toBeVisible()
}

/** A payment of a closed day is refused at its field, and booked on the next one that is open. */
const bookAfterClosing = async (page: Page) => {
  await page.goto('/manage/payments')
  await page.getByRole('button', { name: 'Actions for Membership of Eve Example' }).click()
  await page.getByRole('menuitem', { name: 'Book another amount' }).click()
  await page.getByLabel('Arrived on').fill('2026-02-27')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(
    page.getByText('The books are closed through 28 February 2026. Choose a later day.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Arrived on').fill('2026-03-01')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Booked. Eve Example has nothing left over.')).toBeVisible()
}

test('a treasurer reads a month, exports it twice the same, closes it, and books nothing before that day', async ({
  page,
  portal,
}) => {
  const { db, close } = connectDatabase({ connectionString: portal.connectionString, poolSize: 1 }, createLog('error'))
  await seedMonth(db)
  await close()

  await giveSession(page, portal, 'ada')
  await page.goto('/manage/books?month=2026-02')
  await expect(page.getByText('Debits and credits are the same.')).toBeVisible()
  const revenue = page.getByRole('region', { name: 'Revenue' })
  await expect(revenue.getByText('$146.00')).toBeVisible()
  await expectAccessible(page)
  await revenue.getByRole('button', { name: 'Show the lines of Membership dues: Makers, Yearly' }).click()
  await expect(page.getByRole('dialog').getByText('1 line', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Bo Example' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const first = await exportOnce(page)
  expect(first.toString()).toContain("'=Cola")
  await expect(page.getByRole('list', { name: 'Exported so far' }).getByRole('listitem')).toHaveCount(1)
  expect((await exportOnce(page)).equals(first)).toBe(true)
  await page.getByLabel('File for').selectOption('DATEV, Buchungsstapel (CSV)')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText(/^The file wasn’t made\. These accounts have no code yet: /)).toBeVisible()

  await closeFebruary(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await bookAfterClosing(page)
})
