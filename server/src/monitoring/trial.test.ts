import { beforeAll, afterEach, afterAll, expect, test } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { changeGrants } from '../access/grants.ts'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aDriver } from '../drivers/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMachine } from '../interlocks/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

let url = ''

let staff: TestClient

let cards = 5000

/** So far ahead the portal's clock is. */
let aheadMs = 0

const lines: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
  url = await portal.listen()
  staff = await portal.as((await aMember(portal.db, { permissions: ['access'] })).id)
})

afterEach(async () => {
  aheadMs = 0
  for (const line of lines.splice(0)) await line.close()
})

afterAll(() => portal.close())

const card = () => String((cards += 1))

const connect = async (device: { serial: string; key: string }, kind = 'door') => {
  const line = await dialDevice(url, { path: `/ws/access/${kind}/${device.serial}`, key: device.key })
  lines.push(line)
  await line.settle()
  return line
}

const isListed = async (deviceId: number, number: string) => {
  await expect.poll(async () => (await staff.monitoring.tryCard({ deviceId, card: number })).isOnOwnList).toBe(true)
}

test('a door says what it would do by the rules, and that its own list may know better', async () => {
  const door = await aDoor(portal.db)
  const number = card()
  const { id: memberId } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Lindqvist', cards: [number] })
  const ask = () => staff.monitoring.tryCard({ deviceId: door.id, memberId })
  expect(await ask()).toMatchObject({ outcome: 'refused', reason: 'noGrant', isOnOwnList: null, balanceCents: null })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  expect(await ask()).toMatchObject({ outcome: 'refusesYet', reason: null, isOnOwnList: null })
  const line = await connect(door)
  await isListed(door.id, number)
  expect(await staff.monitoring.tryCard({ deviceId: door.id, card: ` ${number} ` })).toEqual({
    outcome: 'works',
    reason: null,
    isWithheld: false,
    missingCertificates: [],
    member: { id: memberId, name: 'Bo Lindqvist' },
    endedCard: null,
    keepsList: true,
    isOnOwnList: true,
    balanceCents: null,
    prices: null,
    runningUse: null,
  })
  await line.close()
  await changeGrants(portal.ctx, { memberIds: [memberId], revoke: [door.id] })
  aheadMs = 10 * 60_000
  expect(await ask()).toMatchObject({ outcome: 'opensStill', reason: 'noGrant', isOnOwnList: true })
})

test('a machine says what it costs, what the member has and who uses it', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600, minBalanceCents: 500 })
  await connect(machine, 'interlock')
  const user = await aMember(portal.db, { firstName: 'Cy', lastName: 'Moreau', cards: [card()] })
  await aGrant(portal.db, { memberId: user.id, deviceId: machine.id })
  const ask = () => staff.monitoring.tryCard({ deviceId: machine.id, memberId: user.id })
  expect(await ask()).toMatchObject({
    outcome: 'refused',
    reason: 'balanceTooLow',
    balanceCents: 0,
    prices: { costPerHourCents: 600, minBalanceCents: 500 },
    runningUse: null,
  })
  await anEntry(portal.db, { memberId: user.id, amountCents: 900 })
  await portal.db
    .insertInto('interlock_sessions')
    .values({
      id: crypto.randomUUID(),
      device_id: machine.id,
      member_id: user.id,
      started_at: new Date(),
      last_heard_at: new Date(),
      cost_per_session_cents: 0,
      cost_per_hour_cents: 0,
      cost_per_kwh_cents: 0,
    })
    .execute()
  expect(await ask()).toMatchObject({
    outcome: 'works',
    reason: null,
    balanceCents: 900,
    runningUse: { name: 'Cy Moreau', since: expect.any(String) },
  })
  aheadMs = 10 * 60_000
  expect(await ask()).toMatchObject({ outcome: 'unreachable', reason: null })
})

test('a vending machine asks for a card and an active membership, and shows the balance', async () => {
  const fridge = await aDevice(portal.db, { kind: 'memberbucks', lastSeenAt: new Date() })
  const without = await aMember(portal.db)
  const gone = await aMember(portal.db, { state: 'inactive', cards: [card()] })
  const buyer = await aMember(portal.db, { cards: [card()] })
  await anEntry(portal.db, { memberId: buyer.id, amountCents: 350 })
  const ask = (memberId: number) => staff.monitoring.tryCard({ deviceId: fridge.id, memberId })
  expect(await ask(without.id)).toMatchObject({ outcome: 'refused', reason: 'noCard' })
  expect(await ask(gone.id)).toMatchObject({ outcome: 'refused', reason: 'notActive' })
  expect(await ask(buyer.id)).toMatchObject({ outcome: 'works', reason: null, balanceCents: 350, prices: null })
})

test('an unknown card and a lost one are told apart', async () => {
  const door = await aDoor(portal.db)
  const number = card()
  const { id } = await aMember(portal.db, { firstName: 'Di', lastName: 'Tanaka', cards: [number] })
  await portal.db
    .updateTable('cards')
    .set({ state: 'lost', ended_at: new Date() })
    .where('member_id', '=', id)
    .execute()
  const ask = (typed: string) => staff.monitoring.tryCard({ deviceId: door.id, card: typed })
  expect(await ask(number)).toMatchObject({
    outcome: 'refused',
    reason: 'unknownCard',
    member: null,
    endedCard: { state: 'lost', name: 'Di Tanaka' },
  })
  expect(await ask('unknown')).toMatchObject({ reason: 'unknownCard', endedCard: null })
})

test('no member, an unknown member and no device are refused by name', async () => {
  const door = await aDoor(portal.db)
  await expect(staff.monitoring.tryCard({ deviceId: door.id })).rejects.toMatchObject({
    body: { code: 'badInput', fields: [{ field: 'card' }] },
  })
  await expect(staff.monitoring.tryCard({ deviceId: door.id, memberId: 999_999 })).rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(staff.monitoring.tryCard({ deviceId: 999_999, card: '1' })).rejects.toMatchObject({ code: 'notFound' })
})

test('trying writes nothing', async () => {
  const door = await aDoor(portal.db)
  const number = card()
  const { id } = await aMember(portal.db, { cards: [number] })
  const counts = async () => {
    const swipes = await portal.db.selectFrom('swipes').select('id').execute()
    const seen = await portal.db.selectFrom('members').select('last_seen_at').where('id', '=', id).executeTakeFirst()
    return [swipes.length, seen?.last_seen_at]
  }
  const before = await counts()
  await staff.monitoring.tryCard({ deviceId: door.id, card: number })
  expect(await counts()).toEqual(before)
})

test('staff for devices alone learn what would happen, and not what is a member’s own affair', async () => {
  const caretaker = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  const machine = await aMachine(portal.db, { lastSeenAt: new Date() })
  const gone = await aMember(portal.db, { state: 'inactive', cards: [card()] })
  const without = await aMember(portal.db, { cards: [card()] })
  const ask = (memberId: number) => caretaker.monitoring.tryCard({ deviceId: machine.id, memberId })
  expect(await ask(gone.id)).toMatchObject({ outcome: 'refused', reason: null, isWithheld: true, balanceCents: null })
  expect(await ask(without.id)).toMatchObject({ outcome: 'refused', reason: 'noGrant', isWithheld: false })
})

test('a door behind a relay keeps no list, and without the portal does nothing', async () => {
  const door = await aDoor(portal.db)
  const settings = { driver: 'tasmota', address: 'http://127.0.0.1:9', output: 1, openSeconds: 5 } as const
  await aDriver(portal.db, { deviceId: door.id, settings, secretKey: portal.services.secretKey })
  const { id: memberId } = await aMember(portal.db, { cards: [card()] })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  const ask = () => staff.monitoring.tryCard({ deviceId: door.id, memberId })
  expect(await ask()).toMatchObject({ outcome: 'unreachable', keepsList: false, isOnOwnList: null })
  await portal.db.updateTable('devices').set({ last_seen_at: new Date() }).where('id', '=', door.id).execute()
  expect(await ask()).toMatchObject({ outcome: 'works', keepsList: false })
  const { lists } = await staff.monitoring.listCardLists()
  expect(lists.map(({ deviceId }) => deviceId)).not.toContain(door.id)
})
