import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expect, expectAccessible, giveSession, type JourneyPortal, logIn, test } from './portal.ts'

const scanner = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** What a scanner reads off a part of the screen. */
const scanned = async (page: Page, name: string | RegExp) => {
  const { buffer } = new Uint8Array(await readFile(scanner))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
  const picture = page.getByRole('img', { name })
  await expect(picture).toBeVisible()
  const [found] = await readBarcodes(new Uint8Array(await picture.screenshot()), { formats: ['QRCode'] })
  return found?.text ?? ''
}

const turnOn = async (staff: Page, key: string) => {
  const csrf = (await staff.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await staff.request.put(`/api/admin/settings/${key}/`, {
    data: { value: true },
    headers: { 'x-csrftoken': csrf },
  })
  expect(answer.ok()).toBe(true)
}

/** A screen that staff authorise, and staff. */
const openKiosk = async (browser: Browser, portal: JourneyPortal) => {
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1024, height: 768 } })
  const screen = await context.newPage()
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(staff, portal, 'ada')
  await turnOn(staff, 'ENABLE_VISITORS')
  await staff.goto('/manage/agreements')
  await staff.getByRole('button', { name: 'New agreement' }).first().click()
  await staff.getByLabel('Title').fill('For visitors')
  await staff.getByLabel('Text').fill('Stay with your host.')
  await staff.getByRole('radio', { name: 'Visitors' }).check()
  await staff.getByRole('button', { name: 'Preview' }).click()
  await staff.getByRole('button', { name: 'Publish' }).click()
  await expect(staff.getByText('“For visitors” is published')).toBeVisible()
  await screen.goto('/kiosk')
  await expect(screen.getByLabel('Code of this screen')).toBeVisible()
  await staff.goto('/manage/kiosks')
  await staff.getByRole('button', { name: 'Authorise' }).first().click()
  await staff.getByLabel('Name').fill('Entrance')
  await staff.getByRole('dialog').getByRole('button', { name: 'Authorise' }).click()
  await expect(staff.getByText('Entrance is a kiosk now')).toBeVisible()
  await expect(screen.getByRole('link', { name: 'I’m a visitor' })).toBeVisible()
  return { screen, staff }
}

test('a member expects a visitor, who comes with the invitation', async ({ page, browser, portal }) => {
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(staff, portal, 'ada')
  await turnOn(staff, 'ENABLE_VISITORS')
  await giveSession(page, portal, 'bo')
  await page.goto('/account/visitors')
  await page.getByRole('button', { name: 'Expect a visitor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Their name').fill('Hana Sato')
  await dialog.getByLabel('Their email (optional)').fill('hana@example.org')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Brisbane' }).format(new Date())
  await dialog.getByLabel('Day').fill(today)
  await dialog.getByRole('button', { name: 'Expect a visitor' }).click()
  await expect(page.getByRole('button', { name: 'Cancel visit of Hana Sato' })).toBeVisible()
  await expectAccessible(page)

  const mail = await portal.mailbox.newest('hana@example.org', /^Your visit/)
  const [link = ''] = /http\S+invitation=\w+/.exec(mail.text) ?? []
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto(link)
  await expect(phone.getByText('bo expects you.')).toBeVisible()
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByRole('heading', { name: 'You are signed in, Hana Sato' })).toBeVisible()
  await expectAccessible(phone)
  await page.getByRole('button', { name: 'Sign out Hana Sato' }).click()
  await expect(page.getByText('Hana Sato is signed out')).toBeVisible()
})

test('a visitor signs in at the kiosk, wears a label, and signs out on their phone', async ({
  page,
  browser,
  portal,
}) => {
  const { screen, staff } = await openKiosk(browser, portal)
  await logIn(page, portal, 'bo')
  await page.getByRole('button', { name: 'Sign in on site' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()

  await expectAccessible(screen)
  await screen.getByRole('link', { name: 'I’m a visitor' }).click()
  await expect(screen.getByRole('heading', { name: 'Welcome, visitor' })).toBeVisible()
  await expectAccessible(screen)
  expect(await scanned(screen, 'Code that opens this page on a phone')).toContain(
    `${portal.url}/visitors/new?kioskPass=`,
  )
  await screen.getByLabel('Your name').fill('Zoë Größmüller')
  await screen.getByLabel('Who are you visiting?').fill('b')
  await expect(screen.getByRole('radio', { name: 'bo' })).toHaveCount(0)
  await screen.getByLabel('Who are you visiting?').fill('bo')
  await screen.getByRole('radio', { name: 'bo' }).click()
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect(screen.getByText('Please read and agree first.')).toBeVisible()
  await screen.getByRole('checkbox').check()
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect(screen.getByText('We’ve told bo that you are here.')).toBeVisible()
  const mail = await portal.mailbox.newest('bo@example.org', /^Zoë Größmüller is here$/)
  expect(mail.text).toContain('has signed in as your visitor')

  await screen.getByRole('button', { name: 'Print a label' }).click()
  const label = /^Zoë, Größmüller, Visitor, Host: bo/
  const address = await scanned(screen, label)
  await expectAccessible(screen)
  // Nothing but the label is printed, on a page of its own size.
  const printed = (await screen.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1)
  const [, width] = /\/MediaBox \[0 0 ([\d.]+)/.exec(printed) ?? []
  expect(Math.round((Number(width) / 72) * 25.4)).toBe(62)

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your visitor is here' })).toBeVisible()
  await staff.goto('/manage/visitors')
  await expect(staff.getByRole('list', { name: 'Visitors' })).toContainText('For visitors, version 1')
  await expectAccessible(staff)

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: 'Zoë Größmüller' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Sign out' }).click()
  await expect(phone.getByText(/^Left at/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your visitor is here' })).toHaveCount(0)
})
