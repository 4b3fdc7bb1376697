import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

const setting = async (staff: Page, key: string, value: unknown) => {
  const csrf = (await staff.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await staff.request.put(`/api/admin/settings/${key}/`, {
    data: { value },
    headers: { 'x-csrftoken': csrf },
  })
  expect(answer.ok()).toBe(true)
}

const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Brisbane' }).format(new Date(Date.now() + days * 86_400_000))

/** Staff make Gil a key-holder. */
const giveKey = async (staff: Page) => {
  await staff.goto('/tools/openings')
  // The rest of the page has its place by then.
  await expect(staff.getByText('No opening is planned', { exact: true })).toBeVisible()
  await staff.getByRole('combobox', { name: 'Member' }).fill('gil')
  await staff.getByRole('option', { name: /^Gil/ }).click()
  await staff.getByRole('button', { name: 'Add key-holder' }).click()
  await expect(staff.getByText(/is a key-holder now$/)).toBeVisible()
  await expectAccessible(staff)
}

/** Bo reads the plan, asks for emails and makes a calendar address. */
const followPlan = async (page: Page): Promise<string> => {
  await page.getByRole('link', { name: 'See the opening plan' }).click()
  await expect(page.getByText('No opening is planned', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'I’ll open the space' })).toBeHidden()
  await page.getByRole('switch', { name: /^Email me about openings/ }).check()
  await page.getByRole('button', { name: 'Make a calendar address' }).click()
  const calendar = await page.getByText(/\/api\/openings\/calendar\/[\w-]+\.ics$/).innerText()
  await expectAccessible(page)
  return calendar
}

const readCalendar = async (page: Page, address: string) => (await page.request.get(address)).text()

/** By keyboard alone. */
const sayLate = async (phone: Page) => {
  await phone.getByRole('button', { name: /^Actions for the opening on/ }).focus()
  await phone.keyboard.press('Enter')
  await phone.getByRole('menuitem', { name: 'I’m late' }).focus()
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('dialog', { name: 'How late are you?' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Say I’m late' }).focus()
  await phone.keyboard.press('Enter')
  await expect(phone.getByText(/^Later than planned/)).toBeVisible()
}

const announceWeekly = async (phone: Page) => {
  await phone.getByRole('button', { name: 'Another time' }).click()
  await phone.getByLabel('Note for members').fill('Laser evening')
  await phone.getByLabel('Day', { exact: true }).fill(dayIn(7))
  await phone.getByLabel('Repeat for how many weeks').fill('3')
  await phone.getByRole('button', { name: 'Announce opening' }).click()
}

const cancelFirst = async (phone: Page) => {
  const actions = phone.getByRole('button', { name: /^Actions for the opening on/ })
  await actions.first().click()
  await phone.getByRole('menuitem', { name: 'Cancel opening' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancel opening' }).click()
}

test('a key-holder announces an opening with one tap, members and their calendars read it, and it is cancelled by mail', async ({
  page,
  browser,
  portal,
}) => {
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(staff, portal, 'ada')
  await setting(staff, 'ENABLE_OPENINGS', true)
  await setting(staff, 'OPENINGS_PUBLIC', true)
  await logIn(page, portal, 'bo')
  const calendar = await followPlan(page)
  await giveKey(staff)

  const size = { width: 390, height: 844 }
  const phone = await (await browser.newContext({ baseURL: portal.url, viewport: size })).newPage()
  await giveSession(phone, portal, 'gil')
  await phone.goto('/tools/openings')
  await phone.getByRole('button', { name: /^Now until/ }).click()
  await expect(phone.getByText(/^Open now until/)).toBeVisible()
  await expectAccessible(phone)
  // Members see it without asking.
  await expect(page.getByText(/^Open now until/)).toBeVisible()
  const mail = await portal.mailbox.newest('bo@example.org', /^Open: /)
  expect(mail.text).toContain('/tools/openings')
  expect(await readCalendar(page, calendar)).toContain('BEGIN:VEVENT')
  expect(await readCalendar(page, '/api/openings/openings.ics')).toContain('BEGIN:VEVENT')

  await sayLate(phone)
  await expect(page.getByText(/^Later than planned/)).toBeVisible()
  await announceWeekly(phone)
  await expect(page.getByText('Laser evening')).toHaveCount(3)
  await cancelFirst(phone)
  await expect(page.getByText(/^Later than planned/)).toBeHidden()
  await portal.mailbox.newest('bo@example.org', /^Cancelled: /)
})

test('a kiosk says when the space opens next, and a key-holder announces there', async ({ browser, portal }) => {
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(staff, portal, 'ada')
  await setting(staff, 'ENABLE_OPENINGS', true)
  await staff.goto('/tools/openings')
  await staff.getByRole('button', { name: /^Now until/ }).click()
  await expect(staff.getByText(/^Open now until/)).toBeVisible()

  const screen = await (
    await browser.newContext({ baseURL: portal.url, viewport: { width: 1024, height: 768 } })
  ).newPage()
  await screen.goto('/kiosk')
  await expect(screen.getByLabel('Code of this screen')).toBeVisible()
  await staff.goto('/manage/kiosks')
  await staff.getByRole('button', { name: 'Authorise' }).first().click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Authorise' }).click()
  await expect(screen.getByText(/^Open now until/)).toBeVisible()
  await expectAccessible(screen)
})
