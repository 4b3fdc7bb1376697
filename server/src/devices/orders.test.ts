import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aDoor } from '../doors/factory.ts'
import { dialDevice, type DialledDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { deviceOrders } from './channels.ts'
import { awaitAnswer, giveOrder, newOrder, takeOrder } from './orders.ts'

let portal: TestPortal
let url = ''
beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})
afterAll(() => portal.close())

const hang = async (): Promise<{ deviceId: number; line: DialledDevice }> => {
  const door = await aDoor(portal.db)
  const line = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  await line.settle()
  return { deviceId: door.id, line }
}

/** Stores an order without telling of it, as when the line on which it is told is late. */
const giveLate = async (deviceId: number) => {
  const order = { orderId: randomUUID(), deviceId, command: 'bump' as const, lifeMs: 60_000 }
  await record(portal.ctx, async (work) => ({ result: void (await giveOrder(work, order)) }))
  return order
}
const tell = ({ orderId, deviceId, command }: Awaited<ReturnType<typeof giveLate>>) =>
  portal.services.live.send([deviceOrders.notice({ orderId, deviceId, command })])

test('an order that is heard after its end is not obeyed', async () => {
  const { deviceId, line } = await hang()
  const order = await giveLate(deviceId)
  await sql`update device_orders set ends_at = clock_timestamp()`.execute(portal.db)
  await tell(order)
  expect(await line.settle()).toEqual([])
  await line.close()
})

test('an order that is heard twice is obeyed once', async () => {
  const { deviceId, line } = await hang()
  const order = await giveLate(deviceId)
  await tell(order)
  await tell(order)
  expect(await line.next()).toEqual({ command: 'bump' })
  expect(await line.settle()).toEqual([])
  await line.close()
})

test('two orders that are given at once are two, although the database merges what is said twice', async () => {
  const { deviceId, line } = await hang()
  await record(portal.ctx, async (work) => {
    const give = () => giveOrder(work, newOrder({ deviceId, command: 'bump' }))
    return { result: undefined, tell: [await give(), await give()] }
  })
  expect([await line.next(), await line.next()]).toEqual([{ command: 'bump' }, { command: 'bump' }])
  expect(await line.settle()).toEqual([])
  await line.close()
})

test('an order that its giver has given up is not obeyed, whatever is heard of it later', async () => {
  const { deviceId, line } = await hang()
  const order = await giveLate(deviceId)
  const answer = awaitAnswer(portal.ctx, { orderId: order.orderId })
  expect(await answer.wait()).toBe(false)
  answer.stop()
  await tell(order)
  expect(await line.settle()).toEqual([])
  await line.close()
})

test('an order that was taken and whose answer was lost counts as obeyed by a board, which was sent it at once', async () => {
  const { deviceId, line } = await hang()
  const { orderId } = await giveLate(deviceId)
  const answer = awaitAnswer(portal.ctx, { orderId })
  expect(await takeOrder(portal.ctx, orderId)).toBeGreaterThan(0)
  expect(await answer.wait()).toBe(true)
  answer.stop()
  await line.close()
})

test('the audit names an order as not reached only where the door never heard of it', async () => {
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const door = await aDoor(portal.db, { lastSeenAt: new Date() })
  await expect(admin.doors.bump({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  const line = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  await line.settle()
  const [order] = await portal.db
    .selectFrom('device_orders')
    .select(['taken_at', 'given_up_at'])
    .where('device_id', '=', door.id)
    .execute()
  expect(order?.taken_at).toBeNull()
  expect(order?.given_up_at).not.toBeNull()
  expect(await line.settle()).toEqual([])
  await line.close()
})
