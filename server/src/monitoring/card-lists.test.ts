import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import { beforeAll, afterEach, afterAll, expect, test } from 'vitest'
import { changeGrants } from '../access/grants.ts'
import type { TestClient } from '../client.testing.ts'
import { countQueries } from '../count-queries.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { markBehind, listListStates } from './card-lists.ts'

let portal: TestPortal

let url = ''

let staff: TestClient

let cards = 3000

/** So far ahead the portal's clock is. */
let aheadMs = 0

const lines: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
  url = await portal.listen()
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})

afterEach(async () => {
  aheadMs = 0
  for (const line of lines.splice(0)) await line.close()
})

afterAll(() => portal.close())

type Door = Awaited<ReturnType<typeof aDoor>>

const connect = async (door: Door) => {
  const line = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  lines.push(line)
  for (let heard = 0; heard < 3; heard += 1) await line.next()
  return line
}

const stateOf = async (door: Door): Promise<ListState | undefined> =>
  (await staff.monitoring.listCardLists()).lists.find(({ deviceId }) => deviceId === door.id)

const become = async (door: Door, state: ListState['state']) => {
  await expect.poll(async () => (await stateOf(door))?.state).toBe(state)
}

const grant = async (door: Door) => {
  const member = await aMember(portal.db, { cards: [String((cards += 1))] })
  await changeGrants(portal.ctx, { memberIds: [member.id], grant: [door.id] })
  return member
}

test('a door is never synced until it connects, and up to date once its list was sent', async () => {
  const door = await aDoor(portal.db)
  await grant(door)
  expect(await stateOf(door)).toEqual({
    deviceId: door.id,
    state: 'never',
    cards: 1,
    missing: 0,
    surplus: 0,
    sentAt: null,
    behindSince: null,
  })
  const line = await connect(door)
  await become(door, 'current')
  await grant(door)
  expect(await line.next()).toMatchObject({ command: 'sync' })
  await become(door, 'current')
  expect(await stateOf(door)).toMatchObject({ cards: 2, missing: 0, sentAt: expect.any(String) })
})

test('an offline door shows how many cards it is behind and since when, until it is back', async () => {
  const door = await aDoor(portal.db)
  const bo = await grant(door)
  const line = await connect(door)
  await become(door, 'current')
  await line.settle()
  await portal.db.updateTable('devices').set({ last_seen_at: new Date() }).where('id', '=', door.id).execute()
  await line.close()
  await grant(door)
  await changeGrants(portal.ctx, { memberIds: [bo.id], revoke: [door.id] })
  aheadMs = 5 * 60_000
  expect(await stateOf(door)).toMatchObject({ state: 'behind', cards: 1, missing: 1, surplus: 1, behindSince: null })
  await markBehind(portal.ctx)
  const marked = await stateOf(door)
  expect(marked?.behindSince).not.toBeNull()
  aheadMs = 9 * 60_000
  await markBehind(portal.ctx)
  expect(await stateOf(door)).toEqual(marked)
  await connect(door)
  await become(door, 'current')
  expect(await stateOf(door)).toMatchObject({ missing: 0, surplus: 0, behindSince: null })
})

test('a door that comes back to the list it had was sent it again, with the cards as they were', async () => {
  const rowOf = (id: number) =>
    portal.db.selectFrom('door_lists').selectAll().where('device_id', '=', id).executeTakeFirstOrThrow()
  const door = await aDoor(portal.db)
  await grant(door)
  await connect(door)
  await become(door, 'current')
  const before = await rowOf(door.id)
  for (const line of lines.splice(0)) await line.close()
  await portal.db.updateTable('door_lists').set({ behind_since: new Date() }).where('device_id', '=', door.id).execute()
  aheadMs = 5 * 60_000
  await connect(door)
  await expect.poll(async () => (await rowOf(door.id)).sent_at > before.sent_at).toBe(true)
  expect(await rowOf(door.id)).toEqual({ ...before, sent_at: expect.any(Date) })
})

test('a change that is taken back leaves no list behind', async () => {
  const door = await aDoor(portal.db)
  await connect(door)
  await become(door, 'current')
  for (const line of lines.splice(0)) await line.close()
  const bo = await grant(door)
  aheadMs = 5 * 60_000
  await markBehind(portal.ctx)
  await changeGrants(portal.ctx, { memberIds: [bo.id], revoke: [door.id] })
  await markBehind(portal.ctx)
  const row = await portal.db.selectFrom('door_lists').selectAll().where('device_id', '=', door.id).executeTakeFirst()
  expect(row?.behind_since).toBeNull()
})

test('a list sent into the void is not taken for one that arrived', async () => {
  const door = await aDoor(portal.db)
  await connect(door)
  await become(door, 'current')
  const before = new Date(Date.now() - 60_000)
  await portal.db.updateTable('devices').set({ last_seen_at: before }).where('id', '=', door.id).execute()
  aheadMs = 5 * 60_000
  expect(await stateOf(door)).toMatchObject({ state: 'unconfirmed', missing: 0 })
})

test('the states of all doors take as many queries as those of one', async () => {
  const queriesOf = () => countQueries(portal, () => listListStates(portal.ctx))
  const before = await queriesOf()
  for (let n = 0; n < 20; n += 1) await grant(await aDoor(portal.db))
  expect(await queriesOf()).toBe(before)
})

test('a list that is sent after the clock was set back counts as sent', async () => {
  aheadMs = 3_600_000
  const door = await aDoor(portal.db)
  await grant(door)
  const line = await connect(door)
  await become(door, 'current')
  aheadMs = 0
  await grant(door)
  expect(await line.next()).toMatchObject({ command: 'sync' })
  await become(door, 'current')
  expect(await stateOf(door)).toMatchObject({ cards: 2, missing: 0 })
})
