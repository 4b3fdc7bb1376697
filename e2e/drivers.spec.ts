import { startTasmota } from '@spacekeeper/simulators/tasmota.ts'
import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ hasMachines: true })

test('staff put a machine behind a plug, and a member uses it from the portal and pays for it', async ({
  browser,
  portal,
}) => {
  const plug = await startTasmota({ password: 'sesame', meterKwh: 120 })
  const [saw] = portal.machines
  if (!saw) throw new Error('The seeded space has no machine.')
  const as = async (name: string) => {
    const page = await (await browser.newContext()).newPage()
    await logIn(page, portal, name)
    return page
  }
  const ada = await as('ada')
  await ada.goto(`/manage/devices/interlocks/${saw.id}?tab=settings`)
  await ada.getByLabel('Driver').selectOption('A relay with Tasmota')
  await ada.getByLabel('Address', { exact: true }).fill(plug.url)
  await ada.getByLabel('Password', { exact: true }).fill('wrong')
  await ada.getByRole('button', { name: 'Save', exact: true }).click()
  await ada.getByRole('button', { name: 'Test the connection' }).click()
  await expect(ada.getByText('It doesn’t accept the password or token.').first()).toBeVisible()
  await ada.getByLabel('Password', { exact: true }).fill('sesame')
  await ada.getByRole('button', { name: 'Save', exact: true }).click()
  await ada.getByRole('button', { name: 'Test the connection' }).click()
  await expect(ada.getByText('It answered: switched off. Its meter shows 120 kWh.')).toBeVisible()
  await ada.setViewportSize({ width: 390, height: 844 })
  // What is half under the head while one scrolls is no target that is too small.
  await ada.evaluate(() => scrollTo(0, 0))
  await expectAccessible(ada)

  const bo = await as('bo')
  await bo.getByRole('button', { name: 'Sign in on site' }).click()
  await expect(bo.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await bo.goto('/account/access')
  await bo.getByRole('button', { name: `Start ${saw.name}` }).click()
  await expect(bo.getByText('In use by you since')).toBeVisible()
  await expect.poll(() => plug.relay.isOn()).toBe(true)
  await expectAccessible(bo)
  // The first reading of its meter is where the use begins. A reading is two requests; the fourth from here is only made
  // when a whole one is kept.
  const asked = plug.requests.length
  await expect.poll(() => plug.requests.length).toBeGreaterThanOrEqual(asked + 4)
  // No machine draws that much in a moment, and whatever lasts less than ten seconds is free.
  await portal.ageUses()
  plug.relay.addKwh(10)
  await bo.getByRole('button', { name: `Stop ${saw.name}` }).click()
  await expect(bo.getByRole('button', { name: `Start ${saw.name}` })).toBeVisible()
  expect(plug.relay.isOn()).toBe(false)
  const profile = await (await bo.request.get('/api/profile/')).json()
  expect(profile.financial.memberBucks.balance).toBeLessThan(9.51)
  expect(profile.financial.memberBucks.balance).toBeGreaterThan(9)

  await plug.close()
})
