import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDoorProcess } from '@spacekeeper/simulators/door-process.ts'
import { expect, expectAccessible, type JourneyPortal, keepOwnLines, logIn, test } from './portal.ts'

/** The woodshop asks for people who are signed in on site. */
const startWoodshop = async (portal: JourneyPortal) => {
  const [, woodshop] = portal.doors
  if (!woodshop) throw new Error('The seeded space has no woodshop.')
  const file = join(portal.dataDir, `${woodshop.serial}.json`)
  const door = await startDoorProcess({
    ...woodshop,
    server: portal.url.replace('http', 'ws'),
    storeDir: portal.dataDir,
  })
  return { ...door, knows: (card: string) => readFileSync(file, 'utf8').includes(`"${card}"`) }
}

for (const [screen, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test(`a refused card explains itself on ${screen}, is cured there, and works when it is held again`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize(viewport)
    const door = await startWoodshop(portal)
    await logIn(page, portal, 'bo')
    await expect(page.getByText(/works? as soon as you sign in/)).toBeVisible()

    expect(await door.swipe('1002')).toMatchObject({ outcome: 'refused' })
    const sheet = page.getByRole('dialog', { name: /Woodshop, refused at .* You’re not signed in on site/ })
    await expect(sheet).toBeVisible()
    await expect(sheet.getByText(/Still works: Front door/)).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Sign in on site' }).click()
    await expect(page.getByRole('dialog', { name: /Now hold your card again/ })).toBeVisible()

    await expect.poll(() => door.knows('1002')).toBe(true)
    expect(await door.swipe('1002')).toMatchObject({ outcome: 'granted' })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText(/not signed in on site/)).toBeVisible()
    door.stop()
  })

test('a screen without a connection says how old it is, promises nothing, and is up to date when it is back', async ({
  page,
  portal,
}) => {
  const events = '**/api/events/**'
  await keepOwnLines(page)
  await page.route(events, (route) => route.abort())
  await logIn(page, portal, 'bo')
  await page.getByRole('link', { name: 'Recent swipes' }).click()
  await expect(page.getByText('The last 300 swipes, updated live.')).toBeVisible()
  const opened = page.getByRole('row', { name: /^bo\b/ }).filter({ hasText: 'Opened' })
  await expect(page.getByText('No swipes yet').or(page.getByRole('table')).first()).toBeVisible()
  const before = await opened.count()
  await expect(page.getByText(/^Out of date, last loaded at/)).toBeVisible()
  await expect(page.getByText('The last 300 swipes, updated live.')).toHaveCount(0)
  await expectAccessible(page)
  expect(await portal.frontDoor.swipe('1002')).toMatchObject({ outcome: 'granted' })
  await page.unroute(events)
  // It comes back by itself, too, and may be quicker.
  await page
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 2000 })
    .catch(() => {})
  await expect(opened).toHaveCount(before + 1)
  await expect(page.getByText(/^Out of date, last loaded at/)).toHaveCount(0)
})
