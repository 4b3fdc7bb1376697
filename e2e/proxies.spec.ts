import type { Browser, Page } from '@playwright/test'
import { connectDatabase } from '../server/src/platform/db/open-database.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { expect, expectAccessible, type JourneyPortal, logIn, test } from './portal.ts'

const phone = { width: 390, height: 844 }

test.use({ viewport: phone })

/** Turns proxies on, plans a meeting in ten days, and lets Gil be a member who may vote. */
const prepare = async (portal: JourneyPortal, ada: Page) => {
  await logIn(ada, portal, 'ada')
  const csrf = (await ada.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const headers = { 'x-csrftoken': csrf }
  const set = await ada.request.put('/api/admin/settings/ENABLE_PROXY_VOTING/', { data: { value: true }, headers })
  expect(set.ok()).toBe(true)
  const { db, close } = connectDatabase({ connectionString: portal.connectionString, poolSize: 1 }, createLog('error'))
  const startsAt = new Date(Date.now() + 10 * 24 * 3_600_000)
  const { id } = await db
    .insertInto('meetings')
    .values({ type: 'agm', starts_at: startsAt, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await close()
  return id
}

const openPage = async (browser: Browser, portal: JourneyPortal) => {
  const context = await browser.newContext({ baseURL: portal.url, viewport: phone })
  return context.newPage()
}

const asksGil = async (bo: Page) => {
  await bo.goto('/tools/proxy')
  await bo.getByRole('button', { name: 'Give a proxy' }).click()
  const dialog = bo.getByRole('dialog')
  const letter = dialog.getByRole('region', { name: 'Your letter' })
  await expect(letter).toContainText('I, Bo Lindqvist, of ____')
  await dialog.getByRole('button', { name: 'Give a proxy' }).click()
  await expect(dialog.getByText('Choose the member who votes for you.')).toBeVisible()
  await expect(dialog.getByText('Enter the city you live in.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'City you live in' }).fill('Brisbane')
  await dialog.getByRole('combobox', { name: 'Member who votes for you' }).fill('gil')
  await bo.getByRole('option', { name: 'gil' }).click()
  await dialog.getByRole('textbox', { name: 'City they live in' }).fill('Ipswich')
  await expect(letter).toContainText('I, Bo Lindqvist, of Brisbane')
  await expect(letter).toContainText('appoint Gil Andersen, of Ipswich')
  await expect(letter).toContainText(/Dated \d{1,2} [A-Z][a-z]+ \d{4}/)
  await expectAccessible(bo)
  await dialog.getByRole('button', { name: 'Give a proxy' }).click()
  await expect(bo.getByRole('heading', { name: 'You asked Gil Andersen' })).toBeVisible()
  await expectAccessible(bo)
}

test('a member lets another one vote for them, who accepts by the link in their email', async ({
  browser,
  page: bo,
  portal,
}) => {
  const ada = await openPage(browser, portal)
  const meetingId = await prepare(portal, ada)
  await logIn(bo, portal, 'bo')
  await asksGil(bo)

  const asked = await portal.mailbox.newest('gil@example.org', /Bo Lindqvist asks you to vote for them/)
  const gil = await openPage(browser, portal)
  await gil.goto(new URL(/http\S+\/proxy\/[\w-]+/.exec(asked.text)?.[0] ?? '').pathname)
  await expect(gil.getByText(/Bo Lindqvist can’t come to the Annual general meeting/)).toBeVisible()
  await expectAccessible(gil)
  await gil.getByRole('button', { name: 'Accept' }).click()
  await expect(gil.getByRole('heading', { name: 'You vote for Bo Lindqvist' })).toBeVisible()

  // Bo's page hears of it by itself.
  await expect(bo.getByRole('heading', { name: 'Gil Andersen votes for you' })).toBeVisible()
  await portal.mailbox.newest('bo@example.org', /Gil Andersen votes for you/)
  const [letter] = await Promise.all([
    bo.waitForEvent('download'),
    bo.getByRole('button', { name: /^Print the letter/ }).click(),
  ])
  expect(letter.suggestedFilename()).toMatch(/^proxy-\d+-\d+\.pdf$/)

  await ada.setViewportSize({ width: 1280, height: 800 })
  await ada.goto(`/manage/meetings/${meetingId}`)
  await ada.getByRole('tab', { name: 'Proxies' }).click()
  await expect(ada.getByText('One proxy counts')).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Remove the proxy of Bo Lindqvist' }).click()
  const removal = ada.getByRole('dialog')
  await removal.getByRole('button', { name: 'Remove proxy' }).click()
  await expect(removal.getByText('Say why, for the two members.')).toBeVisible()
  await removal.getByRole('textbox', { name: 'Reason' }).fill('Not signed.')
  await removal.getByRole('button', { name: 'Remove proxy' }).click()
  await expect(bo.getByText('Removed by staff: Not signed.')).toBeVisible()
  await portal.mailbox.newest('gil@example.org', /A proxy for the Annual general meeting has ended/)
})
