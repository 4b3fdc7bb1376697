import { readFileSync } from 'node:fs'
import { contract } from '@spacekeeper/contract/index.ts'
import { permissions, permissionMeanings } from '@spacekeeper/contract/permissions.ts'
import { type Permission, permissionsFor, type Route } from '@spacekeeper/contract/route.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { aSwipe } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aMember } from './factory.ts'

let portal: TestPortal

let adminId: number

let admin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = (await aMember(portal.db, { isAdmin: true, cards: ['1'] })).id
  admin = await portal.as(adminId)
})

afterAll(() => portal.close())

const staffWith = async (...held: Permission[]) => {
  const { id } = await aMember(portal.db, { permissions: held })
  return { id, api: await portal.as(id) }
}

const rowOf = (id: number) => portal.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('what is granted counts from the next request on, and so does what is taken away', async () => {
  const { id, api } = await staffWith()
  await expect(api.members.search({})).rejects.toMatchObject({ code: 'notAllowed' })
  await admin.members.updatePermissions({ memberId: id, grant: ['settings', 'members'] })
  expect((await api.members.search({})).total).toBeGreaterThan(1)
  expect(await api.profile.get()).toMatchObject({
    admin: false,
    permissions: { staff: false },
    staffPermissions: ['members', 'settings'],
  })
  await admin.members.updatePermissions({ memberId: id, revoke: ['members', 'settings'] })
  await expect(api.members.search({})).rejects.toMatchObject({ code: 'notAllowed' })
})

test('the audit keeps who was given what, and nothing where nothing changes', async () => {
  const { id } = await staffWith('money')
  await admin.members.updatePermissions({ memberId: id, grant: ['members', 'members'] })
  await admin.members.updatePermissions({ memberId: id, grant: ['money', 'members'], revoke: ['settings'] })
  const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  expect(events).toMatchObject([
    {
      event: 'member.permissionsSet',
      actor_id: adminId,
      subject_kind: 'member',
      data: { from: ['money'], to: ['members', 'money'] },
    },
  ])
})

test('a permission that does not exist is refused by name', async () => {
  const { id } = await staffWith()
  const answer = await portal.app.inject({
    method: 'PUT',
    url: `/api/admin/members/${id}/permissions/`,
    headers: { authorization: `Bearer ${await portal.sessionOf(adminId)}` },
    payload: { grant: ['everything'] },
  })
  expect([answer.statusCode, answer.json().fields[0].field]).toEqual([400, 'grant.0'])
  await expect(admin.members.updatePermissions({ memberId: 999_999 })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('a suspension takes every power at once, and lifting it gives them back', async () => {
  const { id, api } = await staffWith('members')
  expect((await api.members.search({})).total).toBeGreaterThan(1)
  await admin.members.suspend({ memberId: id, reason: 'Talk to us.' })
  await expect(api.members.search({})).rejects.toMatchObject({ code: 'notAllowed' })
  expect((await api.profile.get()).staffPermissions).toEqual([])
  await admin.members.liftSuspension({ memberId: id })
  expect((await api.members.search({})).total).toBeGreaterThan(1)
})

test('staff with the members permission edit members, and are told what they may change of whom', async () => {
  const { api } = await staffWith('members')
  const { id } = await aMember(portal.db, { state: 'inactive' })
  await api.members.updateDetails({ memberId: id, firstName: 'Kim', email: 'kim@example.org' })
  await api.members.addCard({ memberId: id, number: '70001' })
  await api.members.setState({ memberId: id, state: 'active' })
  expect(await api.members.getDetails({ memberId: id })).toMatchObject({
    firstName: 'Kim',
    state: 'active',
    tasks: ['details', 'email', 'cards', 'standing', 'closing'],
  })
  expect(await api.members.getDetails({ memberId: adminId })).toMatchObject({ tasks: [], actions: [] })
})

test('staff with the members permission cannot give more than that, least of all to themselves', async () => {
  const { id, api } = await staffWith('members')
  const other = await aMember(portal.db)
  for (const memberId of [id, other.id]) {
    await expect(api.members.updateDetails({ memberId, isAdmin: true })).rejects.toMatchObject({
      code: 'notAllowed',
    })
    await expect(api.members.updatePermissions({ memberId, grant: [...permissions] })).rejects.toMatchObject({
      code: 'notAllowed',
    })
    expect(await rowOf(memberId)).toMatchObject({ is_admin: false })
  }
  await api.members.updateDetails({ memberId: id, isAdmin: false, firstName: 'Same' })
  await expect(api.members.updateDetails({ memberId: id, email: 'x@example.org' })).rejects.toMatchObject({
    code: 'notYourself',
  })
  await expect(api.members.setState({ memberId: id, state: 'inactive' })).rejects.toMatchObject({
    code: 'notYourself',
  })
})

test('the account of a member with more permissions cannot be taken over', async () => {
  const { api } = await staffWith('members')
  const treasurer = await staffWith('members', 'money')
  const door = await aDoor(portal.db)
  const { id: swipeId } = await aSwipe(portal.db, {
    deviceId: door.id,
    card: '669',
    outcome: 'refused',
    refusal: 'unknownCard',
  })
  const cardOfAdmin = (await admin.members.listCards({ memberId: adminId })).cards[0]?.id ?? 0
  for (const memberId of [adminId, treasurer.id]) {
    const before = await rowOf(memberId)
    const attempts = [
      api.members.updateDetails({ memberId, email: 'mine@example.org' }),
      api.members.updateDetails({ memberId, rfidCard: '666' }),
      api.members.updateDetails({ memberId, firstName: 'Other' }),
      api.members.setState({ memberId, state: 'inactive' }),
      api.members.suspend({ memberId, reason: 'Mine now.' }),
      api.members.addCard({ memberId, number: '667' }),
      api.members.addCard({ memberId, number: '668', replaces: { cardId: cardOfAdmin, state: 'lost' } }),
      api.members.claimCard({ memberId, swipeId }),
      api.members.endCard({ memberId, cardId: cardOfAdmin, state: 'lost' }),
      api.members.updateCardLabel({ memberId, cardId: cardOfAdmin, label: 'Mine' }),
    ]
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes).toMatchObject(attempts.map(() => ({ status: 'rejected', reason: { code: 'outranked' } })))
    expect(await rowOf(memberId)).toEqual(before)
  }
  await expect(api.members.restoreCard({ memberId: adminId, cardId: cardOfAdmin })).rejects.toMatchObject({
    code: 'outranked',
  })
  expect((await admin.members.listCards({ memberId: adminId })).cards).toMatchObject([{ number: '1', state: 'active' }])
})

test('what does not help to take over an account is done for every member: a welcome, a door, also one’s own', async () => {
  const [secretary, keeper] = [await staffWith('members'), await staffWith('access')]
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  await secretary.api.members.sendWelcome({ memberId: adminId })
  const memberIds = [adminId, keeper.id]
  for (const memberId of memberIds) await keeper.api.access.grantDoor({ doorId: door.id, memberId })
  const input = { selection: { memberIds }, change: 'grant' as const, deviceIds: [other.id] }
  const { fingerprint } = await keeper.api.members.previewGrants(input)
  expect(await keeper.api.members.updateGrants({ ...input, fingerprint })).toMatchObject({ touched: 2 })
  await keeper.api.access.revokeDoor({ doorId: door.id, memberId: adminId })
  const events = await portal.db.selectFrom('audit_events').selectAll().where('actor_id', '=', keeper.id).execute()
  expect(events.map(({ event }) => event)).toEqual(['door.granted', 'door.granted', 'access.changed', 'door.revoked'])
})

test('the last administrator who can act stays one: neither flag nor suspension changes that', async () => {
  const suspendOneself = () => admin.members.suspend({ memberId: adminId, reason: 'Me.' })
  await expect(suspendOneself()).rejects.toMatchObject({ code: 'lastAdministrator' })
  const second = await aMember(portal.db, { isAdmin: true })
  await admin.members.suspend({ memberId: second.id, reason: 'Away.' })
  const third = await aMember(portal.db, { isAdmin: true, isVerified: false })
  const fourth = await aMember(portal.db, { isAdmin: true })
  const api = await portal.as(fourth.id)
  await expect(suspendOneself()).rejects.toMatchObject({ code: 'notYourself' })
  const outcomes = await Promise.allSettled([
    api.members.suspend({ memberId: adminId, reason: 'First.' }),
    admin.members.updateDetails({ memberId: fourth.id, isAdmin: false }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = await portal.db
    .selectFrom('members')
    .select('id')
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .execute()
  expect(left).toHaveLength(1)
  await portal.db
    .updateTable('members')
    .set({ is_admin: false })
    .where('id', 'in', [second.id, third.id, fourth.id])
    .execute()
  await portal.db
    .updateTable('members')
    .set({ suspended_at: null, suspension_reason: null })
    .where('id', '=', adminId)
    .execute()
})

test('the permissions offered are those that open something', async () => {
  const { id } = await aMember(portal.db)
  const { grantable } = await admin.members.getDetails({ memberId: id })
  const asked = routes.flatMap(({ access }) => permissionsFor(access))
  expect(grantable).toEqual(permissions.filter((permission) => asked.includes(permission)))
  expect(grantable).toEqual(expect.arrayContaining(['members', 'access', 'devices', 'settings']))
})

test('the page about roles says of every permission what the contract says', () => {
  const page = readFileSync(new URL('../../../docs/guide/roles.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/ +/g, ' '))
  expect(rows.slice(2)).toEqual(permissions.map((one) => `| \`${one}\` | ${permissionMeanings[one]} |`))
})

const routes = Object.values(contract).flatMap((domain) => Object.values<Route>(domain))

/** Every member of staff makes keys for scripts, each for what they themselves may do. */
const ownKeys = '/api/admin/script-keys/'

test('staff are not all-powerful: no route of administration opens to every one of them but for their own keys', () => {
  const ofStaff = routes.filter(
    ({ path, access }) => path.startsWith('/api/admin/') && access !== 'admin' && !path.startsWith(ownKeys),
  )
  expect(ofStaff.length).toBeGreaterThan(20)
  for (const { access } of ofStaff) {
    expect(permissionsFor(access).length).toBeGreaterThan(0)
    expect(permissionsFor(access).length).toBeLessThan(permissions.length)
  }
})
