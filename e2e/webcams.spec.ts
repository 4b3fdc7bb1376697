import type { Browser, Page } from '@playwright/test'
import { startCamera } from '@spacekeeper/simulators/camera.ts'
import { expect, expectAccessible, giveSession, type JourneyPortal, logIn, test } from './portal.ts'

const csrfOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''

const send = async (page: Page, call: { path: string; data: object }) => {
  const { path, data } = call
  const answer = await page.request.put(path, { data, headers: { 'x-csrftoken': await csrfOf(page) } })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
}

/** Whether the picture of a webcam was drawn. */
const isDrawn = (page: Page, name: RegExp) =>
  page.getByRole('img', { name }).evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0)

const openStaff = async (browser: Browser, portal: JourneyPortal) => {
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(staff, portal, 'ada')
  return staff
}

test('an administrator adds a camera, and members see it, also while it is down', async ({ page, browser, portal }) => {
  const camera = await startCamera()
  const staff = await openStaff(browser, portal)
  await staff.goto('/manage/settings#WEBCAM_PAGE_URLS')
  await staff.getByRole('button', { name: 'Add a webcam' }).click()
  const form = staff.getByRole('dialog')
  await form.getByLabel('Title').fill('Woodshop')
  await form.getByLabel('Address of the picture').fill('http://admin:secret@10.0.0.4/now.jpg')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/Leave the name and the password out/)).toBeVisible()
  await form.getByLabel('Address of the picture').fill(camera.snapshotUrl)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByRole('button', { name: 'Edit Woodshop' })).toBeVisible()
  await send(staff, { path: '/api/admin/settings/ENABLE_WEBCAMS/', data: { value: true } })

  await logIn(page, portal, 'bo')
  await page.getByRole('link', { name: 'Webcams' }).click()
  await expect(page.getByRole('img', { name: /^Woodshop, / })).toBeVisible()
  await expect.poll(() => isDrawn(page, /^Woodshop, /)).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show Woodshop full screen' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Woodshop, / })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(camera.requests).toHaveLength(1)

  camera.misbehave('down')
  await portal.goOn(2)
  await page.reload()
  await expect(page.getByText(/This camera doesn’t answer\. Last picture:/)).toBeVisible()
  await expect.poll(() => isDrawn(page, /^Woodshop, /)).toBe(true)
  await expectAccessible(page)
  await staff.goto('/webcams')
  await expect(staff.getByText('The server closed the connection.')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(page)
  await camera.close()
})

test('a member who logged in at a kiosk sees the webcams', async ({ browser, portal }) => {
  const camera = await startCamera()
  const staff = await openStaff(browser, portal)
  const path = '/api/admin/settings/WEBCAM_PAGE_URLS/'
  await send(staff, { path, data: { value: [['Yard', camera.streamUrl]] } })
  await send(staff, { path: '/api/admin/settings/ENABLE_WEBCAMS/', data: { value: true } })
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1024, height: 768 } })
  const screen = await context.newPage()
  await screen.goto('/kiosk')
  await expect(screen.getByLabel('Code of this screen')).toBeVisible()
  await staff.goto('/manage/kiosks')
  await staff.getByRole('button', { name: 'Authorise' }).first().click()
  await staff.getByLabel('Name').fill('Entrance')
  await staff.getByRole('dialog').getByRole('button', { name: 'Authorise' }).click()
  await expect(staff.getByText('Entrance is a kiosk now')).toBeVisible()
  await screen.getByRole('button', { name: 'Log in without a card' }).click()
  await screen.getByLabel('Email').fill('bo@example.org')
  await screen.getByLabel('Password', { exact: true }).fill(portal.password)
  await screen.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(screen.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
  await screen.goto('/webcams')
  await expect(screen.getByRole('img', { name: /^Yard, / })).toBeVisible()
  await expect.poll(() => isDrawn(screen, /^Yard, /)).toBe(true)
  await expectAccessible(screen)
  await camera.close()
})
