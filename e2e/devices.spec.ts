import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, expectAccessible, logIn, test, type Portal } from './portal.ts'

test.use({ space: 'devices' })

const Store = z.object({ tags: z.array(z.string()) })

/** What the door itself keeps on its disk. */
const storedList = (portal: Portal) => {
  const serial = portal.doors[0]?.serial ?? ''
  return Store.parse(JSON.parse(readFileSync(join(portal.dataDir, `${serial}.json`), 'utf8'))).tags
}

test('a default is switched on and off from a preview, and takes away only what it gave', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByText(/ of 3 online/)).toBeVisible()
  await expectAccessible(page)

  // Bo has the front door by hand. It is taken from him, so that the default is what gives it back.
  await page.goto(`/manage/members/${portal.members['bo']}?tab=access`)
  await page.getByRole('switch', { name: 'Front door' }).click()
  await page.getByRole('button', { name: 'Save one change' }).click()
  await expect.poll(() => storedList(portal)).not.toContain('1002')

  await page.goto('/manage/devices')
  await page.getByRole('link', { name: /Front door/ }).click()
  await expect(page.getByRole('heading', { name: 'Who has access' })).toBeVisible()
  await page.getByRole('button', { name: 'Give it to members by default' }).click()
  await expect(page.getByRole('dialog').getByText(/One member gains Front door/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['Bo Lindqvist'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Give it to one member' }).click()
  await expect(page.getByText('Members have Front door by default now')).toBeVisible()
  await expect.poll(() => storedList(portal)).toEqual(expect.arrayContaining(['1001', '1002']))

  await page.getByRole('button', { name: 'Stop giving it by default' }).click()
  await expect(page.getByRole('dialog').getByText('One member loses Front door.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText(/have it by hand and keep it/)).toBeVisible()
  await page.getByRole('button', { name: 'Take it from one member' }).click()
  await expect(page.getByText('Front door is not given by default any more')).toBeVisible()
  await expect.poll(() => storedList(portal)).not.toContain('1002')
  await expectAccessible(page)

  await page.goto(`/manage/members/${portal.members['bo']}?tab=access`)
  await page.getByRole('switch', { name: 'Front door' }).click()
  await page.getByRole('button', { name: 'Save one change' }).click()
  await expect.poll(() => storedList(portal)).toEqual(expect.arrayContaining(['1001', '1002']))
})

test('a card nobody has is swiped, claimed and works at once; once lost, it works nowhere', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  await page.goto(`/manage/members/${portal.members['bo']}`)
  await page.getByRole('button', { name: 'Claim a swiped card' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Listening. Hold the card to Front door.')).toBeVisible()
  await expectAccessible(page)
  expect(await portal.frontDoor.swipe('77770042')).toMatchObject({ outcome: 'refused' })
  await expect(dialog.getByText(/A card ending in 0042 was held to Front door/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Give the card ending in 0042' }).click()
  await expect(page.getByText('The card is given and works at once')).toBeVisible()
  await expect.poll(() => storedList(portal)).toContain('77770042')
  expect(await portal.frontDoor.swipe('77770042')).toMatchObject({ outcome: 'granted' })

  await page.getByRole('button', { name: 'Mark lost: card 77770042' }).click()
  await expect.poll(() => storedList(portal)).not.toContain('77770042')
  expect(await portal.frontDoor.swipe('77770042')).toMatchObject({ outcome: 'refused' })
  await page.getByRole('button', { name: 'More for card 77770042' }).click()
  await page.getByRole('menuitem', { name: 'Show history' }).click()
  await expect(page.getByRole('list', { name: 'History of card 77770042' }).getByRole('listitem')).toHaveText([
    /^Lost .*by Ada Okafor$/,
    /^Added .*by Ada Okafor$/,
  ])
  await expectAccessible(page)
})

test('a member is not let near the devices', async ({ page, portal }) => {
  await logIn(page, portal, 'bo')
  await expect(page.getByRole('link', { name: 'Devices' })).toHaveCount(0)
  await page.goto('/manage/devices')
  await expect(page).toHaveURL(/\/error\/403/)
  const answer = await page.request.get('/api/admin/devices/')
  expect(answer.status()).toBe(403)
})
