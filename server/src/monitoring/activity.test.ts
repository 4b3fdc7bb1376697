import { beforeAll, afterAll, test, expect } from 'vitest'
import { aGrant, aSwipe } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { startMachineSession } from '../interlocks/sessions.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aVendingMachine } from '../vending/factory.ts'
import { bookPurchase } from '../vending/purchases.ts'

let portal: TestPortal

let bo: { id: number }

let devices: { door: number; saw: number; fridge: number }

const now = new Date(Date.UTC(2026, 5, 15, 12))

const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  bo = await aMember(portal.db, { cards: ['4242'] })
  const [door, saw, fridge] = [await aDoor(portal.db), await aMachine(portal.db), await aVendingMachine(portal.db)]
  devices = { door: door.id, saw: saw.id, fridge: fridge.id }
  for (const hours of [1, 3, 30]) await aSwipe(portal.db, { deviceId: door.id, memberId: bo.id, at: hoursAgo(hours) })
  const refused = { deviceId: door.id, outcome: 'refused' as const, at: hoursAgo(2) }
  await aSwipe(portal.db, { ...refused, memberId: bo.id, refusal: 'noGrant' })
  await aSwipe(portal.db, { ...refused, card: '9999', refusal: 'unknownCard', at: hoursAgo(0.5) })
})

afterAll(() => portal.close())

const staff = async (...permissions: ('devices' | 'access')[]): Promise<TestClient> =>
  portal.as((await aMember(portal.db, { permissions })).id)

test('each device says how often it was used since the day of the reader began, and which machine runs', async () => {
  await aGrant(portal.db, { memberId: bo.id, deviceId: devices.saw })
  await startMachineSession(portal.ctx, { deviceId: devices.saw, card: '4242' })
  const { activity } = await (await staff('access')).monitoring.listActivity({ since: hoursAgo(12).toISOString() })
  expect(activity).toEqual([
    { deviceId: devices.door, uses: 2, inUseSince: null },
    { deviceId: devices.saw, uses: 1, inUseSince: now.toISOString() },
    { deviceId: devices.fridge, uses: 0, inUseSince: null },
  ])
})

test('what just happened is listed newest first over all devices', async () => {
  const { entries } = await (await staff('access')).monitoring.listLive()
  expect(entries.map(({ event, member, refusal }) => [event, member?.id ?? null, refusal])).toEqual([
    ['started', bo.id, null],
    ['refused', null, 'unknownCard'],
    ['opened', bo.id, null],
    ['refused', bo.id, 'noGrant'],
    ['opened', bo.id, null],
    ['opened', bo.id, null],
  ])
})

test('staff who look after devices alone read purchases, but no unknown cards and no reasons', async () => {
  await anEntry(portal.db, { memberId: bo.id, amountCents: 1000 })
  const sale = {
    kind: 'debit',
    card: '4242',
    amount: 2.5,
    description: '',
    externalId: null,
    requestId: null,
    line: null,
  } as const
  expect(await bookPurchase(portal.ctx, { ...sale, deviceId: devices.fridge })).toMatchObject({ outcome: 'booked' })
  const { entries } = await (await staff('devices')).monitoring.listLive()
  expect(entries.map(({ event, refusal }) => [event, refusal])).toEqual([
    ['bought', null],
    ['started', null],
    ['opened', null],
    ['refused', null],
    ['opened', null],
    ['opened', null],
  ])
  expect(entries.every(({ member }) => member?.id === null)).toBe(true)
  const seen = await (await staff('access')).monitoring.listLive()
  expect(seen.entries.some(({ event }) => event === 'bought')).toBe(false)
})
