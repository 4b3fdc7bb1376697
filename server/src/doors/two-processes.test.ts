import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aGrant } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { revokeDeviceKey } from '../devices/keys.ts'
import { dialDevice, type DialledDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aDoor } from './factory.ts'

/** Two portals on one database: doors hang on the second, people ask the first. */
let first: TestPortal
let second: TestPortal
let farUrl = ''
let admin: TestClient
const lines: DialledDevice[] = []

beforeAll(async () => {
  first = await startTestPortal()
  second = await first.another()
  farUrl = await second.listen()
  admin = await first.as((await aMember(first.db, { isAdmin: true })).id)
})
afterEach(async () => {
  for (const line of lines.splice(0)) await line.close()
})
afterAll(async () => {
  await second.close()
  await first.close()
})

/** A door past its initial pushes, at the second portal. */
const hang = async () => {
  const door = await aDoor(first.db)
  const line = await dialDevice(farUrl, { path: `/ws/access/door/${door.serial}`, key: door.key })
  lines.push(line)
  await line.settle()
  return { door, line }
}

test.each(['bump', 'lock', 'unlock', 'reboot'] as const)(
  '%s reaches a door on the other process once',
  async (order) => {
    const { door, line } = await hang()
    expect(await admin.doors[order]({ doorId: door.id })).toEqual({ success: true })
    expect(await line.settle()).toEqual([{ command: order }])
  },
)

test('a list that one process changes, and one it is asked for, come from the other', async () => {
  const { door, line } = await hang()
  const { id: memberId } = await aMember(first.db, { cards: ['4711'] })
  await admin.access.grantDoor({ doorId: door.id, memberId })
  expect(await line.next()).toMatchObject({ command: 'sync', tags: ['4711'] })
  await admin.doors.sync({ doorId: door.id })
  expect(await line.settle()).toMatchObject([{ command: 'sync', tags: ['4711'] }])
})

test('a lockout given to one process is heard by the door on the other', async () => {
  const { door, line } = await hang()
  await admin.devices.setLockout({ deviceId: door.id, isLockedOut: true, reason: 'New lock' })
  expect(await line.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
  expect(await line.settle()).toEqual([])
})

test('a swipe at one process is told on screens of the other', async () => {
  const { door, line } = await hang()
  const bo = await aMember(first.db, { cards: ['4712'] })
  await aGrant(first.db, { memberId: bo.id, deviceId: door.id })
  line.send({ command: 'log_access', card_id: '4712' })
  expect(await line.next()).toEqual({ command: 'log_access', success: true })
  const { doors } = await (await first.as(bo.id)).access.listSwipes()
  expect(doors).toMatchObject([{ name: door.name }])
})

test('a key that one process revokes ends the line at the other', async () => {
  const { door, line } = await hang()
  await revokeDeviceKey(first.ctx, { deviceId: door.id, keyId: door.keyId })
  expect(await line.closed).toBe(1000)
})

test('of doors that arrive at both processes in the same moment one line each is left', async () => {
  const nearUrl = await first.listen()
  const doors = await Promise.all(Array.from({ length: 8 }, () => aDoor(first.db)))
  const pairs = await Promise.all(
    doors.map(({ serial, key }) =>
      Promise.all([nearUrl, farUrl].map((url) => dialDevice(url, { path: `/ws/access/door/${serial}`, key }))),
    ),
  )
  lines.push(...pairs.flat())
  for (const pair of pairs) {
    expect(await Promise.race(pair.map((line) => line.closed))).toBe(1000)
    const left = pair.filter(({ socket }) => socket.readyState === socket.OPEN)
    expect(left).toHaveLength(1)
    expect(await left[0]?.settle()).toBeDefined()
  }
})
