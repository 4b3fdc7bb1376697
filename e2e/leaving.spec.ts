import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

test.use({ hasMachines: true })

const phone = { width: 390, height: 844 }

/** What staff do on pages that other journeys go through. */
const call = async (page: Page, { method, path, data }: { method: 'put' | 'post'; path: string; data: object }) => {
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const answer = await page.request[method](path, { data, headers: { 'x-csrftoken': csrf } })
  expect(answer.ok(), path).toBe(true)
}

const turnOn = async (ada: Page) => {
  for (const key of ['ENABLE_STORAGE', 'ENABLE_LEAVING'])
    await call(ada, { method: 'put', path: `/api/admin/settings/${key}/`, data: { value: true } })
}

/** Staff add shelves and give one to Bo. */
const giveShelf = async (ada: Page) => {
  await ada.goto('/manage/storage')
  await ada.getByRole('button', { name: 'Add many places' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Last number' }).fill('0')
  await dialog.getByRole('button', { name: 'Add many places' }).click()
  await expect(dialog.getByText('Must not be before the first.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Last number' }).fill('3')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Add many places' }).click()
  await expect(ada.getByRole('link', { name: 'A3', exact: true })).toBeVisible()
  await ada.getByRole('button', { name: 'Actions for A2' }).click()
  await ada.getByRole('menuitem', { name: 'Give to a member' }).click()
  await dialog.getByRole('combobox', { name: 'Member' }).fill('Bo')
  await ada.getByRole('option', { name: 'Bo Lindqvist' }).click()
  await dialog.getByRole('button', { name: 'Give place' }).click()
  await expect(ada.getByRole('link', { name: 'Bo Lindqvist' })).toBeVisible()
  await expectAccessible(ada)
}

test('a member leaves: their shelf, card and balance are seen to, step by step', async ({ browser, portal }) => {
  const ada = await (await browser.newContext()).newPage()
  await giveSession(ada, portal, 'ada')
  await turnOn(ada)
  await giveShelf(ada)
  const boId = portal.members['bo'] ?? 0
  await call(ada, { method: 'post', path: `/api/admin/members/${boId}/state/inactive/`, data: {} })

  await ada.goto('/manage/leavers')
  await ada.getByRole('button', { name: 'Start for a member' }).click()
  await ada.getByRole('dialog').getByRole('combobox', { name: 'Member' }).fill('Bo')
  await ada.getByRole('option', { name: 'Bo Lindqvist' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Start list' }).click()
  const card = ada.getByRole('article', { name: 'Bo Lindqvist' })
  await card.getByRole('button', { name: 'Show steps' }).click()
  await card.getByRole('button', { name: 'Actions for Clear storage places' }).click()
  await ada.getByRole('menuitem', { name: 'Run now' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(card.getByText(/To clear: A2/)).toBeVisible()
  await expectAccessible(ada)

  const bo = await (await browser.newContext({ viewport: phone })).newPage()
  await logIn(bo, portal, 'bo')
  await bo.getByRole('link', { name: 'See what happens when' }).click()
  await bo.getByRole('button', { name: 'Get it back' }).click()
  const dialog = bo.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Account number' }).fill('DE00 3704 0044 0532 0130 00')
  await dialog.getByRole('button', { name: 'Ask for it back' }).click()
  await expect(dialog.getByText('This IBAN has a mistake in it. Please check it.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Account number' }).fill('DE89 3704 0044 0532 0130 00')
  await dialog.getByRole('button', { name: 'Ask for it back' }).click()
  await expect(bo.getByText(/back to the account ending in 3000/)).toBeVisible()
  await expectAccessible(bo)

  await ada.getByRole('button', { name: 'Mark as paid' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(ada.getByText('No one waits for money.')).toBeVisible()
  await expect(bo.getByText(/was sent to your account ending in 3000/)).toBeVisible()

  await ada.goto('/storage/A2')
  await ada.getByRole('button', { name: 'Actions for A2' }).click()
  await ada.getByRole('menuitem', { name: 'Release' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Release place' }).click()
  await expect(ada.getByText('This place is free.')).toBeVisible()
  await expectAccessible(ada)
})
