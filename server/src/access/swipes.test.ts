import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { screens } from '#platform/live/screens.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { aDoor } from '../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aGrant } from './factory.ts'

let portal: TestPortal

let url = ''

let cards = 5000

const dialled: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})

afterAll(() => portal.close())

afterEach(async () => {
  for (const device of dialled.splice(0)) await device.close()
})

const card = () => String((cards += 1))

const connect = async (facts: Parameters<typeof aDoor>[1] = {}) => {
  const door = await aDoor(portal.db, facts)
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  dialled.push(device)
  await device.settle()
  return { door, device }
}

const swipesAt = (deviceId: number) =>
  portal.db
    .selectFrom('swipes')
    .select(['member_id', 'card_number', 'outcome', 'refusal'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute()

const lastSeen = async (id: number) =>
  (await portal.db.selectFrom('members').select('last_seen_at').where('id', '=', id).executeTakeFirstOrThrow())
    .last_seen_at

test('an opened door is stored and acknowledged, its member was seen, and no list is sent', async () => {
  const { door, device } = await connect()
  const number = card()
  const { id } = await aMember(portal.db, { cards: [number] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  device.send({ command: 'log_access', card_id: number })
  expect(await device.settle()).toEqual([{ command: 'log_access', success: true }])
  expect(await swipesAt(door.id)).toEqual([{ member_id: id, card_number: number, outcome: 'granted', refusal: null }])
  expect(await lastSeen(id)).toBeInstanceOf(Date)
})

test('by the time a swipe is acknowledged it is stored', async () => {
  const { door, device } = await connect()
  for (let n = 1; n <= 20; n += 1) {
    device.send({ command: 'log_access', card_id: '7' })
    expect(await device.next()).toEqual({ command: 'log_access', success: true })
    expect(await swipesAt(door.id)).toHaveLength(n)
  }
})

test('a swipe that cannot be stored is not acknowledged, and the line lives on', async () => {
  const { door, device } = await connect()
  await portal.runAsOwner("alter table swipes add constraint broken check (card_number <> '13')")
  try {
    device.send({ command: 'log_access', card_id: '13' })
    expect(await device.next()).toEqual({ command: 'error' })
  } finally {
    await portal.runAsOwner('alter table swipes drop constraint broken')
  }
  device.send({ command: 'log_access', card_id: '13' })
  expect(await device.next()).toEqual({ command: 'log_access', success: true })
  expect(await swipesAt(door.id)).toHaveLength(1)
})

test('a refused card of a member is acknowledged first, then the list follows, changed or not', async () => {
  const { door, device } = await connect()
  const number = card()
  const { id } = await aMember(portal.db, { cards: [number] })
  device.send({ command: 'log_access_denied', card_id: number })
  expect(await device.next()).toEqual({ command: 'log_access_denied', success: true })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [] })
  expect(await swipesAt(door.id)).toMatchObject([{ member_id: id, outcome: 'refused', refusal: 'noGrant' }])
})

test('an unknown card is acknowledged and stored without a member, and no list is sent', async () => {
  const { door, device } = await connect()
  device.send({ command: 'log_access_denied', card_id: 'unknown' })
  expect(await device.settle()).toEqual([{ command: 'log_access_denied', success: true }])
  expect(await swipesAt(door.id)).toEqual([
    { member_id: null, card_number: 'unknown', outcome: 'refused', refusal: 'unknownCard' },
  ])
})

test('a card number may come as a number', async () => {
  const { door, device } = await connect()
  const number = card()
  const { id } = await aMember(portal.db, { cards: [number] })
  device.send({ command: 'log_access', card_id: Number(number) })
  await device.next()
  expect(await swipesAt(door.id)).toMatchObject([{ member_id: id, card_number: number }])
})

test('a swipe without a card belongs to no member, though there are members without cards', async () => {
  const { door, device } = await connect()
  const { id } = await aMember(portal.db)
  for (const message of [{ card_id: null }, {}, { card_id: '' }, { card_id: '  ' }]) {
    device.send({ command: 'log_access_denied', ...message })
    expect(await device.next()).toEqual({ command: 'log_access_denied', success: true })
  }
  expect(await swipesAt(door.id)).toEqual(
    Array.from({ length: 4 }, () => ({ member_id: null, card_number: null, outcome: 'refused', refusal: 'noCard' })),
  )
  expect(await lastSeen(id)).toBeNull()
})

test.each([{ card_id: {} }, { card_id: ['1'] }, { card_id: true }, { card_id: 'a\u0000b' }])(
  'the card %j is answered with success false',
  async (message) => {
    const { door, device } = await connect()
    device.send({ command: 'log_access', ...message })
    expect(await device.next()).toEqual({ command: 'log_access', success: false, reason: 'invalid_card_id' })
    expect(await swipesAt(door.id)).toEqual([])
  },
)

test('a lost card opens no history of its owner', async () => {
  const { door, device } = await connect()
  const number = card()
  const { id } = await aMember(portal.db, { cards: [number] })
  await portal.db
    .updateTable('cards')
    .set({ state: 'lost', ended_at: new Date() })
    .where('number', '=', number)
    .execute()
  device.send({ command: 'log_access_denied', card_id: number })
  expect(await device.settle()).toHaveLength(1)
  expect(await swipesAt(door.id)).toMatchObject([{ member_id: null, refusal: 'unknownCard' }])
  expect(await lastSeen(id)).toBeNull()
})

test('a locked out door says so, and that is the reason', async () => {
  const { door, device } = await connect({ isLockedOut: true })
  const number = card()
  const { id } = await aMember(portal.db, { cards: [number] })
  device.send({ command: 'log_access_locked_out', card_id: number })
  expect(await device.settle()).toEqual([{ command: 'log_access_locked_out', success: true }])
  expect(await swipesAt(door.id)).toMatchObject([{ member_id: id, outcome: 'lockedOut', refusal: 'lockedOut' }])
})

test('the door is believed: what it opened is granted, what it refused wrongly met an old list', async () => {
  const { door, device } = await connect()
  const [stranger, friend] = [card(), card()]
  await aMember(portal.db, { cards: [stranger] })
  const { id } = await aMember(portal.db, { cards: [friend] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  device.send({ command: 'log_access', card_id: stranger })
  device.send({ command: 'log_access_denied', card_id: friend })
  expect(await device.settle()).toMatchObject([
    { command: 'log_access', success: true },
    { command: 'log_access_denied', success: true },
    { command: 'sync', tags: [friend] },
  ])
  expect(await swipesAt(door.id)).toMatchObject([{ outcome: 'granted', refusal: null }, { refusal: 'staleList' }])
})

test('door_access says by its payload whose card it was and whether the door opened', async () => {
  const { door, device } = await connect()
  device.send({ command: 'door_access', payload: { card_id: 77 }, action: 'unlock' })
  const facts = { time: '2026-01-05T10:00:00', method: 'rfid' }
  device.send({ command: 'door_access', payload: { ...facts, id_number: '78', success: true } })
  device.send({ command: 'door_access', payload: { ...facts, id_number: '79', success: false } })
  expect(await device.settle()).toEqual([
    { command: 'log_access', success: true },
    { command: 'log_access', success: true },
    { command: 'log_access_denied', success: true },
  ])
  expect(await swipesAt(door.id)).toMatchObject([
    { card_number: '77', outcome: 'granted' },
    { card_number: '78', outcome: 'granted' },
    { card_number: '79', outcome: 'refused' },
  ])
})

const despiteLockout = (deviceId: number) =>
  portal.db
    .selectFrom('swipes')
    .select(['outcome', 'is_despite_lockout'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute()

test('a door that opens although it is locked out is marked so, and one that refuses is not', async () => {
  const { door, device } = await connect()
  device.send({ command: 'log_access', card_id: '77' })
  expect(await device.settle()).toHaveLength(1)
  await lockOutDevice(portal.ctx, { deviceId: door.id, isLockedOut: true })
  device.send({ command: 'log_access', card_id: '77' })
  device.send({ command: 'log_access_denied', card_id: '77' })
  await expect
    .poll(() => despiteLockout(door.id))
    .toEqual([
      { outcome: 'granted', is_despite_lockout: false },
      { outcome: 'granted', is_despite_lockout: true },
      { outcome: 'refused', is_despite_lockout: false },
    ])
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const log = await staff.audit.deviceLog({ deviceId: door.id, kind: 'uses' })
  expect(log.entries.map(({ outcome, detail }) => `${outcome}: ${detail}`)).toEqual([
    'refused: Refused with card 77, unknown card',
    'locked: Opened with card 77, although it was locked',
    'fine: Opened with card 77',
  ])
})

test('screens are told of swipes, of a rush of them only a few times', async () => {
  const { device } = await connect()
  let told = 0
  const stop = portal.services.live.on(screens, ({ topic }) => {
    if (topic === 'swipes') told += 1
  })
  for (let n = 0; n < 60; n += 1) device.send({ command: 'log_access', card_id: '7' })
  for (let n = 0; n < 60; n += 1) await device.next()
  await expect.poll(() => told).toBeGreaterThanOrEqual(1)
  expect(told).toBeLessThan(30)
  stop()
})
