import type { Page } from '@playwright/test'
import { expect, expectAccessible, type JourneyPortal, logIn, test } from './portal.ts'

const cardNumber = '70770077'

const text = 'Clean up after yourself.\n\nThe last one out locks the back door.'

/** What staff decide before the first newcomer: plans, an account, house rules, and a door members get by default. */
const openForMembers = async (page: Page, { doors }: JourneyPortal) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await page.request.fetch(path, { method, data, headers: { 'x-csrftoken': csrf } })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
  }
  const set = (key: string, value: unknown) => send('PUT', `/api/admin/settings/${key}/`, { value })
  await set('ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', true)
  await set('BANK_ACCOUNT_NAME', 'Riverbend Makers')
  await set('BANK_ACCOUNT_NUMBER', '062-000 12345678')
  await send('POST', '/api/admin/tiers/examples/', {})
  // Where a space is until it says so.
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Australia/Brisbane' })
  await send('POST', '/api/admin/agreements/', {
    title: 'House rules',
    text,
    inForceFrom: today,
    requiredOf: 'everyone',
  })
  const frontDoor = `/api/admin/devices/${doors[0]?.id}/default/`
  const { fingerprint } = (await (await page.request.get(frontDoor)).json()) as { fingerprint: string } // as the contract has it
  await send('PUT', frontDoor, { isDefault: true, fingerprint })
}

const register = async (page: Page) => {
  await page.goto('/register')
  await page.getByLabel('Email').fill('zora@example.org')
  await page.getByLabel('First name').fill('Zora')
  await page.getByLabel('Last name').fill('Quill')
  await page.getByLabel('Screen name').fill('zora')
  await page.getByLabel('Mobile number').fill('0400 123 456')
  await page.getByLabel('Password', { exact: true }).or(page.getByLabel('Password *')).first().fill('window-otter-61')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('We sent a link to zora@example.org.')).toBeVisible()
}

/** A tier, a plan, how to pay, and one coupon that is not valid. The reference of the transfer. */
const choosePlan = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Select Member', exact: true }).click()
  await page.getByRole('button', { name: 'Select Member, monthly' }).click()
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  const confirm = page.getByRole('region', { name: 'Check and confirm' })
  await expect(confirm.getByText('$75.00')).toBeVisible()
  await confirm.getByRole('button', { name: 'I have a coupon' }).click()
  await confirm.getByLabel('Coupon').fill('NOPE')
  await confirm.getByRole('button', { name: 'Use it' }).click()
  await expect(confirm.getByText('There is no such coupon.')).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await confirm.getByLabel('Coupon').fill('')
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Confirm' }).click()

  const pay = page.getByRole('region', { name: 'How to pay $75.00' })
  await expect(pay.getByText('062-000 12345678')).toBeVisible()
  const reference = await pay.getByText(/^RF\d\d D\d{3} \d{3}$/).innerText()
  await expectAccessible(page)
  await pay.getByRole('button', { name: 'Continue' }).click()
  return reference
}

const signRules = async (page: Page) => {
  await expect(page.getByText('The last one out locks the back door.')).toBeVisible()
  await page.getByLabel('Type your full name to sign').fill('Mickey Mouse')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('Type your name as it is in your profile: Zora Quill.')).toBeVisible()
  await page.getByLabel('Type your full name to sign').fill('Zora Quill')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

/** Comes back later by the home page, and goes on where they were. */
const registerCard = async (page: Page) => {
  await page.goto('/dashboard')
  const next = page.getByRole('region', { name: 'What’s next' })
  await expect(next.getByText('You signed the agreements')).toBeVisible()
  await expectAccessible(page)
  await next.getByRole('link', { name: 'Continue joining' }).click()
  await page.getByRole('region', { name: 'How to pay $75.00' }).getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Card number').fill('7-7')
  await page.getByRole('button', { name: 'Register card' }).click()
  await expect(page.getByText('The number on your card: 3 to 20 letters and digits.')).toBeVisible()
  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByRole('button', { name: 'Register card' }).click()
  await expect(page.getByText(/You can come in as soon as your payment has arrived/)).toBeVisible()
  await expectAccessible(page)
}

/** The treasurer imports a statement with the transfer in it, and confirms the line that is certain. */
const importTransfer = async (page: Page, reference: string) => {
  await page.goto('/manage/payments/import')
  const today = new Date().toISOString().slice(0, 10)
  const rows = ['Date,Amount,Payer,Description', `${today},75.00,Z Quill,Dues ${reference}`]
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'today.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use these columns' }).click()
  await dialog.getByRole('button', { name: /^Import / }).click()
  await page.getByRole('button', { name: 'Confirm one line' }).click()
  await expect(page.getByText('One line booked')).toBeVisible()
}

test('a newcomer with a phone goes from registration to the first opened door, paying by a transfer that the treasurer imports', async ({
  page,
  portal,
  browser,
}) => {
  const office = await browser.newContext({ baseURL: portal.url })
  const ada = await office.newPage()
  await logIn(ada, portal, 'ada')
  await openForMembers(ada, portal)

  await page.setViewportSize({ width: 390, height: 844 })
  await register(page)
  const mail = await portal.mailbox.newest('zora@example.org', /./)
  await page.goto(/https?:\/\/\S+\/verify/.exec(mail.text)?.[0] ?? 'no link')
  await page.waitForURL('**/account/membership-plan')
  await expect(page.getByText('1 of 4 · about 1 minute')).toBeVisible()
  await expectAccessible(page)

  const reference = await choosePlan(page)
  await signRules(page)
  await registerCard(page)
  expect(await portal.frontDoor.swipe(cardNumber)).toMatchObject({ outcome: 'refused' })

  await importTransfer(ada, reference)
  await expect(page.getByRole('heading', { name: 'Application submitted' })).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => (await portal.frontDoor.swipe(cardNumber)).outcome).toBe('granted')
  await portal.mailbox.newest('zora@example.org', /^Welcome/)
  await office.close()
})
