import Fastify from 'fastify'
import { beforeAll, afterAll, beforeEach, afterEach, test, expect, vi } from 'vitest'
import { maxPending } from '../devices/pending.ts'
import { doorProtocol } from '../doors/door-protocol.ts'
import { aDoor } from '../doors/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { dialDevice } from './dialled-device.testing.ts'
import { type GatewayLimits, deviceGateway } from './gateway.ts'

let portal: TestPortal

const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

beforeEach(async () => {
  await portal.db.deleteFrom('pending_devices').execute()
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A gateway with limits of its own, trusting the proxy that says where a device comes from. */
const gatewayWith = async (limits: Partial<GatewayLimits>) => {
  const app = Fastify({ trustProxy: true })
  const { services } = portal
  await deviceGateway(app, { services, protocols: { door: doorProtocol(services) }, limits })
  closing.push(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const dial = async (serial: string, input: { key?: string; from?: string } = {}) => {
    const { from = '10.0.0.1', ...rest } = input
    const options = { headers: { 'x-forwarded-for': from } }
    const device = await dialDevice(url, { path: `/ws/access/door/${serial}`, options, ...rest })
    closing.push(device.close)
    return device
  }
  return { app, dial }
}

const pending = () => portal.db.selectFrom('pending_devices').selectAll().execute()

test('a device that sends a flood is slowed down, not cut off, and others do not suffer', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  const { dial } = await gatewayWith({ burst: 5, perSecond: 200 })
  const [device, bystander] = [await dial(door.serial, { key: door.key }), await dial(other.serial, { key: other.key })]
  await bystander.settle()
  for (let n = 0; n < 300; n += 1) device.send({ command: 'ping' })
  bystander.send({ command: 'log_access_denied', card_id: '1' })
  expect(await bystander.next()).toEqual({ command: 'log_access_denied', success: true })
  expect(device.unread().length).toBeLessThan(300)
  for (let answered = 0; answered < 300;) if ((await device.next()).command === 'pong') answered += 1
})

test('a device that says nothing for too long is taken for gone', async () => {
  const door = await aDoor(portal.db)
  const { dial } = await gatewayWith({ idleMs: 100 })
  const device = await dial(door.serial, { key: door.key })
  expect(await device.closed).toBe(1006)
})

/** Lets no time pass at gateways but what a test says, so that a slow machine makes no device late. */
const holdTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closing.push(async () => vi.useRealTimers())
}

test('a device that pings in time stays', async () => {
  const door = await aDoor(portal.db)
  holdTime()
  const { dial } = await gatewayWith({ quietMs: 5_000, idleMs: 1_000 })
  const device = await dial(door.serial, { key: door.key })
  for (let n = 0; n < 4; n += 1) {
    await device.settle()
    vi.advanceTimersByTime(900)
  }
  expect(await device.settle()).toEqual([])
})

test('a device without a heartbeat stays, as it is asked whether it is there and answers', async () => {
  const door = await aDoor(portal.db)
  holdTime()
  const { dial } = await gatewayWith({ quietMs: 500, idleMs: 1_500 })
  const device = await dial(door.serial, { key: door.key })
  expect([await device.next(), await device.next(), await device.next()]).toHaveLength(3)
  // Longer than it may be silent.
  for (let n = 0; n < 4; n += 1) {
    const goOn = () => {
      vi.advanceTimersByTime(5)
      return device.unread().length
    }
    await expect.poll(goOn, { interval: 1 }).toBe(1)
    expect(await device.next()).toEqual({ command: 'ping' })
    device.send({ command: 'pong' })
  }
  expect(await device.settle()).toEqual([])
})

test('a device that does not prove itself in time is closed', async () => {
  const door = await aDoor(portal.db)
  const { dial } = await gatewayWith({ authenticateMs: 50 })
  const device = await dial(door.serial)
  expect(await device.closed).toBe(1000)
  expect(device.unread()).toEqual([])
})

test('an address has so many unproven lines and no more; proven ones do not count', async () => {
  const doors = [await aDoor(portal.db), await aDoor(portal.db), await aDoor(portal.db), await aDoor(portal.db)]
  const serial = (n: number) => doors[n]?.serial ?? ''
  const { dial } = await gatewayWith({ maxUnproven: 2 })
  const first = await dial(serial(0), { key: doors[0]?.key ?? '' })
  await first.settle()
  const [second] = [await dial(serial(1)), await dial(serial(2))]
  expect(await (await dial(serial(3))).closed).toBe(1013)
  expect(await (await dial(serial(3), { from: '10.0.0.2', key: doors[3]?.key ?? '' })).next()).toEqual({
    authorised: true,
  })
  await second.close()
  expect(await (await dial(serial(3), { key: doors[3]?.key ?? '' })).next()).toEqual({ authorised: true })
})

test('of one address only some unknown devices a minute are remembered', async () => {
  const { dial } = await gatewayWith({ knocksPerMinute: 3 })
  for (let n = 0; n < 6; n += 1) await (await dial(`new${n}`)).closed
  await (
    await dial('elsewhere', { from: '10.0.0.2' })
  ).closed
  expect((await pending()).map((row) => row.serial).toSorted()).toEqual(['elsewhere', 'new0', 'new1', 'new2'])
})

test('a flood of unknown devices from everywhere stays bounded, and the oldest make room', async () => {
  const start = new Date('2026-01-01').getTime()
  const old = Array.from({ length: maxPending }, (_, n) => ({
    serial: `old${n}`,
    ip_address: '10.0.0.1',
    first_seen_at: new Date(start),
    last_seen_at: new Date(start + n),
  }))
  await portal.db
    .insertInto('pending_devices')
    .values(old.map((row) => ({ kind: 'door', ...row })))
    .execute()
  const { dial } = await gatewayWith({})
  await Promise.all(Array.from({ length: 40 }, async (_, n) => (await dial(`new${n}`, { from: `10.0.1.${n}` })).closed))
  const serials = (await pending()).map((row) => row.serial)
  expect(serials).toHaveLength(maxPending)
  expect(serials.filter((serial) => serial.startsWith('new'))).toHaveLength(40)
  expect(serials).not.toContain('old39')
  expect(serials).toContain('old40')
})

test('last-seen times are written together, at the latest when the process ends', async () => {
  const door = await aDoor(portal.db)
  const { app, dial } = await gatewayWith({})
  const device = await dial(door.serial, { key: door.key })
  await device.settle()
  const seenAt = async () =>
    (await portal.db.selectFrom('devices').select('last_seen_at').where('id', '=', door.id).executeTakeFirstOrThrow())
      .last_seen_at
  const arrived = await seenAt()
  await expect.poll(() => Date.now()).toBeGreaterThan(arrived?.getTime() ?? 0)
  await device.settle()
  expect(await seenAt()).toEqual(arrived)
  await app.close()
  expect((await seenAt())?.getTime()).toBeGreaterThan(arrived?.getTime() ?? 0)
  expect(await device.closed).toBe(1001)
})
