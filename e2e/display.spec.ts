import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, type JourneyPortal, keepOwnLines, test } from './portal.ts'

const size = { width: 1920, height: 1080 }

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** A slide with a picture; one without anything is refused. */
const addSlide = async (staff: Page) => {
  await staff.goto('/manage/display')
  await expect(staff.getByText('No slides yet')).toBeVisible()
  await expectAccessible(staff)
  await staff.getByRole('button', { name: 'Add slide' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save slide' }).click()
  await expect(dialog.getByText('Enter a title or a text, or upload a picture.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Open day')
  await dialog.getByLabel('Text').fill('Saturday, 10 to 16')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await expectAccessible(staff)
  await dialog.getByRole('button', { name: 'Save slide' }).click()
  await expect(staff.getByText('Shown', { exact: true })).toBeVisible()
}

/** A screen asks to be a display, and staff authorise it by its code. */
const authorise = async (screen: Page, staff: Page) => {
  await screen.goto('/display')
  await expect(screen.getByRole('heading', { name: 'Set up this wall display' })).toBeVisible()
  const code = await screen.getByLabel('Code of this screen').textContent()
  await expectAccessible(screen)
  await staff.goto('/manage/kiosks')
  const row = staff.getByRole('listitem').filter({ hasText: `Code ${code}` })
  await row.getByRole('button', { name: 'Authorise' }).click()
  await staff.getByLabel('Name').fill('Sofa')
  await staff.getByRole('dialog').getByRole('button', { name: 'Authorise' }).click()
  await expect(staff.getByText('Sofa is a wall display now')).toBeVisible()
  await expect(staff.getByText('Wall display', { exact: true })).toBeVisible()
  await expectAccessible(staff)
  await expect(screen.getByRole('heading', { name: 'When we are open' })).toBeVisible()
  await expectAccessible(screen)
}

/** By keyboard: stop, and on to the slide. */
const goToSlide = async (screen: Page) => {
  await screen.getByRole('button', { name: 'Pause' }).focus()
  await screen.keyboard.press('Enter')
  const slide = screen.getByRole('heading', { name: 'Open day' })
  await screen.getByRole('button', { name: 'Next view' }).focus()
  for (let view = 0; view < 4 && !(await slide.isVisible()); view += 1) await screen.keyboard.press('Enter')
  await expect(slide).toBeVisible()
  await expectAccessible(screen)
  const overflow = await screen.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(overflow).toBeLessThanOrEqual(0)
}

const refuseLogin = async (screen: Page, portal: JourneyPortal) => {
  await screen.request.get('/api/config/')
  const csrf = (await screen.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const login = await screen.request.post('/api/login/', {
    data: { email: 'bo@example.org', password: portal.password },
    headers: { 'x-csrftoken': csrf },
  })
  expect(login.status()).toBe(403)
}

const leaveDisplay = async (screen: Page, portal: JourneyPortal) => {
  await screen.getByRole('button', { name: 'Display settings' }).click()
  await screen.getByLabel('Email').fill('ada@example.org')
  await screen.getByLabel('Password', { exact: true }).fill(portal.password)
  await screen.getByRole('button', { name: 'Unlock' }).click()
  await screen.getByRole('button', { name: 'Stop being a display' }).click()
  await expect(screen).toHaveURL(/\/login/)
}

test('a screen becomes a wall display, shows slides of the space, and comes back by itself after the network was lost', async ({
  browser,
  portal,
}) => {
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(staff, portal, 'ada')
  await addSlide(staff)
  const context = await browser.newContext({ baseURL: portal.url, viewport: size })
  const screen = await context.newPage()
  await keepOwnLines(screen)
  await authorise(screen, staff)
  await goToSlide(screen)
  await refuseLogin(screen, portal)

  await context.setOffline(true)
  const lost = screen.getByText(/^No connection\. Last updated at/)
  await expect(lost).toBeVisible({ timeout: 90_000 })
  await expectAccessible(screen)
  await expect(screen.getByRole('heading', { name: 'Open day' })).toBeVisible()
  await context.setOffline(false)
  await expect(lost).toBeHidden({ timeout: 60_000 })
  await expect(screen).toHaveURL(/\/display$/)

  await staff.goto('/manage/display')
  await staff.getByRole('link', { name: 'Preview' }).click()
  await expect(staff.getByRole('heading', { name: 'When we are open' })).toBeVisible()
  await expectAccessible(staff)
  await leaveDisplay(screen, portal)
})
