import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import type { Product } from '@spacekeeper/contract/vending/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const cola: Product = {
  id: 3,
  name: 'Cola',
  externalId: '7',
  deviceId: null,
  deviceName: null,
  priceCents: 250,
  costPriceCents: 120,
  stock: 4,
  isActive: true,
  picture: null,
  soldLately: 31,
}

let server: ReturnType<typeof fakeServer>
let list: Product[]
beforeEach(() => {
  server = fakeServer()
  list = [cola]
  server.on(vendingApi.listProducts, () => ({ products: list }))
})
const open = (staffPermissions: ('devices' | 'money')[] = ['devices']) =>
  renderPortal({ path: '/manage/devices/products', server, profile: aProfile({ staffPermissions }) })
const dialog = () => within(screen.getByRole('dialog'))

test('products show their price and what is left; who looks after money reads them and changes nothing', async () => {
  await open(['money'])
  expect(await screen.findByText('Cola')).toBeTruthy()
  expect(screen.getByText('$2.50')).toBeTruthy()
  expect(screen.getByText('4 left')).toBeTruthy()
  expect(screen.getByText('31')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Add a product|Change|Stock/ })).toBeNull()
})

test('a product is added in cents; an empty stock is not counted', async () => {
  list = []
  server.on(vendingApi.addProduct, () => ({ id: 9 }))
  const { user } = await open()
  expect(await screen.findByText('No products yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a product' }))
  await user.type(dialog().getByRole('textbox', { name: 'Name' }), 'Ginger beer')
  await user.type(dialog().getByRole('textbox', { name: 'Slot' }), '12')
  await user.type(dialog().getByRole('textbox', { name: 'Price' }), '3,5')
  await user.click(dialog().getByRole('button', { name: 'Add a product' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(vendingApi.addProduct)[0]?.body).toEqual({
    name: 'Ginger beer',
    externalId: '12',
    deviceId: null,
    priceCents: 350,
    costPriceCents: 0,
    stock: null,
    isActive: true,
  })
})

test('what makes no sense is said beside its field, and what the server refuses, too', async () => {
  const { user } = await open()
  server.on(vendingApi.updateProduct, () =>
    refuse('badInput', { fields: [{ field: 'externalId', message: 'Another product already uses this slot.' }] }),
  )
  await user.click(await screen.findByRole('button', { name: 'Change Cola' }))
  const price = dialog().getByRole('textbox', { name: 'Price' })
  await user.clear(price)
  await user.type(price, 'much')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await dialog().findByText('Enter an amount such as 2 or 2.50.')).toBeTruthy()
  expect(server.sentTo(vendingApi.updateProduct)).toEqual([])
  await user.clear(price)
  await user.type(price, '3')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await dialog().findByText('Another product already uses this slot.')).toBeTruthy()
  expect(server.sentTo(vendingApi.updateProduct)[0]?.body).toMatchObject({
    priceCents: 300,
    name: 'Cola',
    isActive: true,
  })
})

test('a slot belongs to every machine or to one, which the list names', async () => {
  server.on(vendingApi.listMachines, () => ({
    machines: [
      { id: 5, name: 'Freezer', isOffline: false, lastSeen: null, removedAt: null },
      { id: 6, name: 'Old fridge', isOffline: true, lastSeen: null, removedAt: '2026-01-05T10:00:00.000Z' },
    ],
  }))
  server.on(vendingApi.updateProduct, () => {
    list = [{ ...cola, deviceId: 5, deviceName: 'Freezer' }]
  })
  const { user } = await open()
  expect(await screen.findByText('Slot 7')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change Cola' }))
  const machine = await dialog().findByRole('combobox', { name: 'Machine' })
  await within(machine).findByRole('option', { name: 'Freezer' })
  expect(within(machine).queryByRole('option', { name: 'Old fridge' })).toBeNull()
  await user.selectOptions(machine, 'Freezer')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Slot 7, Freezer')).toBeTruthy()
  expect(server.sentTo(vendingApi.updateProduct)[0]?.body).toMatchObject({ deviceId: 5, externalId: '7' })
})

test('a delivery says what there will be, and is saved with its reason', async () => {
  server.on(vendingApi.setStock, () => ({ stock: 28 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Stock of Cola' }))
  await user.type(dialog().getByRole('textbox', { name: 'How many' }), '24')
  expect(dialog().getByText('There will be 28 instead of 4.')).toBeTruthy()
  await user.click(dialog().getByText('Gone'))
  expect(dialog().getByText('There are only 4.')).toBeTruthy()
  await user.click(dialog().getByText('Delivered'))
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), 'Delivery of Monday')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(vendingApi.setStock)[0]?.body).toEqual({
    change: { kind: 'added', by: 24 },
    reason: 'Delivery of Monday',
  })
})

test('a product is removed after reading what that means', async () => {
  server.on(vendingApi.removeProduct, () => undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change Cola' }))
  await user.click(dialog().getByRole('button', { name: 'Remove' }))
  expect(dialog().getByText(/Machines can’t sell Cola any more/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Remove Cola' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(vendingApi.removeProduct)).toHaveLength(1)
})

test('a picture is uploaded, and what is none is refused', async () => {
  server.on(vendingApi.uploadPicture, () => refuse('badInput', { fields: [{ field: 'picture', message: 'Damaged.' }] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change Cola' }))
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file can be chosen')
  await user.upload(input, new File(['x'], 'cola.png', { type: 'image/png' }))
  expect(await dialog().findByText('Damaged.')).toBeTruthy()
  server.on(vendingApi.uploadPicture, () => ({ picture: '/images/cola.jpg' }))
  await user.upload(input, new File(['x'], 'cola.png', { type: 'image/png' }))
  expect(await dialog().findByRole('button', { name: 'Take the picture away' })).toBeTruthy()
})
