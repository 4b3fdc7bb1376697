import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../auth/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { effectivePermissions } from '../members/role-rules.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

const password = 'correct horse battery'
let portal: TestPortal
let admin: TestClient
let adminId: number
const lines: DialledDevice[] = []
beforeAll(async () => {
  portal = await startTestPortal()
  adminId = (await aMember(portal.db, { isAdmin: true, firstName: 'Root', lastName: 'Admin' })).id
  admin = await portal.as(adminId)
})
afterEach(async () => {
  for (const line of lines.splice(0)) await line.close()
})
afterAll(() => portal.close())

/** A volunteer who looks after devices, and has made an API key and a key of a door. */
const aVolunteer = async (facts: MemberFacts = {}) => {
  const { id } = await anAccount(portal.db, { password, permissions: ['devices'], ...facts })
  const api = await portal.as(id)
  const { keyId, key } = await api.apiKeys.create({ name: `Bell ${id}`, scopes: ['devices.read'] })
  const door = await aDoor(portal.db)
  const { key: deviceKey } = await api.devices.createKey({ deviceId: door.id })
  const [made] = (await api.devices.listKeys({ deviceId: door.id })).keys
  return { id, api, keyId, key, door, deviceKey, deviceKeyId: made?.id ?? 0 }
}

const works = async (key: string, at: Pick<TestPortal, 'app'> = portal) => {
  const headers = { authorization: `Api-Key ${key}` }
  return (await at.app.inject({ url: '/api/access/status/', headers })).statusCode
}

const heldBy = async (memberId: number) => (await admin.apiKeys.listHeld({ memberId })).keys

const waitingKeys = async () =>
  (await admin.home.getNextSteps()).waiting.find(({ matter }) => matter === 'lapsedKeys')?.count ?? 0

test('an API key stops with the suspension of its owner, in every process, and works when it ends', async () => {
  const { id: memberId, key } = await aVolunteer()
  const other = await portal.another()
  expect([await works(key), await works(key, other)]).toEqual([200, 200])
  await admin.members.suspend({ memberId, reason: 'Talk to us.' })
  expect([await works(key), await works(key, other)]).toEqual([401, 401])
  expect((await admin.apiKeys.list()).keys.find(({ owner }) => owner?.id === memberId)?.owner?.lapse).toBe('suspended')
  await admin.members.liftSuspension({ memberId, reason: '' })
  expect([await works(key), await works(key, other)]).toEqual([200, 200])
})

test('it stops when its owner loses the permission, and when the account is closed', async () => {
  const [taken, closed] = [await aVolunteer(), await aVolunteer()]
  await admin.members.updatePermissions({ memberId: taken.id, grant: ['access'], revoke: ['devices'] })
  await closed.api.profile.closeAccount({ password, confirmation: 'close my account' })
  expect([await works(taken.key), await works(closed.key)]).toEqual([401, 401])
  expect((await heldBy(taken.id)).map(({ owner }) => owner?.lapse)).toEqual(['noPermission', 'noPermission'])
  expect((await heldBy(closed.id)).map(({ owner }) => owner)).toEqual([
    { id: closed.id, name: 'Former member', lapse: 'closed' },
    { id: closed.id, name: 'Former member', lapse: 'closed' },
  ])
})

test('a door goes on, and staff are asked what becomes of the keys until they keep or revoke each', async () => {
  const before = await waitingKeys()
  const { id: memberId, keyId, key, door, deviceKey, deviceKeyId } = await aVolunteer()
  await admin.members.suspend({ memberId, reason: 'Talk to us.' })
  const line = await dialDevice(await portal.listen(), { path: `/ws/access/door/${door.serial}`, key: deviceKey })
  lines.push(line)
  expect(await line.next()).toEqual({ authorised: true })
  expect(await waitingKeys()).toBe(before + 2)
  expect((await admin.apiKeys.listHeld({})).keys.slice(0, 2).every(({ owner }) => owner?.lapse)).toBe(true)

  const keeper = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  await admin.devices.giveKey({ deviceId: door.id, keyId: deviceKeyId, memberId: adminId })
  await keeper.apiKeys.revoke({ keyId })
  expect([await waitingKeys(), await works(key)]).toEqual([before, 401])
  expect(await heldBy(memberId)).toMatchObject([
    { kind: 'device', prefix: deviceKey.slice(0, 8), device: { id: door.id }, owner: { id: adminId, lapse: null } },
  ])
  const given = await portal.db
    .selectFrom('audit_events')
    .select(['actor_id', 'subject_id', 'data'])
    .where('event', '=', 'device.keyGiven')
    .execute()
  expect(given).toMatchObject([{ actor_id: adminId, subject_id: door.id, data: { from: memberId, to: adminId } }])
})

test('staff take a key over; only administrators give one to another, who has to look after devices', async () => {
  const { id: memberId, api, keyId, key, door, deviceKeyId } = await aVolunteer()
  const { id: keeperId } = await aMember(portal.db, { permissions: ['devices'], firstName: 'Kim', lastName: 'Keeper' })
  const keeper = await portal.as(keeperId)
  const plain = await aMember(portal.db, { permissions: ['members'] })
  expect((await keeper.devices.listKeyOwners()).owners).toEqual([{ id: keeperId, name: 'Kim Keeper' }])
  const offered = (await admin.devices.listKeyOwners()).owners.map(({ id }) => id)
  expect([memberId, keeperId, adminId, plain.id].map((id) => offered.includes(id))).toEqual([true, true, true, false])
  await expect(api.apiKeys.give({ keyId, memberId: adminId })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(api.devices.giveKey({ deviceId: door.id, keyId: deviceKeyId, memberId: adminId })).rejects.toMatchObject(
    { code: 'notAllowed' },
  )
  await expect(admin.apiKeys.give({ keyId, memberId: plain.id })).rejects.toMatchObject({
    body: { fields: [{ field: 'memberId' }] },
  })
  await expect(admin.apiKeys.give({ keyId: 2_000_000_000, memberId: adminId })).rejects.toMatchObject({
    code: 'notFound',
  })
  await keeper.apiKeys.give({ keyId, memberId: keeperId })
  await admin.members.suspend({ memberId, reason: 'Talk to us.' })
  expect(await works(key)).toBe(200)
  await admin.apiKeys.give({ keyId, memberId: adminId })
  expect((await admin.apiKeys.list()).keys.find(({ id }) => id === keyId)).toMatchObject({
    createdBy: expect.any(String),
    owner: { id: adminId, name: 'Root Admin', lapse: null },
  })
})

test('a key whose owner is not known works, is shown without one, and can be taken over', async () => {
  const { keyId, key } = await aVolunteer()
  const ownerless = { owner_id: null, created_by: null }
  await portal.db.updateTable('api_keys').set(ownerless).where('id', '=', keyId).execute()
  expect(await works(key)).toBe(200)
  const mine = async () => (await admin.apiKeys.list()).keys.find(({ id }) => id === keyId)?.owner
  expect(await mine()).toBeNull()
  await admin.apiKeys.give({ keyId, memberId: adminId })
  expect(await mine()).toMatchObject({ id: adminId })
})

test('staff who look after members read whose keys there are and decide nothing', async () => {
  const { id: memberId, keyId } = await aVolunteer()
  const reader = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  expect((await reader.apiKeys.listHeld({ memberId })).keys.map(({ kind }) => kind)).toEqual(['api', 'device'])
  await expect(reader.apiKeys.give({ keyId, memberId })).rejects.toMatchObject({ code: 'notAllowed' })
})

test.each<[string, MemberFacts]>([
  ['an administrator', { isAdmin: true }],
  ['a suspended administrator', { isAdmin: true, suspension: 'x' }],
  ['staff for devices', { permissions: ['devices'] }],
  ['staff for devices whose membership ended', { permissions: ['devices'], state: 'inactive' }],
  ['suspended staff', { permissions: ['devices'], suspension: 'x' }],
  ['other staff', { permissions: ['members', 'access', 'money', 'meetings', 'settings'] }],
  ['a member', {}],
])('a key answers as its owner may: %s', async (_, facts) => {
  const { id, keyId, key } = await aVolunteer()
  const owner = await aMember(portal.db, facts)
  await portal.db.updateTable('api_keys').set({ owner_id: owner.id, created_by: id }).where('id', '=', keyId).execute()
  const row = await portal.db.selectFrom('members').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow()
  expect(await works(key)).toBe(effectivePermissions(row).permissions.includes('devices') ? 200 : 401)
})
