import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#platform/secrets/tokens.ts'
import { startDoor, type Door } from '@spacekeeper/simulators/door.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { changeSetting } from '../site/change-setting.ts'
import { startTestPortal, type TestPortal } from '../test-portal.ts'
import { aDoor, aGrant } from './factory.ts'

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
  await portal.db.deleteFrom('grants').execute()
  await portal.db.updateTable('devices').set({ removed_at: new Date() }).where('removed_at', 'is', null).execute()
})

const hang = async (door: { serial: string; key: string }, at = url): Promise<Door> => {
  const { serial, key } = door
  const simulated = startDoor({ server: at, serial, key, storePath: null, reconnectMs: 20 })
  closing.push(simulated.close)
  await simulated.until(({ isAuthorised, hash }) => isAuthorised && hash !== '')
  return simulated
}
const eventsAbout = async (kind: string, id: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_kind', 'actor_id', 'data'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

test('permissions name every visible door with what the member may do and why not', async () => {
  const open = await aDoor(portal.db, { name: 'b open', lastSeenAt: new Date() })
  const locked = await aDoor(portal.db, { name: 'a locked', isLockedOut: true })
  const closed = await aDoor(portal.db, { name: 'c closed' })
  await aDoor(portal.db, { isHidden: true })
  const lathe = await aDevice(portal.db, { kind: 'interlock', name: 'lathe' })
  await aDevice(portal.db, { kind: 'memberbucks' })
  const { id } = await aMember(portal.db, { cards: ['p1'] })
  for (const device of [open, locked, lathe]) await aGrant(portal.db, { memberId: id, deviceId: device.id })
  const access = await (await portal.as(id)).doors.permissions()
  expect(access.doors).toMatchObject([
    {
      id: locked.id,
      name: 'a locked',
      access: true,
      locked_out: true,
      offline: true,
      refusal: 'lockedOut',
      lastSeen: null,
    },
    { id: open.id, name: 'b open', access: true, locked_out: false, offline: false, granted: true, refusal: null },
    { id: closed.id, name: 'c closed', access: false, granted: false, refusal: 'noGrant' },
  ])
  expect(access.interlocks).toMatchObject([{ id: lathe.id, access: true, refusal: null }])
})

test('whoever is not active has no access; his grants stay visible', async () => {
  const door = await aDoor(portal.db)
  const suspended = await aMember(portal.db, { suspension: 'Ask us.', cards: ['p2'] })
  const inactive = await aMember(portal.db, { state: 'inactive', cards: ['p3'] })
  for (const { id } of [suspended, inactive]) await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const of = async (id: number) => (await (await portal.as(id)).doors.permissions()).doors[0]
  expect(await of(suspended.id)).toMatchObject({ access: false, granted: true, refusal: 'suspended' })
  expect(await of(inactive.id)).toMatchObject({ access: false, granted: true, refusal: 'notActive' })
})

test('with site sign-in the refusal says that the member is not signed in', async () => {
  await aDoor(portal.db, { name: 'asks' })
  await aDoor(portal.db, { name: 'exempt', isExemptFromSignin: true })
  const { id } = await aMember(portal.db, { cards: ['p4'] })
  const { db } = portal
  for (const device of await db.selectFrom('devices').select('id').where('removed_at', 'is', null).execute()) {
    await aGrant(db, { memberId: id, deviceId: device.id })
  }
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_SITE_SIGN_IN', value: true })
  const client = await portal.as(id)
  const refusals = async () => (await client.doors.permissions()).doors.map((door) => door.refusal)
  await expect.poll(refusals).toEqual(['notSignedIn', null])
  await client.visits.signIn({ guests: [] })
  expect(await refusals()).toEqual([null, null])
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_SITE_SIGN_IN', value: false })
})

test('administrators see the grants of a member whatever his state, hidden doors too, and why his card fails', async () => {
  const door = await aDoor(portal.db, { name: 'a' })
  const hidden = await aDoor(portal.db, { name: 'b', isHidden: true })
  const { id } = await aMember(portal.db, { state: 'inactive', cards: ['p5'] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const admin = await portal.as(adminId)
  expect((await admin.doors.memberAccess({ memberId: id })).doors).toMatchObject([
    { id: door.id, access: true, granted: true, refusal: 'notActive' },
    { id: hidden.id, access: false, granted: false, refusal: 'notActive' },
  ])
  await expect(admin.doors.memberAccess({ memberId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('granting and revoking are recorded with member, door and administrator, and doing it twice is not', async () => {
  const door = await aDoor(portal.db)
  const { id: memberId } = await aMember(portal.db, { cards: ['p6'] })
  const admin = await portal.as(adminId)
  for (let n = 0; n < 2; n += 1) await admin.doors.grant({ doorId: door.id, memberId })
  expect((await (await portal.as(memberId)).doors.permissions()).doors[0]?.granted).toBe(true)
  for (let n = 0; n < 2; n += 1) await admin.doors.revoke({ doorId: door.id, memberId })
  expect(await eventsAbout('member', memberId)).toMatchObject([
    { event: 'door.granted', actor_kind: 'member', actor_id: adminId, data: { deviceId: door.id } },
    { event: 'door.revoked', actor_kind: 'member', actor_id: adminId, data: { deviceId: door.id } },
  ])
})

test('only doors that exist can be granted, to members who exist', async () => {
  const door = await aDoor(portal.db)
  const lathe = await aDevice(portal.db, { kind: 'interlock' })
  const admin = await portal.as(adminId)
  await expect(admin.doors.grant({ doorId: 999_999, memberId: adminId })).rejects.toMatchObject({ code: 'notFound' })
  await expect(admin.doors.grant({ doorId: lathe.id, memberId: adminId })).rejects.toMatchObject({ code: 'notFound' })
  await expect(admin.doors.grant({ doorId: door.id, memberId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

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
  expect((await eventsAbout('device', doorId)).map((row) => row.event)).toEqual([
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
  expect(await eventsAbout('device', door.id)).toEqual([])
  await expect(admin.doors.bump({ doorId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('a door that was just there and does not answer is offline, and the record says that it was not reached', async () => {
  const door = await aDoor(portal.db, { lastSeenAt: new Date() })
  const admin = await portal.as(adminId)
  await expect(admin.doors.unlock({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  expect(await eventsAbout('device', door.id)).toMatchObject([
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
  expect(await eventsAbout('device', door.id)).toMatchObject([
    { event: 'door.bumped', actor_kind: 'apiKey', actor_id: id },
  ])
})
