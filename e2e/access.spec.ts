import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, expectAccessible, logIn, test, type JourneyPortal } from './portal.ts'

const Store = z.object({ tags: z.array(z.string()) })

/** What the door itself keeps on its disk. */
const storedList = (portal: JourneyPortal) => {
  const serial = portal.doors[0]?.serial ?? ''
  return Store.parse(JSON.parse(readFileSync(join(portal.dataDir, `${serial}.json`), 'utf8'))).tags
}

test('a swipe appears on the open screen; a grant taken away leaves the door at once, and the next swipe says why', async ({
  page,
  browser,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await page.getByRole('link', { name: 'Recent swipes' }).click()
  await expect(page.getByText('No swipes yet').or(page.getByRole('table')).first()).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => storedList(portal)).toContain('1002')

  const opened = page.getByRole('row', { name: /^bo\b/ }).filter({ hasText: 'Opened' })
  const before = await opened.count()
  expect(await portal.frontDoor.swipe('1002')).toMatchObject({ outcome: 'granted', isAcknowledged: true })
  await expect(opened).toHaveCount(before + 1)

  const office = await browser.newContext({ baseURL: portal.url })
  const ada = await office.newPage()
  await logIn(ada, portal, 'ada')
  await ada.getByRole('link', { name: 'Members', exact: true }).click()
  await ada.getByRole('searchbox').fill('lindq')
  await expect(ada).toHaveURL(/lindq/)
  await ada.getByRole('link', { name: /Bo Lindqvist/ }).click()
  await ada.getByRole('tab', { name: 'Access' }).click()
  await ada.getByRole('switch', { name: 'Front door' }).click()
  await expect(ada.getByText('refuses Bo Lindqvist from now on')).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Save one change' }).click()
  await expect(ada.getByText('One change saved')).toBeVisible()

  await expect.poll(() => storedList(portal)).not.toContain('1002')
  expect(await portal.frontDoor.swipe('1002')).toMatchObject({ outcome: 'refused', isAcknowledged: true })
  const refused = page.getByRole('row', { name: /^bo\b/ }).filter({ hasText: 'Refused: Not granted' })
  await expect(refused).toHaveCount(1)
  const sheet = page.getByRole('dialog', { name: /You don’t have access yet/ })
  await expect(sheet.getByText('Ask staff for an induction.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await expect(page.getByText('Ask staff for an induction.')).toBeVisible()
  await expectAccessible(page)

  await ada.getByRole('switch', { name: 'Front door' }).click()
  await ada.getByRole('button', { name: 'Save one change' }).click()
  await expect.poll(() => storedList(portal)).toContain('1002')
  await expect(page.getByText('Ask staff for an induction.')).toBeHidden()
  await office.close()
})

test('a member without an active membership learns on the access page why nothing opens', async ({ page, portal }) => {
  await logIn(page, portal, 'eve')
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await expect(page.getByText('Left the laser cutter running unattended')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/tools/swipes/recent')
  await expect(page).toHaveURL(/\/error\/403MemberOnly/)
  await expectAccessible(page)
})
