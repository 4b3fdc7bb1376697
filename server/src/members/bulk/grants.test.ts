import { sql } from 'kysely'
import { beforeAll, afterAll, beforeEach, afterEach, test, expect } from 'vitest'
import { aGrant } from '../../access/factory.ts'
import type { TestClient } from '../../client.testing.ts'
import { aDevice } from '../../devices/factory.ts'
import { aDoor } from '../../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../../gateway/dialled-device.testing.ts'
import { type TestPortal, startTestPortal } from '../../portal.testing.ts'
import { aMember, type MemberFacts } from '../factory.ts'

let portal: TestPortal

let api: TestClient

let url: string

let ada: { id: number }

let tag = 0

const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  ada = await aMember(portal.db, { isAdmin: true })
  api = await portal.as(ada.id)
})

afterAll(() => portal.close())

beforeEach(() => {
  tag += 1
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const word = () => `crew${tag}x`

const add = (name: string, facts: MemberFacts = {}) =>
  aMember(portal.db, { firstName: name, lastName: word(), cards: [`${name}${word()}`], ...facts })

const everybody = () => ({ filter: { text: word() } })

const connect = async (door: { serial: string; key: string }): Promise<DialledDevice> => {
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  closing.push(device.close)
  for (let n = 0; n < 3; n += 1) await device.next()
  return device
}

const holdersOf = async (deviceId: number) => {
  const rows = await portal.db.selectFrom('grants').select('member_id').where('device_id', '=', deviceId).execute()
  return rows.map((row) => row.member_id).toSorted((a, b) => a - b)
}

test('a preview says who gains, who has it already, who still will not get in, and that a device is away', async () => {
  const door = await aDoor(portal.db, { name: 'Kiln', lastSeenAt: new Date() })
  const mill = await aDevice(portal.db, { kind: 'interlock', name: 'Mill' })
  const has = await add('Abe')
  await add('Bea')
  await add('Cal', { state: 'inactive' })
  await aGrant(portal.db, { memberId: has.id, deviceId: door.id })
  const preview = await api.members.previewGrants({
    selection: everybody(),
    change: 'grant',
    deviceIds: [door.id, mill.id],
  })
  expect(preview).toMatchObject({ selected: 3, touched: 3 })
  expect(preview.devices).toEqual([
    {
      id: door.id,
      name: 'Kiln',
      kind: 'door',
      isOffline: false,
      changes: { count: 2, names: [`Bea ${word()}`, `Cal ${word()}`], more: 0 },
      same: 1,
      notActive: 1,
    },
    {
      id: mill.id,
      name: 'Mill',
      kind: 'interlock',
      isOffline: true,
      changes: { count: 3, names: [`Abe ${word()}`, `Bea ${word()}`, `Cal ${word()}`], more: 0 },
      same: 0,
      notActive: 1,
    },
  ])
  expect(await holdersOf(mill.id)).toEqual([])
})

test('of many, ten are named and the others counted', async () => {
  const door = await aDoor(portal.db)
  for (let n = 0; n < 13; n += 1) await add(`P${n}`)
  const { devices } = await api.members.previewGrants({
    selection: everybody(),
    change: 'grant',
    deviceIds: [door.id],
  })
  expect(devices[0]?.changes).toMatchObject({ count: 13, more: 3 })
  expect(devices[0]?.changes.names).toHaveLength(10)
})

test('a confirmed revoke leaves the door with one new list, and one event names everybody it touched', async () => {
  const door = await aDoor(portal.db)
  const people = [await add('Abe'), await add('Bea'), await add('Cal')]
  const other = await aMember(portal.db, { cards: ['31415'] })
  for (const { id } of [...people, other]) await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const device = await connect(door)
  const input = { selection: everybody(), change: 'revoke' as const, deviceIds: [door.id] }
  const { fingerprint } = await api.members.previewGrants(input)
  expect(await api.members.updateGrants({ ...input, fingerprint })).toEqual({
    touched: 3,
    actionId: expect.any(Number),
  })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: ['31415'] })
  expect(await device.settle()).toEqual([])
  expect(await holdersOf(door.id)).toEqual([other.id])
  const ids = people.map(({ id }) => id)
  const events = await portal.db
    .selectFrom('audit_events')
    .selectAll()
    .where('event', '=', 'access.changed')
    .where(sql<boolean>`data -> 'memberIds' @> ${ids[0]}::text::jsonb`)
    .execute()
  expect(events).toMatchObject([
    { actor_id: ada.id, data: { memberIds: ids, revoked: [{ deviceId: door.id, memberIds: ids }] } },
  ])
})

test('when the set has changed since the preview nothing is changed, and the next preview says what is so now', async () => {
  const door = await aDoor(portal.db)
  const abe = await add('Abe')
  const input = { selection: everybody(), change: 'grant' as const, deviceIds: [door.id] }
  const old = await api.members.previewGrants(input)
  const bea = await add('Bea')
  await expect(api.members.updateGrants({ ...input, fingerprint: old.fingerprint })).rejects.toMatchObject({
    status: 409,
    code: 'previewOutdated',
  })
  expect(await holdersOf(door.id)).toEqual([])
  const fresh = await api.members.previewGrants(input)
  expect(fresh.devices[0]?.changes.count).toBe(2)
  await api.members.updateGrants({ ...input, fingerprint: fresh.fingerprint })
  expect(await holdersOf(door.id)).toEqual([abe.id, bea.id])
})

test('a preview of a grant is no leave to revoke, and one of some devices none for others', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  const abe = await add('Abe')
  const input = { selection: everybody(), deviceIds: [door.id] }
  const { fingerprint } = await api.members.previewGrants({ ...input, change: 'grant' })
  await aGrant(portal.db, { memberId: abe.id, deviceId: door.id })
  await expect(api.members.updateGrants({ ...input, change: 'revoke', fingerprint })).rejects.toMatchObject({
    code: 'previewOutdated',
  })
  await expect(
    api.members.updateGrants({ ...input, change: 'grant', deviceIds: [other.id], fingerprint }),
  ).rejects.toMatchObject({ code: 'previewOutdated' })
  expect(await holdersOf(door.id)).toEqual([abe.id])
  expect(await holdersOf(other.id)).toEqual([])
})

test('exactly those named or all that match but for some are touched, on doors and machines in one go', async () => {
  const [door, mill] = [await aDoor(portal.db), await aDevice(portal.db, { kind: 'interlock' })]
  const [abe, bea, cal] = [await add('Abe'), await add('Bea'), await add('Cal')]
  const change = async (selection: { memberIds: number[] } | { filter: { text: string }; except: number[] }) => {
    const input = { selection, change: 'grant' as const, deviceIds: [door.id, mill.id] }
    const { fingerprint } = await api.members.previewGrants(input)
    await api.members.updateGrants({ ...input, fingerprint })
  }
  await change({ memberIds: [abe.id] })
  expect(await holdersOf(door.id)).toEqual([abe.id])
  await change({ filter: { text: word() }, except: [cal.id] })
  expect(await holdersOf(door.id)).toEqual([abe.id, bea.id])
  expect(await holdersOf(mill.id)).toEqual([abe.id, bea.id])
})

test('what is granted to many takes as few statements as what is granted to one', async () => {
  const door = await aDoor(portal.db)
  let statements = 0
  const counted = new WeakSet<object>()
  portal.services.pool.on('acquire', (client) => {
    if (counted.has(client)) return
    counted.add(client)
    const send = client.query.bind(client) as (...given: unknown[]) => unknown // passed on as it came
    const counting = (...given: unknown[]) => {
      // Screens are told a moment later, now and then.
      if (!JSON.stringify(given[0]).includes('pg_notify')) statements += 1
      return send(...given)
    }
    client.query = counting as typeof client.query // the same function, counted
  })
  const statementsFor = async (memberIds: number[]) => {
    const input = { selection: { memberIds }, change: 'grant' as const, deviceIds: [door.id] }
    const { fingerprint } = await api.members.previewGrants(input)
    const before = statements
    await api.members.updateGrants({ ...input, fingerprint })
    return statements - before
  }
  const many: number[] = []
  for (let n = 0; n < 25; n += 1) many.push((await add(`Q${n}`)).id)
  const forOne = await statementsFor(many.slice(0, 1))
  // The fewest of two tries: whatever else the portal asks meanwhile comes now and then.
  const forMany = Math.min(await statementsFor(many.slice(1, 13)), await statementsFor(many.slice(13)))
  expect(forMany).toBeLessThanOrEqual(forOne)
})

test('a device that is gone or cannot be granted is not found', async () => {
  const till = await aDevice(portal.db, { kind: 'memberbucks' })
  for (const deviceIds of [[2_000_000_000], [till.id]]) {
    const input = { selection: everybody(), change: 'grant' as const, deviceIds }
    await expect(api.members.previewGrants(input)).rejects.toMatchObject({ status: 404 })
    await expect(api.members.updateGrants({ ...input, fingerprint: 'x' })).rejects.toMatchObject({ status: 404 })
  }
})
