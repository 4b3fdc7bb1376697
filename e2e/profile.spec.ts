import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { expect, expectAccessible, giveSession, logIn, test, type JourneyPortal } from './portal.ts'

test('a member changes the screen name by typing, takes it back, and is told when a name is taken', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'cy')
  await page.getByRole('button', { name: 'Account of Cy Moreau' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'System', checked: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const field = page.getByRole('textbox', { name: 'Screen name' })
  await expect(field).toHaveValue('cy')
  await expectAccessible(page)
  await field.fill('cyril')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('cyril')
  await field.fill('BO')
  await expect(page.getByText('This screen name is already used. Choose another one.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Access' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo the change to Screen name' }).click()
  await expect(field).toHaveValue('cyril')
  await field.fill('cy')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('a member ends a login elsewhere and changes the password, and stays logged in here', async ({
  page,
  portal,
  browser,
}) => {
  const elsewhere = await browser.newPage({ baseURL: portal.url })
  await logIn(elsewhere, portal, 'cy')
  await giveSession(page, portal, 'cy')
  await page.goto('/account/profile')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  const opener = page.getByRole('button', { name: 'Change password' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  const change = async (current: string, fresh: string) => {
    await dialog.getByLabel('Current password').fill(current)
    await dialog.getByLabel('New password', { exact: true }).fill(fresh)
    await dialog.getByLabel('New password again').fill(fresh)
    await dialog.getByRole('button', { name: 'Save password' }).click()
  }
  await change('not the password', 'kettle-marble-9')
  await expect(dialog.getByText('That isn’t your password.')).toBeVisible()
  await change(portal.password, 'kettle-marble-9')
  await expect(page.getByText('Password changed. You’re logged out everywhere else.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Log out Chrome/ })).toHaveCount(0)
  await portal.mailbox.newest('cy@example.org', /Your password was changed/)
  await elsewhere.goto('/account/profile')
  await expect(elsewhere).toHaveURL(/login/)

  await logIn(elsewhere, { ...portal, password: 'kettle-marble-9' }, 'cy')
  await page.getByRole('button', { name: /^Log out Chrome/ }).press('Enter')
  await expect(page.getByText('Chrome on Linux is logged out')).toBeVisible()
  // The button is gone; the keyboard goes on where it was.
  await expect(page.getByRole('region', { name: 'Where you are logged in' }).locator(':focus')).toBeAttached()
  await expectAccessible(page)
  await elsewhere.goto('/account/profile')
  await expect(elsewhere).toHaveURL(/login/)
  await elsewhere.close()
  await page.getByRole('button', { name: 'Change password' }).click()
  await change('kettle-marble-9', portal.password)
  await expect(dialog).toHaveCount(0)
})

/** An account of its own for a journey after which nothing is as it was; logged in. */
const register = async (page: Page, portal: JourneyPortal, name: string) => {
  await page.request.post('/api/register/', {
    data: {
      email: `${name}@example.org`,
      firstName: 'Noa',
      lastName: 'Quint',
      screenName: name,
      mobile: '0400 000 000',
      password: portal.password,
    },
  })
  const { text } = await portal.mailbox.newest(`${name}@example.org`, /Confirm your email address/)
  await page.goto(linkIn(text))
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
}
const linkIn = (text: string) => /\S+\/profile\/email\/\S+\/verify/.exec(text)?.[0] ?? ''

test('a member changes the email: the old address is told, the new one confirms, and only then it counts', async ({
  page,
  portal,
}) => {
  await register(page, portal, 'noa')
  await page.goto('/account/profile')
  const card = page.getByRole('region', { name: 'Email' })
  const dialog = page.getByRole('dialog')
  const ask = async (email: string, password: string) => {
    await dialog.getByLabel('New email').fill(email)
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Send link' }).click()
  }
  await card.getByRole('button', { name: 'Change email' }).click()
  await ask('quint@example.org', 'not her password')
  await expect(dialog.getByText('That isn’t your password.')).toBeVisible()
  await ask('BO@example.org', portal.password)
  await expect(dialog.getByText('This email is already used. Choose another one.')).toBeVisible()
  await expectAccessible(page)
  await ask('quint@example.org', portal.password)
  await expect(card.getByText('Waiting for you to confirm quint@example.org')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expectAccessible(page)
  const told = await portal.mailbox.newest('noa@example.org', /Your email address is about to change/)
  expect(told.text).toContain('quint@example.org')

  const { text } = await portal.mailbox.newest('quint@example.org', /Confirm your new email address/)
  await page.goto(linkIn(text))
  await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeVisible()
  for (const address of ['noa@example.org', 'quint@example.org']) {
    await portal.mailbox.newest(address, /The email address of your account was changed/)
  }
  await page.goto('/account/profile')
  await expect(card.getByText('quint@example.org')).toBeVisible()
  await page.context().clearCookies()
  await logIn(page, portal, 'quint')
})

test('a member downloads what is stored about them', async ({ page, portal }) => {
  await giveSession(page, portal, 'cy')
  await page.goto('/account/profile')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['data.json', 'profile.csv', 'swipes.csv', 'events.csv']))
  const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
  expect(data.profile).toMatchObject([{ email: 'cy@example.org', firstName: 'Cy' }])
  expect(strFromU8(files['profile.csv'] ?? new Uint8Array())).toContain('cy@example.org')
})

test('a member closes the account after reading what happens, and cannot log in any more', async ({ page, portal }) => {
  await register(page, portal, 'leaver')
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Close my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You have no card.', { exact: false })).toBeVisible()
  await expect(dialog.getByText('This can’t be undone.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  const close = async (password: string, words: string) => {
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByLabel('Type “close my account” to confirm').fill(words)
    await dialog.getByRole('button', { name: 'Close my account' }).click()
  }
  await close(portal.password, 'yes')
  await expect(dialog.getByText('Please type “close my account”.')).toBeVisible()
  await close('not the password', 'close my account')
  await expect(dialog.getByText('That isn’t your password.')).toBeVisible()
  await expectAccessible(page)
  await close(portal.password, 'Close my account')
  await expect(page).toHaveURL(/login/)
  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible()
  await expectAccessible(page)
  await portal.mailbox.newest('leaver@example.org', /Your account is closed/)
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill('leaver@example.org')
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Your username or password was incorrect.')).toBeVisible()

  await logIn(page, portal, 'ada')
  const { text } = await portal.mailbox.newest('hello@example.org', /A member closed their account/)
  await page.goto(/\S+\/manage\/members\/\d+/.exec(text)?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'This account is closed' })).toBeVisible()
  await expectAccessible(page)
})
