import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { cleanUp } from '#platform/retention/clean-up.ts'
import { authoriseDevice } from '../devices/registration.ts'
import { aDoor } from '../doors/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { tidyConnections } from './connections.ts'
import { type DialledDevice, dialDevice } from './dialled-device.testing.ts'
import { gatewayDomain } from './domain.ts'

let portal: TestPortal

let url = ''

const dialled: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})

afterAll(() => portal.close())

afterEach(async () => {
  for (const device of dialled.splice(0)) await device.close()
})

const connect = async (door: { serial: string; key: string }, at = url) => {
  const device = await dialDevice(at, { path: `/ws/access/door/${door.serial}`, key: door.key })
  dialled.push(device)
  await device.settle()
  return device
}

const reasonsOf = async (deviceId: number) => {
  const rows = await portal.db
    .selectFrom('device_connections')
    .select('reason')
    .where('device_id', '=', deviceId)
    .orderBy('connected_at')
    .execute()
  return rows.map(({ reason }) => reason)
}

const aConnection = (deviceId: number, connectedAt: Date, more: { disconnected_at?: Date; reason?: 'closed' } = {}) =>
  portal.db
    .insertInto('device_connections')
    .values({ id: crypto.randomUUID(), device_id: deviceId, connected_at: connectedAt, ...more })
    .execute()

test('each connection of a device is stored with how it ended', async () => {
  const door = await aDoor(portal.db)
  const first = await connect(door)
  await expect.poll(() => reasonsOf(door.id)).toEqual([null])
  await first.close()
  await expect.poll(() => reasonsOf(door.id)).toEqual(['closed'])
  await connect(door)
  await connect(door)
  await expect.poll(() => reasonsOf(door.id)).toEqual(['closed', 'replaced', null])
  await authoriseDevice(portal.ctx, { deviceId: door.id, isAuthorised: false })
  await expect.poll(() => reasonsOf(door.id)).toEqual(['closed', 'replaced', 'withdrawn'])
})

test('a line to a portal that stops ends with it, and one taken over by another process is replaced', async () => {
  const door = await aDoor(portal.db)
  const other = await portal.another()
  await connect(door, await other.listen())
  await connect(door)
  await expect.poll(() => reasonsOf(door.id)).toEqual(['replaced', null])
  const second = await aDoor(portal.db)
  const third = await portal.another()
  await connect(second, await third.listen())
  await third.close()
  await expect.poll(() => reasonsOf(second.id)).toEqual(['portal'])
  await other.close()
})

test('a line whose portal died ended when the device was last heard of', async () => {
  const lastSeenAt = new Date(Date.now() - 600_000)
  const door = await aDoor(portal.db, { lastSeenAt })
  await aConnection(door.id, new Date(Date.now() - 3_600_000))
  await connect(door)
  await expect.poll(() => reasonsOf(door.id)).toEqual(['lost', null])
  const row = await portal.db
    .selectFrom('device_connections')
    .select('disconnected_at')
    .where('device_id', '=', door.id)
    .where('reason', '=', 'lost')
    .executeTakeFirstOrThrow()
  expect(row.disconnected_at).toEqual(lastSeenAt)
})

test('connections whose end was missed are ended, open ones are left alone, and after 90 days they are deleted', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const dead = await aDoor(portal.db, { lastSeenAt: days(1) })
  await aConnection(dead.id, days(2))
  await aConnection(dead.id, days(100), { disconnected_at: days(91), reason: 'closed' })
  await aConnection(dead.id, days(100), { disconnected_at: days(89), reason: 'closed' })
  const alive = await aDoor(portal.db)
  await connect(alive)
  await expect.poll(() => reasonsOf(alive.id)).toEqual([null])
  await tidyConnections(portal.ctx)
  await cleanUp(portal.ctx, gatewayDomain.retentions ?? [])
  expect(await reasonsOf(dead.id)).toEqual(['closed', 'lost'])
  expect(await reasonsOf(alive.id)).toEqual([null])
})
