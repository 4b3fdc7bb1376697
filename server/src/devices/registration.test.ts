import { beforeAll, afterAll, beforeEach, afterEach, test, expect } from 'vitest'
import { aDoor } from '../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aDevice } from './factory.ts'

let portal: TestPortal

let staff: Awaited<ReturnType<TestPortal['as']>>

let url = ''

const dialled: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  const { id } = await aMember(portal.db, { firstName: 'Ada', lastName: 'Okafor', permissions: ['devices'] })
  staff = await portal.as(id)
})

afterAll(() => portal.close())

beforeEach(async () => {
  await portal.db.deleteFrom('pending_devices').execute()
})

afterEach(async () => {
  for (const device of dialled.splice(0)) await device.close()
})

const dial = async (input: { kind?: string; serial: string; key?: string; at?: string }) => {
  const { kind = 'door', serial, at = url, ...rest } = input
  const device = await dialDevice(at, { path: `/ws/access/${kind}/${serial}`, ...rest })
  dialled.push(device)
  return device
}

const eventsOf = async (deviceId: number) => {
  const rows = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'device')
    .where('subject_id', '=', deviceId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

test('a device that knocked is seen, added with a key that opens its line, and no longer pending', async () => {
  await (
    await dial({ serial: 'deadbeef0101' })
  ).closed
  expect(await staff.devices.listPending()).toMatchObject({
    pending: [{ kind: 'door', serial: 'deadbeef0101', ipAddress: '127.0.0.1', attempts: 1 }],
  })
  const { deviceId, key } = await staff.devices.add({
    kind: 'door',
    name: ' Back door ',
    serial: 'deadbeef0101',
    isHidden: true,
  })
  expect(await staff.devices.listPending()).toEqual({ pending: [], siteUrl: portal.services.siteUrl })
  expect(await staff.devices.get({ deviceId })).toMatchObject({
    name: 'Back door',
    isAuthorised: true,
    isHidden: true,
    isExemptFromSignin: false,
    removedAt: null,
  })
  const device = await dial({ serial: 'deadbeef0101', key })
  expect(await device.next()).toEqual({ authorised: true })
  expect(await eventsOf(deviceId)).toEqual(['device.added', 'device.keyCreated'])
})

test('a serial number or name that is taken, or odd, is refused at its field', async () => {
  const taken = await aDevice(portal.db, { serial: 'Taken-1', name: 'Taken name' })
  const wanted = { kind: 'interlock', name: 'Free', serial: 'free-1' } as const // narrows the kind
  const fieldOf = (changes: object) =>
    staff.devices.add({ ...wanted, ...changes }).then(
      () => null,
      ({ body }) => body.fields?.[0]?.field,
    )
  expect(await fieldOf({ serial: 'taken-1' })).toBe('serial')
  expect(await fieldOf({ name: 'TAKEN NAME' })).toBe('name')
  expect(await fieldOf({ serial: 'a b' })).toBe('serial')
  expect(await fieldOf({ name: '  ' })).toBe('name')
  expect(await fieldOf({ kind: 'robot' })).toBe('kind')
  // What is out of use is free again.
  await staff.devices.removeDoor({ deviceId: taken.id })
  expect(await fieldOf({ serial: 'taken-1', name: 'Taken name' })).toBeNull()
})

test('what is dismissed is gone until it knocks again', async () => {
  await (
    await dial({ kind: 'interlock', serial: 'deadbeef0102' })
  ).closed
  await staff.devices.dismissPending({ kind: 'interlock', serial: 'deadbeef0102' })
  await expect(staff.devices.dismissPending({ kind: 'interlock', serial: 'deadbeef0102' })).rejects.toMatchObject({
    code: 'notFound',
  })
  expect(await staff.devices.listPending()).toEqual({ pending: [], siteUrl: portal.services.siteUrl })
  await (
    await dial({ kind: 'interlock', serial: 'deadbeef0102' })
  ).closed
  expect((await staff.devices.listPending()).pending).toHaveLength(1)
})

test('keys are listed by prefix with who made them and when they were used last, never with their secret', async () => {
  const door = await aDoor(portal.db)
  const { key } = await staff.devices.createKey({ deviceId: door.id })
  const device = await dial({ serial: door.serial, key })
  await device.next()
  await expect
    .poll(async () => (await staff.devices.listKeys({ deviceId: door.id })).keys)
    .toMatchObject([
      { prefix: key.slice(0, 8), createdBy: 'Ada Okafor', revokedAt: null, lastUsedAt: expect.any(String) },
      { id: door.keyId, prefix: door.key.slice(0, 8), createdBy: null, lastUsedAt: null },
    ])
  expect(JSON.stringify(await staff.devices.listKeys({ deviceId: door.id }))).not.toContain(key.slice(9))
})

test('a revoked key cuts the line it opened, also in another process, and is listed as revoked', async () => {
  const door = await aDoor(portal.db)
  const other = await portal.another()
  const device = await dial({ serial: door.serial, key: door.key, at: await other.listen() })
  await device.settle()
  await staff.devices.revokeKey({ deviceId: door.id, keyId: door.keyId })
  expect(await device.closed).toBe(1000)
  await other.close()
  expect(await staff.devices.listKeys({ deviceId: door.id })).toMatchObject({
    keys: [{ revokedAt: expect.any(String) }],
  })
  const stranger = await aDoor(portal.db)
  await expect(staff.devices.revokeKey({ deviceId: door.id, keyId: stranger.keyId })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('withdrawing the authorisation cuts the line, and authorising lets the device back in', async () => {
  const door = await aDoor(portal.db)
  const device = await dial({ serial: door.serial, key: door.key })
  await device.settle()
  await staff.devices.setAuthorised({ deviceId: door.id, isAuthorised: false })
  expect(await device.closed).toBe(1000)
  await staff.devices.setAuthorised({ deviceId: door.id, isAuthorised: true })
  const again = await dial({ serial: door.serial, key: door.key })
  expect(await again.next()).toEqual({ authorised: true })
})

test('every option of every kind can be changed; another serial number cuts the line', async () => {
  const machine = await aDevice(portal.db, { kind: 'interlock' })
  const device = await dial({ kind: 'interlock', serial: machine.serial, key: machine.key })
  await device.settle()
  await staff.devices.updateInterlock({
    deviceId: machine.id,
    postDiscordOnSwipe: false,
    postSlackOnSwipe: false,
    reportOnlineStatus: false,
    playThemeOnSwipe: true,
    ipAddress: '10.0.4.9',
    serialNumber: machine.serial.toUpperCase(),
  })
  expect(await device.settle()).toEqual([])
  expect(await staff.devices.get({ deviceId: machine.id })).toMatchObject({
    postsToDiscord: false,
    postsToSlack: false,
    reportsOnlineStatus: false,
    playsTheme: true,
    ipAddress: '10.0.4.9',
  })
  await staff.devices.updateInterlock({ deviceId: machine.id, serialNumber: `${machine.serial}-new` })
  expect(await device.closed).toBe(1000)
  const moved = await dial({ kind: 'interlock', serial: `${machine.serial}-new`, key: machine.key })
  expect(await moved.next()).toEqual({ authorised: true })
})

test('what is out of use stays to be read, and nothing of it can be changed', async () => {
  const door = await aDoor(portal.db, { name: 'Old gate' })
  const { id: deviceId } = door
  const device = await dial({ serial: door.serial, key: door.key })
  await device.settle()
  await staff.devices.removeDoor({ deviceId })
  expect(await device.closed).toBe(1000)
  expect((await staff.devices.list()).devices.map(({ id }) => id)).not.toContain(deviceId)
  expect((await staff.devices.listRemoved()).devices[0]).toMatchObject({ id: deviceId, name: 'Old gate' })
  expect(await staff.devices.get({ deviceId })).toMatchObject({ removedAt: expect.any(String) })
  const attempts = await Promise.allSettled([
    staff.devices.updateDoor({ deviceId, name: 'New gate' }),
    staff.devices.createKey({ deviceId }),
    staff.devices.setAuthorised({ deviceId, isAuthorised: false }),
    staff.devices.setLockout({ deviceId, isLockedOut: true }),
    staff.doors.bump({ doorId: deviceId }),
  ])
  for (const attempt of attempts) expect(attempt).toMatchObject({ reason: { code: 'notFound' } })
})
