import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type DoorProcess, startDoorProcess } from '@spacekeeper/simulators/door-process.ts'
import { z } from 'zod'
import { expect, expectAccessible, giveSession, logIn, test, type JourneyPortal } from './portal.ts'

const Store = z.object({ tags: z.array(z.string()) })

/** What the door itself keeps on its disk. */
const storedList = (portal: JourneyPortal) => {
  const serial = portal.doors[0]?.serial ?? ''
  return Store.parse(JSON.parse(readFileSync(join(portal.dataDir, `${serial}.json`), 'utf8'))).tags
}

test('a default is switched on and off from a preview, and takes away only what it gave', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(page.getByText(/ of 3 online/)).toBeVisible()
  await expectAccessible(page)

  // Bo has the front door by hand. It is taken away, so that the default is what gives it back.
  await page.goto(`/manage/members/${portal.members['bo']}?tab=access`)
  await page.getByRole('switch', { name: 'Front door' }).click()
  await page.getByRole('button', { name: 'Save one change' }).click()
  await expect.poll(() => storedList(portal)).not.toContain('1002')

  await page.goto('/manage/devices')
  await page.getByRole('link', { name: 'Front door' }).click()
  await page.getByRole('tab', { name: 'Access' }).click()
  await expect(page.getByRole('heading', { name: 'Who has access' })).toBeVisible()
  await page.getByRole('button', { name: 'Give it to all active members' }).click()
  await expect(page.getByRole('dialog').getByText(/One member gains Front door/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['Bo Lindqvist'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Give it to one member' }).click()
  await expect(page.getByText('All active members have access to Front door now')).toBeVisible()
  await expect.poll(() => storedList(portal)).toEqual(expect.arrayContaining(['1001', '1002']))

  await page.getByRole('button', { name: 'Stop giving it by default' }).click()
  await expect(page.getByRole('dialog').getByText('One member loses Front door.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText(/given it manually and keep/)).toBeVisible()
  await page.getByRole('button', { name: 'Take it from one member' }).click()
  await expect(page.getByText('Front door is no longer given by default')).toBeVisible()
  await expect.poll(() => storedList(portal)).not.toContain('1002')
  await expectAccessible(page)

  await page.goto(`/manage/members/${portal.members['bo']}?tab=access`)
  await page.getByRole('switch', { name: 'Front door' }).click()
  await page.getByRole('button', { name: 'Save one change' }).click()
  await expect.poll(() => storedList(portal)).toEqual(expect.arrayContaining(['1001', '1002']))
})

test('a door is opened from the list, and one person is given a door on its page', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/devices')
  await page.getByRole('button', { name: 'Open briefly: Front door' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open briefly' }).click()
  await expect(page.getByText('Open briefly: delivered to Front door')).toBeVisible()
  await expect.poll(async () => (await portal.frontDoor.state()).events.join()).toContain('unlocked (bump)')
  await expect(page.getByRole('region', { name: 'Live log' })).toBeVisible()

  const other = portal.doors[1]?.name ?? ''
  await page.getByRole('link', { name: other }).click()
  await page.getByRole('tab', { name: 'Access' }).click()
  const card = page.getByRole('region', { name: 'Give access to one person' })
  await card.getByRole('combobox', { name: 'Member' }).fill('Di')
  await page.getByRole('option', { name: 'Di Tanaka' }).click()
  await card.getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByText(`Di Tanaka has access to ${other}`)).toBeVisible()
  // It is offered for some seconds only.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Di Tanaka no longer has access to ${other}`)).toBeVisible()
  await expectAccessible(page)
})

test('an unknown card is swiped, claimed and works at once; once lost, it works nowhere', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto(`/manage/members/${portal.members['bo']}`)
  await page.getByRole('button', { name: 'Claim a swiped card' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Listening. Hold the card to Front door.')).toBeVisible()
  await expectAccessible(page)
  expect(await portal.frontDoor.swipe('77770042')).toMatchObject({ outcome: 'refused' })
  await expect(dialog.getByText(/A card ending in 0042 was held to Front door/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add the card ending in 0042' }).click()
  await expect(page.getByText('Card added. It works on everything they have access to.')).toBeVisible()
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

/** Revokes the key of the door that is open on the screen, removes it, and reads its history afterwards. */
const cutOffAndRemove = async (page: Page, { door, key }: { door: DoorProcess; key: string }) => {
  const log = page.getByRole('region', { name: 'Log' })
  await expect.poll(async () => (await door.state()).isAuthorised).toBe(true)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: `Revoke the key ${key.slice(0, 8)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(log.getByText('Disconnected').first()).toBeVisible()
  await expect.poll(async () => (await door.state()).isAuthorised).toBe(false)
  door.stop()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Remove the device' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Side door')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the device' }).click()
  await expect(page.getByText('Side door is out of use')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('removed')
  await page.getByRole('link', { name: 'Side door' }).click()
  await expect(page.getByText(/^Out of use since/)).toBeVisible()
  await expect(log.getByText('Ada Okafor opened Side door briefly')).toBeVisible()
  await expectAccessible(page)
}

test('a door knocks, is added with its key, does what it is told, and leaves with its history', async ({
  page,
  portal,
}) => {
  const board = {
    name: 'Side door',
    server: portal.url.replace('http', 'ws'),
    serial: 'c0ffee000001',
    storeDir: portal.dataDir,
  }
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/devices')
  const stranger = await startDoorProcess({ ...board, key: 'AAAAAAAA.00000000000000000000000000000000' })
  await page.getByRole('button', { name: 'Add c0ffee000001' }).click()
  stranger.stop()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Front door')
  await dialog.getByRole('button', { name: 'Add device' }).click()
  await expect(dialog.getByText('Another device has this name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Side door')
  await dialog.getByRole('button', { name: 'Add device' }).click()
  const key = (await dialog.getByText(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}$/).textContent()) ?? ''
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const door = await startDoorProcess({ ...board, key })
  await expect(page.getByRole('row', { name: /Side door.*Online/ })).toBeVisible()
  await page.getByRole('link', { name: 'Side door' }).click()
  const log = page.getByRole('region', { name: 'Log' })
  await expect(log.getByText('Connected')).toBeVisible()
  await page.getByRole('button', { name: 'Open briefly' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open briefly' }).click()
  await expect(page.getByText('Open briefly: delivered to Side door')).toBeVisible()
  await expect.poll(async () => (await door.state()).events.join()).toContain('unlocked (bump)')
  await page.getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText('Restart: delivered to Side door')).toBeVisible()
  await expect(log.getByText('Ada Okafor opened Side door briefly')).toBeVisible()
  await expect(log.getByText('Ada Okafor restarted Side door')).toBeVisible()
  await expectAccessible(page)

  await cutOffAndRemove(page, { door, key })
})

test('another system gets a key that is shown once and opens only what it may', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/devices')
  await page.getByRole('link', { name: 'Keys at devices' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Bell')
  await dialog.getByRole('checkbox', { name: 'Open briefly' }).check()
  await dialog.getByRole('combobox', { name: 'Which devices it reaches' }).selectOption('door')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  const key = (await dialog.getByText(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}$/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  const send = (command: string) =>
    fetch(`${portal.url}/api/access/doors/${portal.doors[0]?.id}/${command}/`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${key}` },
    })
  expect((await send('bump')).status).toBe(200)
  expect((await send('reboot')).status).toBe(403)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke the key Bell' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The key of Bell is revoked')).toBeVisible()
  expect((await send('bump')).status).toBe(401)
})

test('a member is not let near the devices', async ({ page, portal }) => {
  await logIn(page, portal, 'bo')
  await expect(page.getByRole('link', { name: 'Devices', exact: true })).toHaveCount(0)
  await page.goto('/manage/devices')
  await expect(page).toHaveURL(/\/error\/403/)
  const answer = await page.request.get('/api/admin/devices/')
  expect(answer.status()).toBe(403)
})
