import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aProduct, aVendingMachine } from './factory.ts'
import { asks, driveVending } from './vending-scene.testing.ts'

let portal: TestPortal
let url: string
let site: ReturnType<typeof driveVending>
beforeAll(async () => {
  portal = await startTestPortal()
  site = driveVending(portal.db)
  url = await portal.listen()
})
afterEach(() => site.hangUp())
afterAll(() => portal.close())

const administrator = async () => portal.as((await aMember(portal.db, { isAdmin: true })).id)

const aSale = async (facts: { amount?: number; permissions?: ['money'] } = {}) => {
  const machine = await aVendingMachine(portal.db, { name: `Machine ${Math.random()}` })
  const product = await aProduct(portal.db, { name: 'Cola', stock: 10 })
  const bo = await site.aBuyer(1000, { permissions: facts.permissions ?? [] })
  const line = await site.connect(url, machine)
  const { amount = 2.5 } = facts
  await asks(line, { command: 'debit', card_id: bo.card, amount, product_external_id: product.externalId })
  const [purchase] = await site.purchasesOf(bo.id)
  return { machine, product, bo, purchaseId: purchase?.id ?? 0 }
}
const stockOf = async (id: number) =>
  (await portal.db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

test('a refund gives the money back once, puts it on stock, tells the member and leaves no total behind', async () => {
  const { machine, product, bo, purchaseId } = await aSale()
  const staff = await administrator()
  expect(await stockOf(product.id)).toBe(9)
  expect(await staff.vending.getSales({ deviceId: machine.id })).toMatchObject({ purchases: 1, volumeCents: 250 })
  const refunds = [1, 2, 3].map(() => staff.vending.refund({ purchaseId, reason: 'The can got stuck.' }))
  const settled = await Promise.allSettled(refunds)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { balanceCents: 1000 } }])
  expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'alreadyReversed' } },
    { reason: { code: 'alreadyReversed' } },
  ])
  expect(await site.balanceOf(bo.id)).toBe(1000)
  expect(await stockOf(product.id)).toBe(10)
  expect((await staff.vending.listPurchases({ deviceId: machine.id })).purchases).toMatchObject([
    { refund: { reason: 'The can got stuck.', by: expect.any(String) }, canRefund: false },
  ])
  expect(await staff.vending.getSales({ deviceId: machine.id })).toEqual({
    purchases: 0,
    volumeCents: 0,
    creditsCents: 0,
    members: [],
  })
  await portal.runJobs()
  const { messages } = await staff.messages.list({ text: bo.email })
  expect(messages).toMatchObject([{ subject: 'Refunded: Cola, $2.50' }, { subject: 'Cola: $2.50' }])
  const events = portal.db.selectFrom('audit_events').select('subject_id').where('event', '=', 'purchase.refunded')
  expect(await events.execute()).toEqual([{ subject_id: bo.id }])
})

test('the entry of a purchase is reversed by its refund alone', async () => {
  const { bo, purchaseId } = await aSale()
  const staff = await administrator()
  const { entries } = await staff.memberbucks.listEntries({ memberId: bo.id })
  const wrong = { memberId: bo.id, entryId: entries[0]?.id ?? 0, reason: 'Wrong card' }
  await expect(staff.memberbucks.reverse(wrong)).rejects.toMatchObject({
    body: { fields: [{ message: 'This is a purchase. Refund it on the page of its machine.' }] },
  })
  expect(entries[0]?.elsewhere).toBe('This is a purchase. Refund it on the page of its machine.')
  await staff.vending.refund({ purchaseId, reason: 'Wrong card' })
  const after = await staff.memberbucks.listEntries({ memberId: bo.id })
  expect(after.entries.map(({ elsewhere }) => elsewhere).slice(0, 2)).toEqual([null, null])
  await expect(staff.vending.refund({ purchaseId, reason: 'Again' })).rejects.toMatchObject({ code: 'alreadyReversed' })
})

test('staff for money refund others, but not themselves; staff for devices only look', async () => {
  const { machine, bo, purchaseId } = await aSale({ permissions: ['money'] })
  const own = await portal.as(bo.id)
  expect((await own.vending.listPurchases({ deviceId: machine.id })).purchases).toMatchObject([{ canRefund: false }])
  await expect(own.vending.refund({ purchaseId, reason: 'Mine' })).rejects.toMatchObject({ code: 'ownBalance' })
  const keeper = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  expect((await keeper.vending.listPurchases({ deviceId: machine.id })).purchases).toMatchObject([{ canRefund: false }])
  await expect(keeper.vending.refund({ purchaseId, reason: 'x' })).rejects.toMatchObject({ code: 'notAllowed' })
  const treasurer = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  await expect(treasurer.vending.refund({ purchaseId, reason: ' ' })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason' }] },
  })
  expect(await treasurer.vending.refund({ purchaseId, reason: 'Warm' })).toEqual({ balanceCents: 1000 })
  await expect(treasurer.vending.refund({ purchaseId: 987_654, reason: 'x' })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('purchases come a page at a time, and existing clients read the totals in currency units', async () => {
  const { machine, bo } = await aSale({ amount: 3.2 })
  const again = await site.connect(url, machine)
  const cy = await site.aBuyer(1000)
  await asks(again, { command: 'debit', card_id: cy.card, amount: 1.05 })
  const staff = await administrator()
  const first = await staff.vending.listPurchases({ deviceId: machine.id, limit: 1 })
  expect(first).toMatchObject({ purchases: [{ memberId: cy.id, product: null, listedCents: null }], hasMore: true })
  const [newest] = first.purchases
  expect(await staff.vending.listPurchases({ deviceId: machine.id, before: newest?.id ?? 0 })).toMatchObject({
    purchases: [{ memberId: bo.id, product: 'Cola', amountCents: 320 }],
    hasMore: false,
  })
  const items = await staff.devices.listMemberbucksDevices()
  expect(items.find(({ id }) => id === machine.id)).toMatchObject({
    totalPurchases: 2,
    totalVolume: 4.25,
    userStats: [
      { memberbucks_device_id: machine.id, total_purchases: 1, total_volume: 3.2 },
      { total_purchases: 1, total_volume: 1.05 },
    ],
  })
  await expect(staff.vending.listPurchases({ deviceId: 987_654 })).rejects.toMatchObject({ code: 'notFound' })
  await expect(staff.vending.getSales({ deviceId: 987_654 })).rejects.toMatchObject({ code: 'notFound' })
  await staff.devices.removeMemberbucksDevice({ deviceId: machine.id })
  expect(await staff.vending.getSales({ deviceId: machine.id })).toMatchObject({ purchases: 2, volumeCents: 425 })
})

test('lock, unlock and reboot reach the machine, and say so when they do not', async () => {
  const machine = await aVendingMachine(portal.db)
  const staff = await administrator()
  await expect(staff.vending.unlock({ deviceId: machine.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  const line = await site.connect(url, machine)
  for (const command of ['lock', 'unlock', 'reboot'] as const) {
    expect(await staff.vending[command]({ deviceId: machine.id })).toEqual({ success: true })
    expect(await line.next()).toEqual({ command })
  }
})

test('who looks after money finds the machines, also those out of use, and refunds without looking after devices', async () => {
  const { machine, purchaseId } = await aSale()
  await portal.db.updateTable('devices').set({ removed_at: new Date() }).where('id', '=', machine.id).execute()
  const staff = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  const { machines } = await staff.vending.listMachines()
  expect(machines.find(({ id }) => id === machine.id)).toMatchObject({ removedAt: expect.any(String) })
  expect((await staff.vending.listPurchases({ deviceId: machine.id })).purchases).toMatchObject([{ canRefund: true }])
  expect(await staff.vending.refund({ purchaseId, reason: 'Empty can' })).toEqual({ balanceCents: 1000 })
})
