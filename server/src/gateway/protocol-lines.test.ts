import Fastify from 'fastify'
import { beforeAll, afterAll, afterEach, test, vi, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { doorProtocol } from '../doors/door-protocol.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { dialBytes, frameBytes, opcodes } from './byte-line.testing.ts'
import { type GatewayLimits, deviceGateway } from './gateway.ts'

let portal: TestPortal

const closing: (() => unknown)[] = []

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A gateway with limits of its own, and a way to open lines to doors at it. */
const gatewayWith = async (limits: Partial<GatewayLimits>) => {
  const app = Fastify()
  const { services } = portal
  await deviceGateway(app, { services, protocols: { door: doorProtocol(services) }, limits })
  closing.push(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return async (serial: string) => {
    const line = await dialBytes(url, { path: `/ws/access/door/${serial}` })
    closing.push(line.end)
    return line
  }
}

const ping = { command: 'ping' }

const pong = { command: 'pong' }

/** A door past its initial pushes, and where it connects to. */
const connectDoor = async (limits: Partial<GatewayLimits>) => {
  const door = await aDoor(portal.db)
  const dial = await gatewayWith(limits)
  const line = await dial(door.serial)
  line.say({ command: 'authenticate', secret_key: door.key })
  for (let n = 0; n < 3; n += 1) await line.hear()
  return { door, line, dial }
}

const endOf = (deviceId: number) =>
  portal.db
    .selectFrom('device_connections')
    .select(['disconnected_at', 'reason'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()

/** Lets no time pass at gateways but what a test says, so that a slow machine makes no device late. */
const holdTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closing.push(async () => vi.useRealTimers())
}

test('a line whose other end is gone without a farewell is cut, and kept as one that fell silent', async () => {
  holdTime()
  const { door, line } = await connectDoor({ idleMs: 150 })
  // Nothing is read or answered any more, as after the plug was pulled.
  line.socket.pause()
  vi.advanceTimersByTime(150)
  await expect.poll(() => endOf(door.id)).toMatchObject({ reason: 'silent' })
  line.socket.resume()
  expect(await line.closeCode()).toBeNull()
})

test('a device that only pings its line, as some libraries do by themselves, stays', async () => {
  holdTime()
  const { line } = await connectDoor({ quietMs: 5_000, idleMs: 400 })
  for (let n = 0; n < 8; n += 1) {
    line.write(frameBytes({ opcode: opcodes.ping }))
    expect(await line.frame()).toMatchObject({ opcode: opcodes.pong })
    vi.advanceTimersByTime(300)
  }
  line.say(ping)
  expect(await line.hear()).toEqual(pong)
})

test('a line that asks and never reads the answers is cut before they fill the memory', async () => {
  const { line } = await connectDoor({ maxUnsentBytes: 64 * 1024, burst: 1_000_000 })
  const unread = frameBytes({ opcode: opcodes.ping, payload: 'x'.repeat(125) })
  line.socket.pause()
  const flood = setInterval(() => line.write(...Array.from({ length: 2_000 }, () => unread)), 5)
  closing.push(() => clearInterval(flood))
  await expect.poll(() => line.socket.writable).toBe(false)
})

test('lists that a slow door does not take are not kept without end', async () => {
  const door = await aDoor(portal.db)
  const { id } = await aMember(portal.db)
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const numbers = Array.from({ length: 3_000 }, (_, n) => String(20_000_000_000 + n))
  await portal.db
    .insertInto('cards')
    .values(numbers.map((number) => ({ member_id: id, number, added_at: new Date() })))
    .execute()
  const dial = await gatewayWith({ maxUnsentBytes: 64 * 1024, burst: 1_000_000 })
  const line = await dial(door.serial)
  line.say({ command: 'authenticate', secret_key: door.key })
  for (let n = 0; n < 3; n += 1) await line.hear()
  line.socket.pause()
  const ask = setInterval(() => line.say({ command: 'sync' }), 1)
  closing.push(() => clearInterval(ask))
  await expect.poll(() => endOf(door.id)).toMatchObject({ disconnected_at: expect.any(Date) })
})

test('a message in endless empty pieces is given up', async () => {
  const { line } = await connectDoor({})
  line.write(frameBytes({ payload: '', isFinal: false }))
  const piece = frameBytes({ payload: '', opcode: opcodes.continuation, isFinal: false })
  line.write(...Array.from({ length: 20_000 }, () => piece))
  expect([1008, 1009]).toContain(await line.closeCode())
})

test('a device that sends before it is authenticated is heard once', async () => {
  const door = await aDoor(portal.db)
  const dial = await gatewayWith({})
  const line = await dial(door.serial)
  line.write(...Array.from({ length: 500 }, () => frameBytes({ payload: JSON.stringify(ping) })))
  line.say({ command: 'authenticate', secret_key: door.key })
  expect(await line.hear()).toEqual({ authorised: false })
  expect(await line.closeCode()).toBe(1000)
})

test('of two lines with one serial number the later one stays, told apart by nothing else', async () => {
  const { door, line, dial } = await connectDoor({})
  const second = await dial(door.serial)
  second.say({ command: 'authenticate', secret_key: door.key })
  for (let n = 0; n < 3; n += 1) await second.hear()
  expect(await line.closeCode()).toBe(1000)
  second.say(ping)
  expect(await second.hear()).toEqual(pong)
})
