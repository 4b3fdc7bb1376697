import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, test } from './portal.ts'

/** A script with a key of its own, as staff give it. */
const reportTemperature = async (page: Page, request: APIRequestContext) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const made = await page.request.post('/api/admin/api-keys/', {
    data: { name: 'Thermometer', scopes: ['directory.update'] },
    headers: { 'x-csrftoken': csrf },
  })
  const { key } = await made.json()
  const sensors = [{ type: 'temperature', name: 'Lab', value: 21.5, unit: '°C', location: 'Electronics lab' }]
  const reported = await request.post('/api/spacedirectory/update', {
    data: { sensors },
    headers: { authorization: `Api-Key ${key}` },
  })
  expect(reported.status()).toBe(200)
}

const publish = async (page: Page, request: APIRequestContext) => {
  await page.goto('/manage/directory')
  await expect(page.getByText('Not published')).toBeVisible()
  await expectAccessible(page)
  expect((await request.get('/api/spacedirectory/')).status()).toBe(404)
  await page.getByRole('link', { name: 'Open the setting' }).click()
  await page.getByRole('switch', { name: /^Space directory/ }).press('Space')
  await page.getByRole('textbox', { name: 'Latitude' }).fill('100')
  await expect(page.getByText('Sorry, the maximum is 90.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Latitude' }).fill('-27.47')
  await page.getByRole('textbox', { name: 'Longitude' }).fill('153.02')
  await page.getByRole('textbox', { name: 'Projects' }).fill('https://example.org/one\nhttps://example.org/two')
  await expect.poll(async () => (await request.get('/api/spacedirectory/')).status()).toBe(200)
  const projects = async () => (await (await request.get('/api/spacedirectory/')).json()).projects
  await expect.poll(projects).toEqual(['https://example.org/one', 'https://example.org/two'])
}

test('staff publish the space and mark it as open, and everyone can read that', async ({ page, request, portal }) => {
  await giveSession(page, portal, 'ada')
  await publish(page, request)
  await page.goto('/manage/directory')
  await page.getByRole('button', { name: 'Mark as open' }).click()
  await expect(page.getByText('The space is open', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Change message' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Ring the bell')
  await page.getByRole('button', { name: 'Save message' }).click()
  await expect(page.getByText('Message: Ring the bell')).toBeVisible()
  expect(await (await request.get('/api/spacedirectory/')).json()).toMatchObject({
    api_compatibility: ['14', '15'],
    state: { open: true, message: 'Ring the bell' },
    location: { lat: -27.47, lon: 153.02 },
  })
  expect(await (await request.get('/api/spacedirectory/badge.svg')).text()).toContain('is open</title>')
  await page.getByText('What is published').press('Enter')
  await expectAccessible(page)
})

test('a script reports a sensor, and the open page shows it', async ({ page, request, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/directory')
  await expect(page.getByRole('heading', { name: 'Sensors' })).toBeVisible()
  await reportTemperature(page, request)
  await expect(page.getByText('21.5 °C')).toBeVisible()
  await page.getByRole('button', { name: 'Rename Lab' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Lab, window')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Remove Lab, window' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(page)
})

test('members do not see the page of staff', async ({ page, portal }) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/manage/directory')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Space directory')
})
