import { readFile } from 'node:fs/promises'
import { devices, type Locator, type Page } from '@playwright/test'
import { connectDatabase } from '../server/src/platform/db/open-database.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { expect, expectAccessible, type JourneyPortal, giveSession, test } from './portal.ts'

/** What the portal would have counted by the end of each of forty days, but for three on which it stood still, and visits of one member. */
const giveFigures = async (portal: JourneyPortal) => {
  const { pool, close } = connectDatabase(
    { connectionString: portal.connectionString, poolSize: 1 },
    createLog('error'),
  )
  await pool.query(`insert into figures (hour, collected_at, data)
    select date_trunc('day', now(), 'UTC') + interval '23 hours' - n * interval '1 day', now() - n * interval '1 day',
      json_build_object(
      'members', s, 'members6', s, 'members12', s,
      'subscriptions', json_build_object('active', 30, 'cancelling', 2, 'inactive', 12),
      'balanceCents', 50000 - n * 100, 'balanceHolders', 9,
      'transactions', json_build_object('cash', json_build_object('cents', 50000, 'members', 9)))
    from (select n, json_build_object('active', 40 - n / 4, 'noob', 3, 'inactive', n / 4, 'accountonly', 8) as s
      from generate_series(0, 40) n where n not between 10 and 12) days
    on conflict do nothing`)
  await pool.query(
    `insert into visits (member_id, signed_in_at, signed_out_at)
     select $1::int, now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour'
     from generate_series(1, 20) n where not exists (select from visits)`,
    [portal.members['bo']],
  )
  await close()
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const chart = (of: Locator, name: string) => of.getByRole('slider', { name, exact: true })

const csvOf = async (page: Page, name: string) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name} as CSV` }).click()
  return readFile(await (await download).path(), 'utf8')
}

test.beforeEach(({ portal }) => giveFigures(portal))

test('an administrator reads every chart, by keyboard too, and takes its figures away', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/tools/swipes/lastseen')
  await page.getByRole('link', { name: 'Statistics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  const members = card(page, 'Members')
  const plot = chart(members, 'Members')
  await expect(plot).toHaveAttribute('aria-valuetext', /Active 40, New 3, Inactive 0, Account only 8/)
  await plot.focus()
  await page.keyboard.press('Home')
  await expect(plot).toHaveAttribute('aria-valuetext', /Active 30, New 3, Inactive 10/)
  await page.keyboard.press('ArrowRight')
  await expect(members.getByText('31', { exact: true })).toBeVisible()
  // Three days are missing.
  const line = await members.locator('path[data-series="0"]').last().getAttribute('d')
  expect(line?.match(/M/g)).toHaveLength(2)
  await page.getByText('30 days', { exact: true }).click()
  await expect(plot).toHaveAttribute('aria-valuemax', '26')
  // Until its figures are there, a chart shows the old ones, pale.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show Members as a table' }).click()
  await expect(members.getByRole('columnheader', { name: 'Account only' })).toBeVisible()
  await expect(members.getByRole('row')).toHaveCount(28)
  const hours = card(page, 'When members come')
  await page.getByRole('button', { name: 'Show When members come as a table' }).click()
  await expect(hours.getByRole('row')).toHaveCount(8)
  expect(await csvOf(page, 'Members who came')).toMatch(/^\d{4}-\d\d-\d\d,1\r?$/m)
  expect(await csvOf(page, 'Members')).toMatch(/Day,Active,New,Inactive,Account only/)
  await expectAccessible(page)
})

test('a member reads the same without what would tell of one person, also on a phone and in the dark', async ({
  browser,
  portal,
}) => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  const context = await browser.newContext({ ...phone, baseURL: portal.url, colorScheme: 'dark' })
  const page = await context.newPage()
  await giveSession(page, portal, 'bo')
  await page.goto('/tools/stats')
  await expect(chart(card(page, 'Members'), 'Members')).toHaveAttribute('aria-valuetext', /Active 40, Inactive 0/)
  const people = card(page, 'Members who came')
  await expect(people.getByText('Figures about fewer than 5 members aren’t shown.')).toBeVisible()
  expect(await csvOf(page, 'Members who came')).not.toMatch(/,1\r?$/m)
  await expectAccessible(page)
  await context.close()
})

test('while the statistics are turned off, administrators read them and members do not', async ({
  page,
  browser,
  portal,
}) => {
  await giveSession(page, portal, 'ada')
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const put = (value: boolean) =>
    page.request.put('/api/admin/settings/ENABLE_STATS_PAGE/', { data: { value }, headers: { 'x-csrftoken': csrf } })
  expect((await put(false)).ok()).toBe(true)
  await page.goto('/tools/stats')
  await expect(page.getByText(/Members can’t see this page/)).toBeVisible()
  await expect(chart(card(page, 'Members'), 'Members')).toBeVisible()
  const other = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(other, portal, 'bo')
  await other.goto('/tools/stats')
  await expect(other.getByText(/not found/i).first()).toBeVisible()
  await expect(other.getByRole('link', { name: 'Statistics' })).toHaveCount(0)
  await other.context().close()
  expect((await put(true)).ok()).toBe(true)
})
