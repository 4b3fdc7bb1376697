import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, expectAccessible, giveSession, logIn, test, type JourneyPortal } from './portal.ts'

const Store = z.object({ tags: z.array(z.string()) })

/** What the front door itself keeps on its disk. */
const storedList = (portal: JourneyPortal) => {
  const serial = portal.doors[0]?.serial ?? ''
  return Store.parse(JSON.parse(readFileSync(join(portal.dataDir, `${serial}.json`), 'utf8'))).tags
}

test('an administrator edits a member, suspends them with a reason they read, and lifts it again', async ({
  page,
  browser,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('searchbox').fill('tanaka')
  await expect(page.getByRole('status').filter({ hasText: 'match' })).toBeVisible()
  await page.getByRole('link', { name: /Di Tanaka/ }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('textbox', { name: 'Mobile' }).fill('0400 555 111')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('textbox', { name: 'Screen name' }).fill('bo')
  await expect(page.getByText('Not saved. Bo Lindqvist has this screen name.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo the change to Screen name' }).click()
  await expect(page.getByRole('textbox', { name: 'Screen name' })).toHaveValue('di')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Mobile' })).toHaveValue('0400 555 111')

  const home = await browser.newContext({ baseURL: portal.url })
  const di = await home.newPage()
  await logIn(di, portal, 'di')
  await page.getByRole('button', { name: 'Make member' }).click()
  await expect(page.getByText('Di Tanaka is now a member')).toBeVisible()
  await expect(di.getByText('Your membership is active')).toBeVisible()
  await portal.mailbox.newest('di@example.org', /^Welcome to/)

  await page.getByRole('textbox', { name: 'Card number' }).fill('1002')
  await page.getByRole('button', { name: 'Add card' }).click()
  await expect(page.getByText('Bo Lindqvist has this card.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Card number' }).fill('1044')
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByRole('button', { name: 'Mark lost: card 1044' }).click()
  await expect(page.getByText('Card 1044 is marked lost and no longer works')).toBeVisible()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Please come and talk to us.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended by staff')).toBeVisible()
  await expect(di.getByText('Please come and talk to us.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click()
  await expect(di.getByText('Your membership is active')).toBeVisible()
  await home.close()
})

test('the list is filtered by address, searched by card and phone, and kept as a table', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Bo Lindqvist' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('1002')
  await expect(page.getByText('1 matches')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bo Lindqvist' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Access card').selectOption('Has one that works')
  await page.getByLabel('Door or machine').selectOption('Front door')
  await expect(page).toHaveURL(/card=yes.*deviceId=|deviceId=.*card=yes/)
  await page.keyboard.press('Escape')
  await expect(page.getByText('5 match')).toBeVisible()
  await page.getByRole('button', { name: 'Suspended 1' }).click()
  await expect(page.getByText('1 matches')).toBeVisible()
  await page.getByRole('button', { name: 'Suspended 1' }).click()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toBe('First name,Last name,State,Subscription,Card,Doors and machines,Last seen')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(expect.arrayContaining(['Eve', 'Bo', 'Cy', 'Ada']))

  await page.getByRole('button', { name: 'Emails' }).click()
  await expect(page.getByText('5 addresses', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('all who match lose a door after a preview, and its stored list loses their cards', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await expect.poll(() => storedList(portal)).toContain('1002')
  await page.goto('/manage/members?text=lindqvist')
  await page.getByRole('checkbox', { name: 'Select all that match' }).check()
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  await page.getByText('Take away', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Front door' }).check()
  await expect(page.getByText('One member loses Front door: Bo Lindqvist.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take away from one member' }).click()
  await expect(page.getByText('Taken away from one member')).toBeVisible()
  await expect.poll(() => storedList(portal)).not.toContain('1002')

  await page.getByRole('checkbox', { name: 'Select all that match' }).check()
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Front door' }).check()
  await page.getByRole('button', { name: 'Grant to one member' }).click()
  await expect.poll(() => storedList(portal)).toContain('1002')
})

test('a message is previewed, arrives in each mailbox, and its progress is still there after a reload', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/members?card=yes&standing=active')
  await page.getByRole('checkbox', { name: 'Select Bo Lindqvist' }).check()
  await page.getByRole('button', { name: /Select all/ }).click()
  await page.getByRole('button', { name: 'Message' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('This field cannot be empty.')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Subject' }).fill('The kiln is back')
  await page.getByRole('textbox', { name: 'Text' }).fill('It works again.\n\nCome and see.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/It goes to \d members: .*Bo Lindqvist/)).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('It works again.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Send to/ }).click()
  expect((await portal.mailbox.newest('bo@example.org', /^The kiln is back/)).text).toContain('Hi Bo,')
  await portal.mailbox.newest('ada@example.org', /^The kiln is back/)
  await page.reload()
  await expect(page.getByText(/“The kiln is back” went to \d members/)).toBeVisible()
})

test('on a phone members are cards, filters a sheet, and nothing scrolls sideways', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/members')
  await page.getByRole('checkbox', { name: 'Select Bo Lindqvist' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('button', { name: 'Export as a table (CSV)' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Filters and order' }).click()
  await page.getByLabel('Access card').selectOption('Has none')
  // What it lets through comes a moment later, and what is out of date is dimmed until then.
  await expect(page.getByText('Bo Lindqvist')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: /Di Tanaka/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Bo Lindqvist/ })).toBeHidden()
})

test('a member gets neither the list nor an answer of the server', async ({ page, portal }) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/manage/members')
  await expect(page).toHaveURL(/\/error\/403/)
  expect((await page.request.get('/api/admin/members/list/')).status()).toBe(403)
})
