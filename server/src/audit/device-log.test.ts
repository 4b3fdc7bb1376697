import type { DeviceLogEntry } from '@spacekeeper/contract/audit/shapes.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { aSwipe } from '../access/factory.ts'
import { aDevice } from '../devices/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aVendingMachine, aProduct } from '../vending/factory.ts'
import { describeEntry } from './entry-words.ts'

let portal: TestPortal

let ada: Awaited<ReturnType<TestPortal['as']>>

let boId: number

beforeAll(async () => {
  portal = await startTestPortal()
  const { id } = await aMember(portal.db, { firstName: 'Ada', lastName: 'Lovelace', isAdmin: true })
  ada = await portal.as(id)
  boId = (await aMember(portal.db, { firstName: 'Bo', lastName: 'Lindqvist' })).id
})

afterAll(() => portal.close())

const minutes = (count: number) => new Date(Date.UTC(2026, 0, 5, 10, count))

const lines = ({ entries }: { entries: readonly DeviceLogEntry[] }) => entries.map(describeEntry)

type ConnectionEnd = { until: Date; reason: 'closed' | 'lost' }

const aConnection = (deviceId: number, from: Date, ended?: ConnectionEnd) =>
  portal.db
    .insertInto('device_connections')
    .values({
      id: crypto.randomUUID(),
      device_id: deviceId,
      ip_address: '10.0.4.7',
      connected_at: from,
      ...(ended && { disconnected_at: ended.until, reason: ended.reason }),
    })
    .execute()

/** A door that had one of everything, a minute after the other. */
const aBusyDoor = async () => {
  const door = await aDoor(portal.db)
  await aConnection(door.id, minutes(0), { until: minutes(5), reason: 'closed' })
  await aSwipe(portal.db, { deviceId: door.id, memberId: boId, card: '77', at: minutes(1) })
  const refused = { outcome: 'refused', refusal: 'unknownCard' } as const // narrows the outcome
  await aSwipe(portal.db, { deviceId: door.id, card: '99', at: minutes(2), ...refused })
  const locked = { outcome: 'lockedOut', refusal: 'lockedOut' } as const // narrows the outcome
  await aSwipe(portal.db, { deviceId: door.id, memberId: boId, at: minutes(3), ...locked })
  await aConnection(door.id, minutes(20))
  await ada.devices.setLockout({ deviceId: door.id, isLockedOut: true, reason: 'Hinge' })
  return door
}

test('a door’s log is one stream, newest first, with what happened there and what was done with it', async () => {
  const door = await aBusyDoor()
  const log = await ada.audit.deviceLog({ deviceId: door.id })
  expect(lines(log)).toEqual([
    `Ada Lovelace locked ${door.name} for everyone`,
    'Connected: From 10.0.4.7',
    'Disconnected: The device or the network closed the connection',
    'Bo Lindqvist: Refused, locked for everyone',
    'Unknown card: Refused with card 99, unknown card',
    'Bo Lindqvist: Opened with card 77',
    'Connected: From 10.0.4.7',
  ])
  expect(log.entries.map(({ outcome }) => outcome)).toEqual([
    'locked',
    'fine',
    'offline',
    'locked',
    'refused',
    'fine',
    'fine',
  ])
  expect(log.entries[0]?.facts).toMatchObject([{ name: 'Reason', to: 'Hinge' }])
  expect(log.entries[3]?.sentence).toEqual([{ text: 'Bo Lindqvist', memberId: boId }])
})

test('a stretch without a line is a gap from its end to the next connection, unless it was short', async () => {
  const door = await aDoor(portal.db)
  await aConnection(door.id, minutes(0), { until: minutes(5), reason: 'lost' })
  await aConnection(door.id, minutes(20), { until: minutes(30), reason: 'closed' })
  await aConnection(door.id, new Date(minutes(30).getTime() + 5_000))
  const { entries } = await ada.audit.deviceLog({ deviceId: door.id, kind: 'connections' })
  const arrivals = entries.filter(({ outcome }) => outcome === 'fine')
  expect(arrivals.map(({ awaySince }) => awaySince)).toEqual([null, minutes(5).toISOString(), null])
})

test('a log is filtered by the sort of entry', async () => {
  const door = await aBusyDoor()
  const heard = ada.doors.bump({ doorId: door.id })
  await expect(heard).rejects.toMatchObject({ code: 'deviceOffline' })
  await portal.db.updateTable('devices').set({ last_seen_at: new Date() }).where('id', '=', door.id).execute()
  await expect(ada.doors.bump({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  const of = async (kind: 'uses' | 'connections' | 'commands' | 'changes') =>
    (await ada.audit.deviceLog({ deviceId: door.id, kind })).entries.map(({ kind: one }) => one)
  expect(await of('uses')).toEqual(['uses', 'uses', 'uses'])
  expect(await of('connections')).toEqual(['connections', 'connections', 'connections'])
  expect(await of('changes')).toEqual(['changes'])
  expect(lines(await ada.audit.deviceLog({ deviceId: door.id, kind: 'commands' }))).toEqual([
    `${door.name} did not answer Ada Lovelace`,
    `Ada Lovelace opened ${door.name} briefly`,
  ])
})

test('pages meet without a gap and without an entry twice, also within one instant', async () => {
  const door = await aDoor(portal.db)
  for (let n = 0; n < 3; n += 1) {
    await aSwipe(portal.db, { deviceId: door.id, memberId: boId, card: String(n), at: minutes(1) })
    await aConnection(door.id, minutes(1), { until: minutes(1), reason: 'closed' })
  }
  const seen: string[] = []
  let before: string | undefined
  for (let page = 0; page < 9; page += 1) {
    const { entries, hasMore } = await ada.audit.deviceLog({ deviceId: door.id, limit: 1, ...(before && { before }) })
    seen.push(...entries.map(({ cursor }) => cursor))
    before = entries.at(-1)?.cursor
    expect(hasMore).toBe(page < 8)
  }
  expect(new Set(seen).size).toBe(9)
})

test('the uses of a machine stand in its log with time, energy, cost and how they ended', async () => {
  const machine = await aMachine(portal.db)
  const session = { device_id: machine.id, member_id: boId, cost_per_session_cents: 0, cost_per_hour_cents: 0 }
  await portal.db
    .insertInto('interlock_sessions')
    .values([
      {
        ...session,
        id: crypto.randomUUID(),
        cost_per_kwh_cents: 0,
        started_at: minutes(0),
        last_heard_at: minutes(40),
        ended_at: minutes(40),
        end_reason: 'card',
        energy_mwh: 1_250_000,
        cost_cents: 350,
      },
      {
        ...session,
        id: crypto.randomUUID(),
        cost_per_kwh_cents: 0,
        started_at: minutes(50),
        last_heard_at: minutes(50),
      },
    ])
    .execute()
  const log = await ada.audit.deviceLog({ deviceId: machine.id })
  expect(lines(log)).toEqual([
    'Bo Lindqvist: Less than a minute, still in use',
    'Bo Lindqvist: 40 min, 1.25 kWh, cost 3.50, ended with a card',
  ])
  expect(log.entries.map(({ outcome }) => outcome)).toEqual(['inUse', 'fine'])
})

test('purchases at a vending machine stand in its log with what they were', async () => {
  const machine = await aVendingMachine(portal.db)
  const product = await aProduct(portal.db, { name: 'Lemonade' })
  const aPurchase = async (minute: number, more: { kind: 'debit' | 'credit'; product_id?: number }) => {
    const entry = await anEntry(portal.db, { memberId: boId, amountCents: more.kind === 'debit' ? -250 : 250 })
    const at = { purchased_at: minutes(minute), product_external_id: more.product_id ? 'A1' : null }
    const row = { device_id: machine.id, member_id: boId, amount_cents: 250, ledger_entry_id: entry.id }
    await portal.db
      .insertInto('purchases')
      .values({ ...row, ...at, ...more })
      .execute()
  }
  await aPurchase(1, { kind: 'credit' })
  await aPurchase(2, { kind: 'debit' })
  await aPurchase(3, { kind: 'debit', product_id: product.id })
  expect(lines(await ada.audit.deviceLog({ deviceId: machine.id, kind: 'uses' }))).toEqual([
    'Bo Lindqvist: Bought Lemonade for 2.50',
    'Bo Lindqvist: Bought for 2.50',
    'Bo Lindqvist: Paid in 2.50',
  ])
})

test('staff for devices alone read neither why a member was refused nor unknown cards', async () => {
  const door = await aBusyDoor()
  const { id } = await aMember(portal.db, { permissions: ['devices'] })
  const staff = await portal.as(id)
  expect(lines(await staff.audit.deviceLog({ deviceId: door.id, kind: 'uses' }))).toEqual([
    'Bo Lindqvist: Refused',
    'Bo Lindqvist: Opened',
  ])
})

test('the log of a device out of use stays, and there is none of what never was', async () => {
  const gone = await aDevice(portal.db)
  await ada.devices.removeDoor({ deviceId: gone.id })
  expect(lines(await ada.audit.deviceLog({ deviceId: gone.id }))).toEqual([`Ada Lovelace removed ${gone.name}`])
  await expect(ada.audit.deviceLog({ deviceId: 2_000_000_000 })).rejects.toMatchObject({ code: 'notFound' })
  await expect(ada.audit.deviceLog({ deviceId: gone.id, before: 'x' })).rejects.toMatchObject({ code: 'badInput' })
})
