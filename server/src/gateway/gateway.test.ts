import { beforeAll, afterAll, beforeEach, afterEach, test, expect } from 'vitest'
import type { ClientOptions } from 'ws'
import { aGrant } from '../access/factory.ts'
import { aDevice } from '../devices/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { type DialledDevice, dialDevice } from './dialled-device.testing.ts'

const hashOfNone = 'd751713988987e9331980363e24189ce'

const hashOf111 = '59f072609ea931e7ff8b5b33c9383891'

let portal: TestPortal

let url = ''

const dialled: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})

afterAll(() => portal.close())

beforeEach(async () => {
  await portal.db.deleteFrom('pending_devices').execute()
})

afterEach(async () => {
  for (const device of dialled.splice(0)) await device.close()
})

const dial = async (serial: string, input: { key?: string; kind?: string; options?: ClientOptions } = {}) => {
  const { kind = 'door', ...rest } = input
  const device = await dialDevice(url, { path: `/ws/access/${kind}/${serial}`, ...rest })
  dialled.push(device)
  return device
}

/** A door past its initial pushes. */
const connect = async (door: { serial: string; key: string }) => {
  const device = await dial(door.serial, { key: door.key })
  const welcome = [await device.next(), await device.next(), await device.next()]
  return { ...device, welcome }
}

const pending = () => portal.db.selectFrom('pending_devices').selectAll().orderBy('serial').execute()

test('a door that proves itself gets authorised, then its list, then its lockout state', async () => {
  const door = await aDoor(portal.db)
  const { id } = await aMember(portal.db, { cards: ['111'] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const { welcome } = await connect(door)
  expect(welcome).toEqual([
    { authorised: true },
    { command: 'sync', tags: ['111'], hash: hashOf111 },
    { command: 'update_device_locked_out', locked_out: false },
  ])
})

test('a device that says its address before it is answered is heard, and nothing is answered to that', async () => {
  const door = await aDoor(portal.db)
  const device = await dial(door.serial)
  device.send({ command: 'authenticate', secret_key: door.key })
  device.send({ command: 'ip_address', ip_address: '10.0.0.5' })
  expect(await device.settle()).toHaveLength(3)
  const { ip_address } = await portal.db
    .selectFrom('devices')
    .select('ip_address')
    .where('id', '=', door.id)
    .executeTakeFirstOrThrow()
  expect(ip_address).toBe('10.0.0.5')
})

test.each([
  [{ command: 'ip_address', ip_address: '10.0.0.5', firmware: ' BeepBeep\u0000 2.1\n' }, 'BeepBeep 2.1'],
  [{ command: 'firmware', firmware: 'x'.repeat(300) }, 'x'.repeat(100)],
  [{ command: 'firmware', firmware: 7 }, null],
])('what a device says of its firmware is kept, and nothing is answered: %j', async (message, firmware) => {
  const door = await aDoor(portal.db)
  const device = await connect(door)
  device.send(message)
  expect(await device.settle()).toEqual([])
  const staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  expect(await staff.devices.get({ deviceId: door.id })).toMatchObject({ firmware })
})

test('an address that is none is not stored', async () => {
  const door = await aDoor(portal.db)
  const device = await connect(door)
  device.send({ command: 'ip_address', ip_address: 'drop table' })
  expect(await device.settle()).toEqual([])
  const { ip_address } = await portal.db
    .selectFrom('devices')
    .select('ip_address')
    .where('id', '=', door.id)
    .executeTakeFirstOrThrow()
  expect(ip_address).toBeNull()
})

test('a wrong key is answered with authorised false and the line is closed', async () => {
  const door = await aDoor(portal.db)
  const device = await dial(door.serial, { key: `${door.key.slice(0, -1)}!` })
  expect(await device.next()).toEqual({ authorised: false })
  expect(await device.closed).toBe(1000)
})

test.each([
  ['a ping', '{"command":"ping"}'],
  ['a swipe', '{"command":"log_access","card_id":"111"}'],
  ['authenticate without a key', '{"command":"authenticate"}'],
  ['a key that is a number', '{"command":"authenticate","secret_key":5}'],
  ['no JSON at all', 'hello'],
])('%s as the first message is refused and nothing of it is stored', async (_, message) => {
  const door = await aDoor(portal.db)
  const device = await dial(door.serial)
  device.send(message)
  expect(await device.next()).toEqual({ authorised: false })
  expect(await device.closed).toBe(1000)
  expect(await portal.db.selectFrom('swipes').select('id').where('device_id', '=', door.id).execute()).toEqual([])
})

test('the key of another device opens nothing, whatever is known of the serial number', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  const device = await dial(door.serial, { key: other.key })
  expect(await device.next()).toEqual({ authorised: false })
  const vending = await aDevice(portal.db, { kind: 'memberbucks' })
  const thief = await dial(vending.serial, { kind: 'memberbucks', key: door.key })
  expect(await thief.next()).toEqual({ authorised: false })
  expect(await thief.closed).toBe(1000)
})

test('capital letters in a serial number make no other device of it', async () => {
  const door = await aDoor(portal.db)
  const { welcome } = await connect({ ...door, serial: door.serial.toUpperCase() })
  expect(welcome[0]).toEqual({ authorised: true })
})

test('a device that is not authorised is accepted and closed without a word, and its key does not help', async () => {
  const door = await aDoor(portal.db, { isAuthorised: false })
  const device = await dial(door.serial, { key: door.key })
  expect(await device.closed).toBe(1000)
  expect(device.unread()).toEqual([])
})

test('an unknown serial number becomes pending once, with how often it knocked', async () => {
  for (let n = 0; n < 3; n += 1) {
    const device = await dial('deadbeef0001')
    expect(await device.closed).toBe(1000)
    expect(device.unread()).toEqual([])
  }
  expect(await pending()).toMatchObject([
    { kind: 'door', serial: 'deadbeef0001', ip_address: '127.0.0.1', attempts: 3 },
  ])
})

test('unknown machines of every kind are turned away and become pending', async () => {
  for (const kind of ['interlock', 'memberbucks']) {
    expect(await (await dial('deadbeef0002', { kind })).closed).toBe(1000)
  }
  expect(await pending()).toMatchObject([{ kind: 'interlock' }, { kind: 'memberbucks' }])
})

test('odd serial numbers are closed and never stored', async () => {
  for (const serial of ['a%00b', '%F0%9F%9A%AA', 'a'.repeat(60), 'a%20b', '..%2F..']) {
    expect([1000, 1006]).toContain(await (await dial(serial)).closed)
  }
  expect(await pending()).toEqual([])
})

test('a garbage message is answered with an error and the line lives on', async () => {
  const device = await connect(await aDoor(portal.db))
  for (const garbage of ['{', '[]', '"text"', 'null', '{}', '{"command":7}', '{"command":"ip_address"}']) {
    device.send(garbage)
    expect(await device.next()).toEqual({ command: 'error' })
  }
  expect(await device.settle()).toEqual([])
})

test('unknown commands, and actions beside known ones, are passed over', async () => {
  const device = await connect(await aDoor(portal.db))
  device.send({ command: 'interlock_off' })
  device.send({ command: 'constructor' })
  device.send({ command: 'door_access', payload: 'nothing we know' })
  device.send({ command: 'pong', action: 'lock' })
  expect(await device.settle()).toEqual([])
})

test('binary frames are read like text frames', async () => {
  const device = await connect(await aDoor(portal.db))
  device.socket.send(Buffer.from('{"command":"ping"}'))
  expect(await device.next()).toEqual({ command: 'pong' })
})

test('a foreign Origin, cookies and a sub-protocol do not matter, and compression is never agreed on', async () => {
  const door = await aDoor(portal.db)
  const device = await dial(door.serial, {
    key: door.key,
    options: { origin: 'http://arduino.cc', headers: { cookie: 'sessionid=x' }, perMessageDeflate: true },
  })
  expect(await device.next()).toEqual({ authorised: true })
  expect(device.socket.extensions).toBe('')
})

test('messages are answered in the order they came', async () => {
  const device = await connect(await aDoor(portal.db))
  device.send({ command: 'log_access', card_id: '1' })
  device.send({ command: 'ping' })
  device.send({ command: 'log_access_denied', card_id: '1' })
  device.send({ command: 'sync' })
  expect(await device.settle()).toEqual([{ command: 'log_access', success: true }])
  expect(await device.settle()).toMatchObject([
    { command: 'log_access_denied', success: true },
    { command: 'sync', tags: [], hash: hashOfNone },
  ])
})

test('a message above 16 kB closes the line', async () => {
  const device = await connect(await aDoor(portal.db))
  device.send({ command: 'log_access', card_id: 'x'.repeat(17_000) })
  expect(await device.closed).toBe(1009)
})

test('arriving counts as being seen at once', async () => {
  const door = await aDoor(portal.db)
  await connect(door)
  const { last_seen_at } = await portal.db
    .selectFrom('devices')
    .select('last_seen_at')
    .where('id', '=', door.id)
    .executeTakeFirstOrThrow()
  expect(last_seen_at).toBeInstanceOf(Date)
})

test('the secret of a device is in no log', async () => {
  const door = await aDoor(portal.db)
  await connect(door)
  expect(portal.logLines.join('')).not.toContain(door.key.slice(9))
})
