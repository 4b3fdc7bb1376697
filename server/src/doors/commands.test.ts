import { type Door, startDoor } from '@spacekeeper/simulators/door.ts'
import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { hashToken } from '#platform/secrets/tokens.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aDoor } from './factory.ts'

let portal: TestPortal

let url = ''

let adminId = 0

const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  adminId = (await aMember(portal.db, { isAdmin: true })).id
})

afterAll(() => portal.close())

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await portal.db.updateTable('devices').set({ removed_at: new Date() }).where('removed_at', 'is', null).execute()
})

const hang = async (door: { serial: string; key: string }, at = url): Promise<Door> => {
  const { serial, key } = door
  const simulated = startDoor({ server: at, serial, key, storePath: null, reconnectMs: 20 })
  closing.push(simulated.close)
  await simulated.until(({ isAuthorised, hash }) => isAuthorised && hash !== '')
  return simulated
}

const eventsAbout = (doorId: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_kind', 'actor_id', 'data'])
    .where('subject_kind', '=', 'device')
    .where('subject_id', '=', doorId)
    .orderBy('id')
    .execute()

test('unlock, lock, bump, sync and reboot reach the door and are recorded', async () => {
  const door = await aDoor(portal.db)
  const simulated = await hang(door)
  const admin = await portal.as(adminId)
  const doorId = door.id
  expect(await admin.doors.unlock({ doorId })).toEqual({ success: true })
  await simulated.until(({ isUnlocked }) => isUnlocked)
  expect(await admin.doors.lock({ doorId })).toEqual({ success: true })
  await simulated.until(({ isUnlocked }) => !isUnlocked)
  expect(await admin.doors.bump({ doorId })).toEqual({ success: true })
  await simulated.until(({ isUnlocked }) => isUnlocked)
  expect(await admin.doors.sync({ doorId })).toEqual({ success: true })
  await expect.poll(() => simulated.events.map(({ text }) => text)).toContain('list unchanged')
  expect(await admin.doors.reboot({ doorId })).toEqual({ success: true })
  await simulated.until(({ isAuthorised }) => !isAuthorised)
  await simulated.until(({ isAuthorised }) => isAuthorised)
  expect((await eventsAbout(doorId)).map((row) => row.event)).toEqual([
    'door.unlocked',
    'door.locked',
    'door.bumped',
    'door.synced',
    'door.rebooted',
  ])
})

test('a command given in one process reaches a door whose line another process holds', async () => {
  const second = await portal.another()
  closing.push(second.close)
  const door = await aDoor(portal.db)
  const simulated = await hang(door, await second.listen())
  const admin = await portal.as(adminId)
  expect(await admin.doors.bump({ doorId: door.id })).toEqual({ success: true })
  await simulated.until(({ isUnlocked }) => isUnlocked)
  expect(simulated.events.filter(({ text }) => text === 'unlocked (bump)')).toHaveLength(1)
})

test('a door known to be offline is said to be so, and nothing is recorded as done', async () => {
  const door = await aDoor(portal.db, { lastSeenAt: new Date(Date.now() - 600_000) })
  const admin = await portal.as(adminId)
  await expect(admin.doors.bump({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline', status: 409 })
  expect(await eventsAbout(door.id)).toEqual([])
  await expect(admin.doors.bump({ doorId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('a door that was just there and does not answer is offline, and the record says that it was not reached', async () => {
  const door = await aDoor(portal.db, { lastSeenAt: new Date() })
  const admin = await portal.as(adminId)
  await expect(admin.doors.unlock({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  expect(await eventsAbout(door.id)).toMatchObject([
    { event: 'door.unlocked' },
    { event: 'door.notReached', data: { command: 'unlock' } },
  ])
})

test('a key of the API bumps a door, once, and is recorded as itself', async () => {
  const door = await aDoor(portal.db)
  const simulated = await hang(door)
  const secret = 'ABCDEFGH.0123456789abcdefghijklmnopqrstuv'
  const { id } = await portal.db
    .insertInto('api_keys')
    .values({
      name: 'doorbell',
      prefix: 'ABCDEFGH',
      secret_hash: hashToken(secret),
      scopes: ['doors.command'],
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = await fetch(`${url}/api/access/doors/${door.id}/bump/`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${secret}` },
  })
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  await simulated.until(({ isUnlocked }) => isUnlocked)
  expect(await eventsAbout(door.id)).toMatchObject([{ event: 'door.bumped', actor_kind: 'apiKey', actor_id: id }])
})
