import { startVendingProcess } from '@spacekeeper/simulators/vending-process.ts'
import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ hasMachines: true })

test('a member buys a drink with their card and reads it, staff see it at once and refund it', async ({
  browser,
  portal,
}) => {
  const [drinks] = portal.vending
  if (!drinks) throw new Error('The seeded space has no vending machine.')
  const machine = await startVendingProcess({ ...drinks, server: portal.url.replace('http', 'ws') })
  const as = async (name: string) => {
    const page = await (await browser.newContext()).newPage()
    await logIn(page, portal, name)
    return page
  }
  const ada = await as('ada')
  await ada.goto(`/manage/devices/memberbucks/${drinks.id}?tab=use`)
  await expect(ada.getByText('Nothing bought yet')).toBeVisible()

  await expect.poll(async () => (await machine.state()).isAuthorised).toBe(true)
  expect(await machine.swipe('9999')).toEqual({ outcome: 'refused', display: 'This card buys nothing here' })
  expect(await machine.swipe('1002')).toEqual({ outcome: 'accepted', display: '20.00 to spend' })
  expect(await machine.select('1')).toEqual({ outcome: 'sold', display: 'Enjoy! 16.50 left' })
  expect((await machine.state()).dispensed).toEqual(['1'])

  await expect(ada.getByText('One purchase').first()).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Refund Ginger beer of Bo Lindqvist' }).click()
  await ada.getByRole('textbox', { name: /^Reason/ }).fill('The bottle got stuck.')
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(ada.getByText('Refunded. The balance of Bo Lindqvist is $20.00 now.')).toBeVisible()
  await expect(ada.getByText(/^Refunded by Ada .+: The bottle got stuck\.$/)).toBeVisible()
  await ada.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(ada)

  await ada.setViewportSize({ width: 1280, height: 800 })
  await ada.getByRole('link', { name: 'Products' }).first().click()
  await expect(ada.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  await ada.getByRole('button', { name: 'Stock of Ginger beer' }).click()
  await ada.getByRole('textbox', { name: 'How many' }).fill('6')
  await expect(ada.getByText('There will be 30 instead of 24.')).toBeVisible()
  await ada.getByRole('textbox', { name: 'Reason' }).fill('Delivery of Monday')
  await ada.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByText('30 left')).toBeVisible()
  await expectAccessible(ada)

  machine.stop()
})
