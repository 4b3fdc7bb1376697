import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { aDevice } from '../devices/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { startMachineSession } from '../interlocks/sessions.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aGrant } from './factory.ts'

let portal: TestPortal

let adminId = 0

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = (await aMember(portal.db, { isAdmin: true })).id
})

afterAll(() => portal.close())

afterEach(async () => {
  await portal.db.deleteFrom('grants').execute()
  await portal.db.updateTable('devices').set({ removed_at: new Date() }).where('removed_at', 'is', null).execute()
})

const eventsAbout = (memberId: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_kind', 'actor_id', 'data'])
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', memberId)
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
  const access = await (await portal.as(id)).access.listOwn()
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

test('a member who is not active has no access; their grants stay visible', async () => {
  const door = await aDoor(portal.db)
  const suspended = await aMember(portal.db, { suspension: 'Ask us.', cards: ['p2'] })
  const inactive = await aMember(portal.db, { state: 'inactive', cards: ['p3'] })
  for (const { id } of [suspended, inactive]) await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const of = async (id: number) => (await (await portal.as(id)).access.listOwn()).doors[0]
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
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: true })
  const client = await portal.as(id)
  const refusals = async () => (await client.access.listOwn()).doors.map((door) => door.refusal)
  await expect.poll(refusals).toEqual(['notSignedIn', null])
  await client.visits.signIn({ guests: [] })
  expect(await refusals()).toEqual([null, null])
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: false })
})

test('administrators see the grants of a member in whatever state, hidden doors too, and why the card fails', async () => {
  const door = await aDoor(portal.db, { name: 'a' })
  const hidden = await aDoor(portal.db, { name: 'b', isHidden: true })
  const { id } = await aMember(portal.db, { state: 'inactive', cards: ['p5'] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const admin = await portal.as(adminId)
  expect((await admin.access.getMemberAccess({ memberId: id })).doors).toMatchObject([
    { id: door.id, access: true, granted: true, refusal: 'notActive' },
    { id: hidden.id, access: false, granted: false, refusal: 'notActive' },
  ])
  await expect(admin.access.getMemberAccess({ memberId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('granting and revoking are recorded with member, door and administrator, and doing it twice is not', async () => {
  const door = await aDoor(portal.db)
  const { id: memberId } = await aMember(portal.db, { cards: ['p6'] })
  const admin = await portal.as(adminId)
  for (let n = 0; n < 2; n += 1) await admin.access.grantDoor({ doorId: door.id, memberId })
  expect((await (await portal.as(memberId)).access.listOwn()).doors[0]?.granted).toBe(true)
  for (let n = 0; n < 2; n += 1) await admin.access.revokeDoor({ doorId: door.id, memberId })
  expect(await eventsAbout(memberId)).toMatchObject([
    { event: 'door.granted', actor_kind: 'member', actor_id: adminId, data: { deviceId: door.id } },
    { event: 'door.revoked', actor_kind: 'member', actor_id: adminId, data: { deviceId: door.id } },
  ])
})

test('only doors that exist can be granted, to members who exist', async () => {
  const door = await aDoor(portal.db)
  const lathe = await aDevice(portal.db, { kind: 'interlock' })
  const admin = await portal.as(adminId)
  await expect(admin.access.grantDoor({ doorId: 999_999, memberId: adminId })).rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(admin.access.grantDoor({ doorId: lathe.id, memberId: adminId })).rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(admin.access.grantDoor({ doorId: door.id, memberId: 999_999 })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('a locked device tells members what staff wrote about it', async () => {
  const door = await aDoor(portal.db, { isLockedOut: true })
  await portal.db
    .updateTable('devices')
    .set({ lockout_reason: 'Blade guard broken' })
    .where('id', '=', door.id)
    .execute()
  const { id } = await aMember(portal.db, { cards: ['p7'] })
  expect((await (await portal.as(id)).access.listOwn()).doors).toMatchObject([
    { id: door.id, refusal: 'lockedOut', lockoutReason: 'Blade guard broken' },
  ])
})

const showMembers = async (value: boolean) => {
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value })
  await expect.poll(() => portal.ctx.settings.get('ENABLE_PORTAL_MEMBERS_ON_SITE')).toBe(value)
}

test('a running machine is shown as in use: as one’s own, by name where members may see each other, or only that it is', async () => {
  const mia = await aMember(portal.db, { screenName: 'Mia', cards: ['p8'] })
  const hidden = await aMember(portal.db, { isHidden: true, cards: ['p9'] })
  const reader = await aMember(portal.db, { cards: ['p10'] })
  const [saw, kiln] = [await aMachine(portal.db, { name: 'a saw' }), await aMachine(portal.db, { name: 'b kiln' })]
  for (const memberId of [mia.id, hidden.id]) await aGrant(portal.db, { memberId, deviceId: saw.id })
  await aGrant(portal.db, { memberId: hidden.id, deviceId: kiln.id })
  await startMachineSession(portal.ctx, { deviceId: saw.id, card: 'p8' })
  await startMachineSession(portal.ctx, { deviceId: kiln.id, card: 'p9' })
  const usesOf = async (id: number) =>
    (await (await portal.as(id)).access.listOwn()).interlocks.map(({ use }) => use && [use.isOwn, use.name])
  await showMembers(true)
  expect(await usesOf(mia.id)).toEqual([
    [true, 'Mia'],
    [false, null],
  ])
  expect((await usesOf(reader.id))[0]).toEqual([false, 'Mia'])
  expect((await usesOf(adminId))[1]).toEqual([false, expect.any(String)])
  await showMembers(false)
  expect((await usesOf(reader.id))[0]).toEqual([false, null])
})
