import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { doorLists } from '../devices/channels.ts'
import { aDevice } from '../devices/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aMember, type MemberFacts } from './factory.ts'
import { changeStanding } from './standing.ts'

let portal: TestPortal

let url: string

let ada: { id: number }

let api: TestClient

let cards = 9000

let now = new Date('2026-03-01T10:00:00.000Z')

const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  url = await portal.listen()
  ada = await aMember(portal.db, { isAdmin: true, registeredAt: now })
  api = await portal.as(ada.id)
})

afterAll(() => portal.close())

afterEach(async () => {
  now = new Date('2026-03-01T10:00:00.000Z')
  for (const close of closing.splice(0).toReversed()) await close()
})

const aCardHolder = async (facts: MemberFacts = {}) => {
  const card = String((cards += 1))
  return { ...(await aMember(portal.db, { ...facts, cards: [card] })), card }
}

const connect = async (door: { serial: string; key: string }): Promise<DialledDevice> => {
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  closing.push(device.close)
  for (let n = 0; n < 3; n += 1) await device.next()
  return device
}

const rowOf = (id: number) => portal.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const mailsTo = async (id: number) => {
  await portal.runJobs()
  return portal.db
    .selectFrom('messages')
    .select(['template', 'recipient', 'text'])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()
}

const templates = async (id: number) => (await mailsTo(id)).map(({ template }) => template)

const eventsOf = (id: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_id', 'data'])
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

test('making inactive takes the card off the granted doors and no others, and making active puts it back', async () => {
  const [door, other] = [await aDevice(portal.db), await aDevice(portal.db)]
  const member = await aCardHolder()
  await aGrant(portal.db, { memberId: member.id, deviceId: door.id })
  const [device, bystander] = [await connect(door), await connect(other)]
  await api.members.setState({ memberId: member.id, state: 'inactive', reason: 'Moved away.' })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [] })
  expect(await api.members.getState({ memberId: member.id, state: 'x' })).toEqual({ state: 'inactive' })
  await api.members.setState({ memberId: member.id, state: 'active' })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [member.card] })
  expect(await bystander.settle()).toEqual([])
  const mails = await mailsTo(member.id)
  expect(mails.map(({ template }) => template)).toEqual(['disabled', 'enabled'])
  expect(mails[0]?.text).toContain('The reason: Moved away.')
  expect(await eventsOf(member.id)).toMatchObject([
    { event: 'member.deactivate', actor_id: ada.id, data: { from: 'active', to: 'inactive', reason: 'Moved away.' } },
    { event: 'member.activate', actor_id: ada.id, data: { from: 'inactive', to: 'active' } },
  ])
})

test('by the time anybody is told, the state is stored', async () => {
  const { id } = await aCardHolder()
  const seen: string[] = []
  const look = async () => seen.push((await rowOf(id)).state)
  const stop = portal.services.live.on(doorLists, ({ memberIds = [] }) => {
    if (memberIds.includes(id)) void look()
  })
  await api.members.setState({ memberId: id, state: 'inactive' })
  await expect.poll(() => seen).toEqual(['inactive'])
  stop()
})

test('a mail that cannot be written changes nothing about the state', async () => {
  const { id } = await aCardHolder({ phone: '' })
  await portal.runAsOwner("alter table messages add constraint broken check (template <> 'disabled') not valid")
  try {
    await api.members.setState({ memberId: id, state: 'inactive' })
    await portal.runJobs()
    expect((await rowOf(id)).state).toBe('inactive')
    expect(await portal.db.selectFrom('messages').selectAll().where('member_id', '=', id).execute()).toEqual([])
  } finally {
    await portal.runAsOwner('alter table messages drop constraint broken')
  }
})

test('making inactive twice is one change, and any other state is refused', async () => {
  const { id } = await aCardHolder()
  await api.members.setState({ memberId: id, state: 'inactive' })
  await api.members.setState({ memberId: id, state: 'inactive' })
  expect(await eventsOf(id)).toHaveLength(1)
  expect(await templates(id)).toEqual(['disabled'])
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/admin/members/${id}/state/noob/`,
    cookies: { csrftoken: 'x', sessionid: await portal.sessionOf(ada.id) },
    headers: { 'x-csrftoken': 'x' },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field: 'state' }] })
})

test('an existing client activates without a body and gets an empty answer', async () => {
  const { id } = await aCardHolder({ state: 'inactive' })
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/admin/members/${id}/state/active/`,
    cookies: { csrftoken: 'x', sessionid: await portal.sessionOf(ada.id) },
    headers: { 'x-csrftoken': 'x' },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect((await rowOf(id)).state).toBe('active')
})

test('making a member activates, grants the doors members have by default, tells them once, and welcomes', async () => {
  const { id, card } = await aCardHolder({ state: 'noob' })
  const defaultDoor = await aDevice(portal.db, { isDefaultAccess: true })
  const byHand = await aDevice(portal.db, { isDefaultAccess: true })
  const plain = await aDevice(portal.db)
  await aGrant(portal.db, { memberId: id, deviceId: byHand.id })
  const device = await connect(defaultDoor)
  expect(await api.members.makeMember({ memberId: id })).toEqual({
    success: true,
    message: 'adminTools.makeMemberSuccess',
  })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [card] })
  expect(await device.settle()).toEqual([])
  const grants = await portal.db
    .selectFrom('grants')
    .select(['device_id', 'source'])
    .where('member_id', '=', id)
    .orderBy('device_id')
    .execute()
  expect(grants).toEqual([
    { device_id: defaultDoor.id, source: 'default' },
    { device_id: byHand.id, source: 'hand' },
  ])
  expect(grants.map(({ device_id }) => device_id)).not.toContain(plain.id)
  expect(await templates(id)).toEqual(['welcome'])
  expect(await api.members.makeMember({ memberId: id })).toEqual({
    success: false,
    message: 'adminTools.makeMemberErrorExists',
  })
  await portal.db.updateTable('devices').set({ is_default_access: false }).execute()
})

test('two who make the same account a member at once make it one once', async () => {
  const { id } = await aCardHolder({ state: 'accountonly' })
  const answers = await Promise.all([1, 2, 3].map(() => api.members.makeMember({ memberId: id })))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(await eventsOf(id)).toHaveLength(1)
})

test('a member who comes back has been one since first joining', async () => {
  const { id } = await aCardHolder({ state: 'noob' })
  expect((await rowOf(id)).first_joined_at).toBeNull()
  await api.members.makeMember({ memberId: id })
  const first = (await rowOf(id)).first_joined_at
  expect(first).toEqual(now)
  await api.members.setState({ memberId: id, state: 'inactive' })
  now = new Date('2026-05-01T10:00:00.000Z')
  const later = await portal.as(ada.id)
  await later.members.setState({ memberId: id, state: 'active' })
  expect((await rowOf(id)).first_joined_at).toEqual(first)
})

test('a suspension closes the doors, says why, and no payment and no activation ends it; lifting it does', async () => {
  const door = await aDevice(portal.db)
  const member = await aCardHolder()
  await aGrant(portal.db, { memberId: member.id, deviceId: door.id })
  const device = await connect(door)
  await api.members.suspend({ memberId: member.id, reason: 'Left the saw running.' })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [] })
  expect(await (await portal.as(member.id)).profile.get()).toMatchObject({
    state: 'inactive',
    suspension: { reason: 'Left the saw running.' },
  })
  await expect(api.members.setState({ memberId: member.id, state: 'active' })).rejects.toMatchObject({
    status: 409,
    code: 'memberSuspended',
  })
  await changeStanding(portal.ctx, { memberId: member.id, move: 'subscriptionEnded' })
  await changeStanding(portal.ctx, { memberId: member.id, move: 'invoicePaid' })
  expect(await rowOf(member.id)).toMatchObject({ state: 'inactive', membership_state: 'active' })
  expect(await device.settle()).toEqual([])
  await api.members.liftSuspension({ memberId: member.id, reason: 'We talked.' })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [member.card] })
  expect(await templates(member.id)).toEqual(['suspended', 'lifted'])
  expect(await rowOf(member.id)).toMatchObject({ state: 'active', suspended_at: null, suspension_reason: null })
})

test('why a membership is inactive is told to its member, a missing payment only where it is that', async () => {
  const { id } = await aCardHolder()
  const inactivity = async () => (await (await portal.as(id)).profile.get()).inactivity
  await api.members.setState({ memberId: id, state: 'inactive', reason: 'Moving to Perth.' })
  expect(await inactivity()).toEqual({ by: 'staff', reason: 'Moving to Perth.' })
  await changeStanding(portal.ctx, { memberId: id, move: 'suspend', reason: 'Wait.' })
  await changeStanding(portal.ctx, { memberId: id, move: 'lift' })
  expect(await inactivity()).toEqual({ by: 'staff', reason: 'Moving to Perth.' })
  await changeStanding(portal.ctx, { memberId: id, move: 'invoicePaid' })
  expect(await inactivity()).toBeNull()
  await changeStanding(portal.ctx, { memberId: id, move: 'subscriptionEnded' })
  expect(await inactivity()).toEqual({ by: 'plan', reason: '' })
})

test('a suspended new account is not made a member, and existing clients are told so', async () => {
  const { id } = await aMember(portal.db, { state: 'noob', suspension: 'Wait.' })
  expect(await api.members.makeMember({ memberId: id })).toEqual({
    success: false,
    message: 'adminTools.makeMemberError',
  })
})

test('a suspension needs a reason', async () => {
  const { id } = await aCardHolder()
  await expect(api.members.suspend({ memberId: id, reason: '  ' })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'reason', message: 'This field cannot be empty.' }] },
  })
  expect((await rowOf(id)).suspended_at).toBeNull()
})

test('the welcome mail can be sent again, and that is noted', async () => {
  const { id } = await aCardHolder()
  await api.members.sendWelcome({ memberId: id })
  expect(await templates(id)).toEqual(['welcome'])
  expect(await eventsOf(id)).toMatchObject([{ event: 'member.welcomeSent' }])
  await expect(api.members.sendWelcome({ memberId: 2_000_000_000 })).rejects.toMatchObject({ status: 404 })
})

test('the details say what can be done and what it would touch', async () => {
  const { id } = await aCardHolder({ state: 'noob' })
  const door = await aDevice(portal.db, { isDefaultAccess: true })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  await aGrant(portal.db, { memberId: id, deviceId: (await aDevice(portal.db, { kind: 'interlock' })).id })
  expect(await api.members.getDetails({ memberId: id })).toMatchObject({
    state: 'noob',
    actions: ['makeMember', 'deactivate', 'suspend'],
    grantedDoors: 1,
    grantedMachines: 1,
    missingDefaults: 0,
  })
})
