import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, test } from './portal.ts'

const newPassword = 'window-otter-61'

const register = async (page: Page, name: string) => {
  await page.goto('/register')
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('First name').fill('Ida')
  await page.getByLabel('Last name').fill('Moreau')
  await page.getByLabel('Screen name').fill(name)
  await page.getByLabel('Mobile number').fill('0400 123 456')
  await page.getByLabel('Password', { exact: true }).or(page.getByLabel('Password *')).first().fill(newPassword)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText(`We sent a link to ${name}@example.org.`)).toBeVisible()
}

test('a stranger registers, mends a typo and knows what comes next, on any screen', async ({ page, portal }) => {
  await register(page, 'idaa')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('Your email').fill('ida@example.org')
  await page.getByLabel('The password you chose').fill(newPassword)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('We sent a link to ida@example.org.')).toBeVisible()
  const { text } = await portal.mailbox.newest('ida@example.org', /./)
  await page.goto(/https?:\/\/\S+\/verify/.exec(text)?.[0] ?? 'no link')
  await page.waitForURL('**/dashboard')
  const card = page.getByRole('region', { name: 'What’s next' })
  await expect(card.getByText('Your email is confirmed')).toBeVisible()
  await expect(card.getByText('Staff start your membership')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in on site' })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card).toBeInViewport({ ratio: 0.9 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('staff invite a person, who chooses a password with the mailed link and is in', async ({
  page,
  portal,
  browser,
}) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/members')
  await page.getByRole('button', { name: 'Add a member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a member' })
  await dialog.getByLabel('First name').fill('Nora')
  await dialog.getByLabel('Last name').fill('Vik')
  await dialog.getByLabel('Email', { exact: true }).or(dialog.getByLabel('Email *')).fill('nora@example.org')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add a member' }).click()
  await expect(page.getByText(/An invitation to nora@example.org is on its way/)).toBeVisible()
  await page.goto('/manage/members?emailState=invited')
  await expect(page.getByRole('row', { name: /Nora Vik/ }).getByText('Invited')).toBeVisible()

  const { text } = await portal.mailbox.newest('nora@example.org', /invited/)
  const guest = await browser.newPage()
  await guest.goto(/https?:\/\/\S+\/invitation\/\S+/.exec(text)?.[0] ?? 'no link')
  await expect(guest.getByRole('heading', { name: 'Welcome, Nora' })).toBeVisible()
  await expectAccessible(guest)
  await guest.getByLabel('Password', { exact: true }).fill(newPassword)
  await guest.getByRole('button', { name: 'Save password and log in' }).click()
  await guest.waitForURL('**/dashboard')
  await expect(guest.getByRole('region', { name: 'What’s next' })).toBeVisible()
  await guest.close()
})

test('staff confirm an address without the mail, and the person logs in', async ({ page, portal, browser }) => {
  const guest = await browser.newPage({ baseURL: portal.url })
  await register(guest, 'olaf')
  await giveSession(page, portal, 'ada')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /not confirmed/ }).click()
  await page.getByRole('link', { name: 'Ida Moreau' }).last().click()
  const card = page.getByRole('region', { name: 'Email and login' })
  await card.getByRole('button', { name: 'Confirm email' }).click()
  await expect(card.getByText('Email confirmed')).toBeVisible()
  await expectAccessible(page)
  await guest.getByRole('link', { name: 'Log in' }).click()
  await expect(guest.getByLabel('Email')).toHaveValue('olaf@example.org')
  await guest.getByLabel('Password', { exact: true }).fill(newPassword)
  await guest.getByRole('button', { name: 'Log in' }).click()
  await guest.waitForURL('**/dashboard')
  await guest.close()
})
