import { DoorMessage } from '@spacekeeper/contract/doors/shapes.ts'
import { InterlockMessage } from '@spacekeeper/contract/interlocks/shapes.ts'
import { VendingMessage } from '@spacekeeper/contract/vending/shapes.ts'
import Fastify from 'fastify'
import { beforeAll, afterAll, test, expect } from 'vitest'
import type { z } from 'zod'
import { aGrant } from '../access/factory.ts'
import { doorProtocol } from '../doors/door-protocol.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { interlockProtocol } from '../interlocks/interlock-protocol.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aVendingMachine } from '../vending/factory.ts'
import { vendingProtocol } from '../vending/vending-protocol.ts'
import { type ByteLine, dialBytes } from './byte-line.testing.ts'
import { deviceGateway } from './gateway.ts'

let portal: TestPortal

let url = ''

const app = Fastify()

const lines: ByteLine[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  const { services } = portal
  const protocols = {
    door: doorProtocol(services),
    interlock: interlockProtocol(services),
    memberbucks: vendingProtocol(services),
  }
  // In no hurry to slow anybody down.
  await deviceGateway(app, { services, protocols, limits: { burst: 1_000_000 } })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  for (const line of lines) line.end()
  await app.close()
  await portal.close()
})

/** A line past its initial pushes, and everything it hears up to the answer to a ping. */
const connect = async (kind: string, device: { serial: string; key: string }) => {
  const line = await dialBytes(url, { path: `/ws/access/${kind}/${device.serial}` })
  lines.push(line)
  const settle = async () => {
    line.say({ command: 'ping' })
    const heard = []
    for (let next = await line.hear(); next.command !== 'pong'; next = await line.hear()) heard.push(next)
    return heard
  }
  line.say({ command: 'authenticate', secret_key: device.key })
  await settle()
  return { line, settle }
}

/** What went wrong in the portal itself, which no message may cause. */
const faults = () => portal.logLines.filter((text) => /could not be handled|"level":(50|60)/.test(text))

/** What no device means: the message is answered with an error, whichever it is. */
const neverMeant: unknown[] = [
  { length: { toString: 1, valueOf: 2 } },
  { toString: null, valueOf: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
]

const odd: unknown[] = [
  ...neverMeant,
  undefined,
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  '',
  ' ',
  'null',
  'NaN',
  '-1',
  '1e400',
  'a\u0000b',
  '\ud800',
  '\u202e\u0007\u{1F3AB}',
  `1' or '1'='1`,
  '%',
  '__proto__',
  'x'.repeat(2_000),
  '9'.repeat(400),
  [],
  ['111'],
  [[[[]]]],
  {},
  { card_id: '111' },
  '00000000-0000-4000-8000-000000000000',
]

/** Each field odd in turn while the others are right, then all of them odd at once. */
const spoiled = (right: Record<string, unknown>): object[] => [
  ...Object.keys(right).flatMap((field) => odd.map((value) => ({ ...right, [field]: value }))),
  ...odd.map((value) => Object.fromEntries(Object.keys(right).map((field) => [field, value]))),
]

/** The messages that made the portal fail. */
const tellAll = async (device: Awaited<ReturnType<typeof connect>>, messages: readonly object[]) => {
  const guilty: object[] = []
  for (const message of messages) {
    const before = faults().length
    device.line.say(message)
    await device.settle()
    if (faults().length > before) guilty.push(message)
  }
  return guilty
}

const commandsOf = (messages: readonly object[]) =>
  new Set(messages.map((message) => ('command' in message ? message.command : undefined)))

/** The commands of a kind's messages that none of these tries; every device sends a ping with each of them. */
const untried = (schema: { options: readonly { shape: { command: z.ZodType } }[] }, messages: readonly object[]) => {
  const tried = commandsOf([{ command: 'ping' }, ...messages])
  return schema.options.filter(({ shape }) => ![...tried].some((command) => shape.command.safeParse(command).success))
}

test('what no device means is answered with an error, before and after it is known', async () => {
  const door = await aDoor(portal.db)
  const device = await connect('door', door)
  for (const value of neverMeant) {
    device.line.say({ command: 'ip_address', ip_address: '10.0.0.1', firmware: value })
    expect(await device.settle(), JSON.stringify(value).slice(0, 40)).toEqual([{ command: 'error' }])
  }
  for (const value of neverMeant) {
    const line = await dialBytes(url, { path: `/ws/access/door/${door.serial}` })
    line.say({ command: 'authenticate', secret_key: value })
    expect(await line.hear()).toEqual({ authorised: false })
    line.end()
  }
  expect(faults()).toEqual([])
})

test('a machine ends its use, though its reader pads cards with NUL and its meter runs wild', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 100 })
  const { id } = await aMember(portal.db, { cards: ['444'] })
  await aGrant(portal.db, { memberId: id, deviceId: machine.id })
  const { line, settle } = await connect('interlock', machine)
  line.say({ command: 'interlock_session_start', card_id: '444' })
  const [{ session_id } = {}] = await settle()
  line.say({ command: 'interlock_session_end', session_id, session_kwh: 1e308, card_id: '444\u0000\u0000' })
  expect(await settle()).toEqual([{ command: 'interlock_session_end', success: true }])
})

test('no odd value makes the portal fail at a door', async () => {
  const door = await aDoor(portal.db)
  const { id } = await aMember(portal.db, { cards: ['111'] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const device = await connect('door', door)
  const reports = ['log_access', 'log_access_denied', 'log_access_locked_out']
  const messages = [
    ...reports.flatMap((command) => spoiled({ command, card_id: '111' })),
    ...spoiled({ command: 'door_access', payload: { card_id: '111' } }),
    ...odd.map((card_id) => ({ command: 'door_access', payload: { card_id } })),
    ...spoiled({ command: 'ip_address', ip_address: '10.0.0.1' }),
    ...spoiled({ command: 'sync', action: 'lock' }),
    ...spoiled({ command: 'authenticate', secret_key: door.key }),
  ]
  expect(untried(DoorMessage, messages)).toEqual([])
  expect(await tellAll(device, messages)).toEqual([])
})

test('no odd value makes the portal fail at a machine', async () => {
  const machine = await aMachine(portal.db, { perSessionCents: 10, perHourCents: 100, perKwhCents: 100 })
  const { id } = await aMember(portal.db, { cards: ['222'] })
  await aGrant(portal.db, { memberId: id, deviceId: machine.id })
  const device = await connect('interlock', machine)
  const start = async () => {
    device.line.say({ command: 'interlock_session_start', card_id: '222' })
    const [answer] = await device.settle()
    return String(answer?.session_id)
  }
  const session_id = await start()
  const messages = [
    ...spoiled({ command: 'interlock_session_update', session_id, session_kwh: 1 }),
    ...spoiled({ command: 'interlock_session_end', session_id, session_kwh: 1, card_id: '222' }),
    ...spoiled({ command: 'interlock_session_start', card_id: '222' }),
  ]
  expect(untried(InterlockMessage, messages)).toEqual([])
  expect(await tellAll(device, messages)).toEqual([])
})

test('no odd value makes the portal fail at a vending machine', async () => {
  const machine = await aVendingMachine(portal.db, { maxCreditCents: 500 })
  const { id } = await aMember(portal.db, { cards: ['333'] })
  await anEntry(portal.db, { memberId: id, amountCents: 100_000 })
  const device = await connect('memberbucks', machine)
  const sale = { card_id: '333', amount: 1, description: 'x', product_external_id: '7', request_id: 'a' }
  const messages = [
    ...spoiled({ command: 'balance', card_id: '333' }),
    ...spoiled({ command: 'debit', ...sale }),
    ...spoiled({ command: 'credit', ...sale }),
  ]
  expect(untried(VendingMessage, messages)).toEqual([])
  expect(await tellAll(device, messages)).toEqual([])
})

test('a card number with more digits than a number holds is that card and no other', async () => {
  const [mine, other] = ['36310272012345677', '36310272012345681']
  const door = await aDoor(portal.db)
  const bo = await aMember(portal.db, { cards: [mine] })
  await aGrant(portal.db, { memberId: bo.id, deviceId: door.id })
  const { line, settle } = await connect('door', door)
  for (const digits of [mine, other, '3.6310272012345677e16']) {
    line.say(`{"command":"log_access","card_id":${digits}}`)
    await settle()
  }
  const swipes = portal.db.selectFrom('swipes').select(['card_number', 'member_id']).where('device_id', '=', door.id)
  expect(await swipes.orderBy('id').execute()).toEqual([
    { card_number: mine, member_id: bo.id },
    { card_number: other, member_id: null },
    { card_number: null, member_id: null },
  ])
})
