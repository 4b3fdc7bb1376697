import { randomUUID } from 'node:crypto'
import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { changeGrants } from '../access/grants.ts'
import { deviceChanges } from '../devices/channels.ts'
import { createDeviceKey, revokeDeviceKey } from '../devices/keys.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { authoriseDevice, removeDevice } from '../devices/registration.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aVendingMachine } from '../vending/factory.ts'
import { type DialledDevice, dialDevice } from './dialled-device.testing.ts'

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

const dial = async (serial: string, input: { key?: string; at?: string } = {}) => {
  const { at = url, ...rest } = input
  const device = await dialDevice(at, { path: `/ws/access/door/${serial}`, ...rest })
  dialled.push(device)
  return device
}

/** A door past its initial pushes. */
const connect = async (door: { serial: string; key: string }, at = url) => {
  const device = await dial(door.serial, { key: door.key, at })
  const welcome = [await device.next(), await device.next(), await device.next()]
  return { ...device, welcome }
}

const keyIdOf = async (key: string) => {
  const row = await portal.db
    .selectFrom('device_keys')
    .select('id')
    .where('prefix', '=', key.slice(0, 8))
    .executeTakeFirstOrThrow()
  return row.id
}

const pending = () => portal.db.selectFrom('pending_devices').selectAll().execute()

test.each(['is removed', 'may no longer connect', 'has its key revoked'])(
  'a door that %s is sent an empty list before its line is closed, so that it opens for no one from then on',
  async (how) => {
    const door = await aDoor(portal.db)
    const { id } = await aMember(portal.db, { cards: [randomUUID()] })
    await aGrant(portal.db, { memberId: id, deviceId: door.id })
    const device = await connect(door)
    if (how === 'is removed') await removeDevice(portal.ctx, { deviceId: door.id, kind: 'door' })
    else if (how === 'may no longer connect')
      await authoriseDevice(portal.ctx, { deviceId: door.id, isAuthorised: false })
    else await revokeDeviceKey(portal.ctx, { deviceId: door.id, keyId: await keyIdOf(door.key) })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: [] })
    expect(await device.closed).toBe(1000)
  },
)

test('withdrawing the authorisation closes the living line, and it cannot come back', async () => {
  const door = await aDoor(portal.db)
  const device = await connect(door)
  await authoriseDevice(portal.ctx, { deviceId: door.id, isAuthorised: false })
  expect(await device.closed).toBe(1000)
  const again = await dial(door.serial, { key: door.key })
  expect(await again.closed).toBe(1000)
  expect(again.unread()).toEqual([])
})

test('revoking a key closes the line opened with it; a line with another key of the device stays', async () => {
  const door = await aDoor(portal.db)
  const spare = await createDeviceKey(portal.ctx, door.id)
  const device = await connect({ ...door, key: spare })
  await revokeDeviceKey(portal.ctx, { deviceId: door.id, keyId: door.keyId })
  expect(await device.settle()).toEqual([])
  await revokeDeviceKey(portal.ctx, { deviceId: door.id, keyId: await keyIdOf(spare) })
  expect(await device.closed).toBe(1000)
  const again = await dial(door.serial, { key: spare })
  expect(await again.next()).toEqual({ authorised: false })
})

test('a removed device loses its line and is unknown from then on', async () => {
  const door = await aDoor(portal.db)
  const device = await connect(door)
  await portal.db.updateTable('devices').set({ removed_at: new Date() }).where('id', '=', door.id).execute()
  await portal.services.live.send([deviceChanges.notice({ deviceIds: [door.id] })])
  expect(await device.closed).toBe(1000)
  expect(await (await dial(door.serial, { key: door.key })).closed).toBe(1000)
  expect(await pending()).toMatchObject([{ serial: door.serial }])
})

test('a lockout reaches the door once, and only the door concerned', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  const [device, bystander] = [await connect(door), await connect(other)]
  await lockOutDevice(portal.ctx, { deviceId: door.id, isLockedOut: true })
  expect(await device.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
  await lockOutDevice(portal.ctx, { deviceId: door.id, isLockedOut: true })
  expect(await device.settle()).toEqual([])
  expect(await bystander.settle()).toEqual([])
  await lockOutDevice(portal.ctx, { deviceId: door.id, isLockedOut: false })
  expect(await device.next()).toEqual({ command: 'update_device_locked_out', locked_out: false })
})

test('a lockout without anybody connected is told on the next arrival', async () => {
  const door = await aDoor(portal.db, { isLockedOut: true })
  const { welcome } = await connect(door)
  expect(welcome[2]).toEqual({ command: 'update_device_locked_out', locked_out: true })
})

test('nothing is pushed before a device has proved itself', async () => {
  const door = await aDoor(portal.db, { lastSeenAt: new Date() })
  const device = await dial(door.serial)
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await expect(admin.doors.unlock({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  await lockOutDevice(portal.ctx, { deviceId: door.id, isLockedOut: true })
  device.send({ command: 'authenticate', secret_key: door.key })
  expect(await device.next()).toEqual({ authorised: true })
  expect(await device.next()).toMatchObject({ command: 'sync' })
  expect(await device.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
  expect(await device.settle()).toEqual([])
})

test('a new line of the same device replaces the old one, in this process and in another', async () => {
  const door = await aDoor(portal.db)
  const second = await portal.another()
  try {
    const secondUrl = await second.listen()
    const first = await connect(door)
    const next = await connect(door)
    expect(await first.closed).toBe(1000)
    const elsewhere = await connect(door, secondUrl)
    expect(await next.closed).toBe(1000)
    expect(await elsewhere.settle()).toEqual([])
    await elsewhere.close()
  } finally {
    await second.close()
  }
})

test('of many doors that arrive in the same moment, each gets its own list and none is let in with a wrong key', async () => {
  const doors = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const number = `rush-${n}`
      const [door, { id: memberId }] = [await aDoor(portal.db), await aMember(portal.db, { cards: [number] })]
      await aGrant(portal.db, { memberId, deviceId: door.id })
      return { ...door, number }
    }),
  )
  const keyOf = (n: number) => doors[n]?.key ?? ''
  const arrived = await Promise.all(
    doors.map(async ({ serial, number }, n) => {
      // Every third has the key of the next door, every third the prefix of its own.
      const wrong = n % 3 === 1 ? keyOf(n + 1) : `${keyOf(n).slice(0, 9)}${'A'.repeat(32)}`
      const device = await dial(serial, { key: n % 3 === 0 ? keyOf(n) : wrong })
      return { device, number, isRight: n % 3 === 0 }
    }),
  )
  for (const { device, number } of arrived.filter(({ isRight }) => isRight)) {
    expect(await device.next()).toEqual({ authorised: true })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: [number] })
    expect(await device.next()).toEqual({ command: 'update_device_locked_out', locked_out: false })
  }
  for (const { device } of arrived.filter(({ isRight }) => !isRight)) {
    expect(await device.next()).toEqual({ authorised: false })
    expect(await device.closed).toBe(1000)
    expect(device.unread()).toEqual([])
  }
})

test('a key that is revoked while many doors arrive ends its line, and no other', async () => {
  const doors = await Promise.all(Array.from({ length: 12 }, () => aDoor(portal.db)))
  const [first] = doors
  if (!first) throw new Error('there are doors')
  const [devices] = await Promise.all([
    Promise.all(doors.map((door) => dial(door.serial, { key: door.key }))),
    revokeDeviceKey(portal.ctx, { deviceId: first.id, keyId: first.keyId }),
  ])
  const [ended, ...others] = devices
  expect(await ended?.closed).toBe(1000)
  for (const device of others) expect(await device.settle()).toMatchObject([{ authorised: true }, {}, {}])
})

test('a card that is lost and a lockout that is given while doors arrive are what each of them ends with', async () => {
  const doors = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const [door, { id: memberId }] = [await aDoor(portal.db), await aMember(portal.db, { cards: [randomUUID()] })]
      await aGrant(portal.db, { memberId, deviceId: door.id })
      return { ...door, memberId }
    }),
  )
  const [devices] = await Promise.all([
    Promise.all(doors.map((door) => dial(door.serial, { key: door.key }))),
    ...doors.flatMap(({ id, memberId }) => [
      changeGrants(portal.ctx, { memberIds: [memberId], revoke: [id] }),
      lockOutDevice(portal.ctx, { deviceId: id, isLockedOut: true }),
    ]),
  ])
  for (const device of devices) {
    const heard: Record<string, unknown>[] = []
    await expect
      .poll(async () => {
        heard.push(...(await device.settle()))
        return [heard.findLast(({ tags }) => tags)?.tags, heard.findLast(({ locked_out: is }) => is !== undefined)]
      })
      .toEqual([[], { command: 'update_device_locked_out', locked_out: true }])
  }
})

test('a door that arrives twice in the same moment keeps one line', async () => {
  const door = await aDoor(portal.db)
  const twins = await Promise.all([dial(door.serial, { key: door.key }), dial(door.serial, { key: door.key })])
  expect(await Promise.race(twins.map((twin) => twin.closed))).toBe(1000)
  const left = twins.filter(({ socket }) => socket.readyState === socket.OPEN)
  expect(left).toHaveLength(1)
  expect(await left[0]?.settle()).toBeDefined()
})

test.each(['interlocks', 'vending'] as const)(
  'what a sync sends to devices of %s is the lockout state, which is all they hold',
  async (domain) => {
    const device = await (domain === 'interlocks'
      ? aMachine(portal.db, { isLockedOut: true })
      : aVendingMachine(portal.db, { isLockedOut: true }))
    const path = `/ws/access/${domain === 'interlocks' ? 'interlock' : 'memberbucks'}/${device.serial}`
    const line = await dialDevice(url, { path, key: device.key })
    dialled.push(line)
    const state = { command: 'update_device_locked_out', locked_out: true }
    expect([await line.next(), await line.next()]).toEqual([{ authorised: true }, state])
    const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
    const sync = () =>
      domain === 'interlocks'
        ? staff.interlocks.sync({ interlockId: device.id })
        : staff.vending.sync({ deviceId: device.id })
    expect(await sync()).toEqual({ success: true })
    expect(await line.settle()).toEqual([state])
    expect(
      await portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', device.id).execute(),
    ).toContainEqual({ event: domain === 'interlocks' ? 'interlock.synced' : 'memberbucks.synced' })
  },
)
