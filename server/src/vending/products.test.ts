import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { forgetImages } from '../settings/images.ts'
import { aVendingMachine } from './factory.ts'

let portal: TestPortal
let keeper: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  keeper = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})
afterAll(() => portal.close())

const cola = { name: 'Cola', externalId: '7', priceCents: 250, costPriceCents: 120, stock: 24, isActive: true }
const find = async (id: number) => (await keeper.vending.listProducts()).products.find((product) => product.id === id)
const eventsOf = async (event: string) =>
  portal.db.selectFrom('audit_events').select('data').where('event', '=', event).orderBy('id', 'desc').execute()

test('a product is added, changed with a trace of its price, and removed without losing its name', async () => {
  const { id } = await keeper.vending.addProduct(cola)
  expect(await find(id)).toEqual({ id, ...cola, deviceId: null, deviceName: null, picture: null, soldLately: 0 })
  await keeper.vending.updateProduct({ productId: id, priceCents: 300, isActive: false })
  expect(await find(id)).toMatchObject({ priceCents: 300, isActive: false, name: 'Cola' })
  expect((await eventsOf('product.changed'))[0]?.data).toEqual({
    name: 'Cola',
    changes: { priceCents: { from: 250, to: 300 }, isActive: { from: true, to: false } },
  })
  await keeper.vending.updateProduct({ productId: id, priceCents: 300 })
  expect(await eventsOf('product.changed')).toHaveLength(1)
  await keeper.vending.removeProduct({ productId: id })
  expect(await find(id)).toBeUndefined()
  for (const call of [
    () => keeper.vending.updateProduct({ productId: id, name: 'x' }),
    () => keeper.vending.removeProduct({ productId: id }),
    () => keeper.vending.setStock({ productId: id, change: { kind: 'counted', stock: 1 }, reason: 'x' }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'notFound' })
  }
})

test('machines call no two products the same, but for one that was removed', async () => {
  const first = await keeper.vending.addProduct({ ...cola, externalId: 'twice' })
  const second = await keeper.vending.addProduct({ ...cola, externalId: 'other' })
  const taken = { code: 'badInput', body: { fields: [{ field: 'externalId' }] } }
  await expect(keeper.vending.addProduct({ ...cola, externalId: 'twice' })).rejects.toMatchObject(taken)
  await expect(keeper.vending.updateProduct({ productId: second.id, externalId: 'twice' })).rejects.toMatchObject(taken)
  await keeper.vending.removeProduct({ productId: first.id })
  await keeper.vending.updateProduct({ productId: second.id, externalId: 'twice' })
})

test('two machines may call different products the same, and one that is none of them is refused', async () => {
  const [fridge, freezer] = [
    await aVendingMachine(portal.db, { name: 'Fridge' }),
    await aVendingMachine(portal.db, { name: 'Freezer' }),
  ]
  const slot = { ...cola, externalId: 'shared' }
  const { id } = await keeper.vending.addProduct({ ...slot, name: 'Ice', deviceId: freezer.id })
  await keeper.vending.addProduct({ ...slot, deviceId: fridge.id })
  const { id: everywhere } = await keeper.vending.addProduct(slot)
  expect(await find(id)).toMatchObject({ deviceId: freezer.id, deviceName: 'Freezer' })
  const taken = { body: { fields: [{ field: 'externalId' }] } }
  await expect(keeper.vending.addProduct({ ...slot, deviceId: fridge.id })).rejects.toMatchObject(taken)
  await expect(keeper.vending.updateProduct({ productId: id, deviceId: null })).rejects.toMatchObject(taken)
  await keeper.vending.updateProduct({ productId: id, priceCents: 300 })
  expect(await find(id)).toMatchObject({ deviceId: freezer.id, priceCents: 300 })
  const door = await aDevice(portal.db, { kind: 'door' })
  for (const deviceId of [door.id, 2_000_000_000]) {
    const attempt = keeper.vending.updateProduct({ productId: everywhere, deviceId })
    await expect(attempt).rejects.toMatchObject({ body: { fields: [{ field: 'deviceId' }] } })
  }
})

test.each([
  ['name', ''],
  ['name', 'x'.repeat(61)],
  ['externalId', ' '],
  ['priceCents', 0],
  ['priceCents', 2.5],
  ['priceCents', 1_000_001],
  ['costPriceCents', -1],
  ['stock', -1],
])('a product whose %s is %j is refused, with the field named', async (field, value) => {
  await expect(keeper.vending.addProduct({ ...cola, externalId: 'new', [field]: value })).rejects.toMatchObject({
    code: 'badInput',
    body: { fields: [{ field }] },
  })
})

test('stock is delivered, lost and counted, each with its reason; never below nothing', async () => {
  const { id: productId } = await keeper.vending.addProduct({ ...cola, externalId: 'stock', stock: null })
  const set = (change: Parameters<typeof keeper.vending.setStock>[0]['change'], reason = 'Delivery') =>
    keeper.vending.setStock({ productId, change, reason })
  expect(await set({ kind: 'added', by: 24 })).toEqual({ stock: 24 })
  expect(await set({ kind: 'added', by: -2 }, 'Two burst')).toEqual({ stock: 22 })
  await expect(set({ kind: 'added', by: -23 })).rejects.toMatchObject({
    body: { fields: [{ field: 'by', message: 'There are only 22.' }] },
  })
  expect(await set({ kind: 'counted', stock: 20 }, 'Stocktaking')).toEqual({ stock: 20 })
  expect((await eventsOf('product.stockChanged'))[0]?.data).toEqual({
    name: 'Cola',
    changes: { stock: { from: 22, to: 20 } },
    reason: 'Stocktaking',
  })
  await expect(set({ kind: 'added', by: 1 }, '')).rejects.toMatchObject({ body: { fields: [{ field: 'reason' }] } })
  expect(await set({ kind: 'counted', stock: null }, 'Not worth it')).toEqual({ stock: null })
})

test('a product has a picture, drawn anew, that is kept as long as it is shown', async () => {
  const { id: productId } = await keeper.vending.addProduct({ ...cola, externalId: 'picture' })
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const upload = (content: Uint8Array<ArrayBuffer>) =>
    keeper.vending.uploadPicture({ productId, file: new Blob([content], { type: 'image/png' }) })
  const { picture } = await upload(new Uint8Array(photo))
  expect(await find(productId)).toMatchObject({ picture })
  const shown = await portal.app.inject(picture)
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 320 })
  await expect(upload(new TextEncoder().encode('no picture'))).rejects.toMatchObject({
    body: { fields: [{ field: 'picture' }] },
  })
  await forgetImages(portal.ctx)
  const images = () => portal.db.selectFrom('site_images').select('unused_since').execute()
  expect(await images()).toEqual([{ unused_since: null }])
  await keeper.vending.removePicture({ productId })
  expect(await find(productId)).toMatchObject({ picture: null })
  await forgetImages(portal.ctx)
  expect(await images()).toEqual([{ unused_since: expect.any(Date) }])
})
