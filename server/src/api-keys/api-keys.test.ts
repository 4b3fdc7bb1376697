import type { ApiScope } from '@spacekeeper/contract/route.ts'
import { beforeAll, afterAll, afterEach, test, expect } from 'vitest'
import { aDoor } from '../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

let portal: TestPortal

let staff: Awaited<ReturnType<TestPortal['as']>>

let url = ''

const dialled: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  const { id } = await aMember(portal.db, { firstName: 'Ada', lastName: 'Okafor', permissions: ['devices'] })
  staff = await portal.as(id)
})

afterAll(() => portal.close())

afterEach(async () => {
  for (const device of dialled.splice(0)) await device.close()
})

const connect = async (kind: 'door' | 'interlock', device: { serial: string; key: string }) => {
  const line = await dialDevice(url, { path: `/ws/access/${kind}/${device.serial}`, key: device.key })
  dialled.push(line)
  await line.settle()
  return line
}

const call = async (key: string, path: string) => {
  const headers = { authorization: `Api-Key ${key}` }
  const answer = await portal.app.inject({ method: 'POST', url: `/api/access/${path}/`, headers })
  return { status: answer.statusCode, ...answer.json() }
}

const aKey = async (scopes: ApiScope[], more: object = {}) =>
  (await staff.apiKeys.create({ name: 'Bell', scopes, ...more })).key

test('a key does what its scopes say, and the device hears of it', async () => {
  const door = await aDoor(portal.db)
  const line = await connect('door', door)
  const key = await aKey(['devices.bump'])
  expect(await call(key, `doors/${door.id}/bump`)).toEqual({ status: 200, success: true })
  expect(await line.next()).toEqual({ command: 'bump' })
  for (const other of ['lock', 'unlock', 'reboot', 'sync'])
    expect(await call(key, `doors/${door.id}/${other}`)).toMatchObject({ status: 403, code: 'notAllowed' })
  const all = await aKey(['doors.command'])
  expect(await call(all, `doors/${door.id}/lock`)).toMatchObject({ success: true })
  expect(await call(all, `doors/${door.id}/reboot`)).toMatchObject({ success: true })
})

test('a key reaches only the kind or the devices it is limited to', async () => {
  const [door, other, machine] = [await aDoor(portal.db), await aDoor(portal.db), await aMachine(portal.db)]
  await connect('door', door)
  await connect('interlock', machine)
  const one = await aKey(['devices.unlock'], { deviceIds: [door.id] })
  expect(await call(one, `doors/${door.id}/unlock`)).toMatchObject({ success: true })
  expect(await call(one, `doors/${other.id}/unlock`)).toMatchObject({ code: 'notAllowed' })
  expect(await call(one, `interlocks/${machine.id}/unlock`)).toMatchObject({ code: 'notAllowed' })
  const machines = await aKey(['devices.unlock'], { kind: 'interlock' })
  expect(await call(machines, `interlocks/${machine.id}/unlock`)).toMatchObject({ success: true })
  expect(await call(machines, `doors/${door.id}/unlock`)).toMatchObject({ code: 'notAllowed' })
})

test('a key that reads the status reads it of what it reaches', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  const key = await aKey(['devices.read'], { deviceIds: [door.id] })
  const headers = { authorization: `Api-Key ${key}` }
  const answer = await portal.app.inject({ url: '/api/access/status/', headers })
  expect(answer.json()).toMatchObject({ doors: [{ id: door.id }], interlocks: [] })
  expect(answer.body).not.toContain(`"id":${other.id},`)
})

test('with the setting off every key is told so as clients of other makers read it, and staff are not', async () => {
  const door = await aDoor(portal.db)
  const line = await connect('door', door)
  const key = await aKey(['doors.command'])
  await changeSetting(portal.ctx, { key: 'ENABLE_DOOR_BUMP_API', value: false })
  expect(await call(key, `doors/${door.id}/bump`)).toMatchObject({
    status: 403,
    code: 'bumpApiOff',
    success: false,
    error: expect.stringContaining('turned off'),
  })
  expect(await staff.doors.bump({ doorId: door.id })).toEqual({ success: true })
  expect(await line.settle()).toEqual([{ command: 'bump' }])
  await changeSetting(portal.ctx, { key: 'ENABLE_DOOR_BUMP_API', value: true })
  expect(await call(key, `doors/${door.id}/bump`)).toMatchObject({ success: true })
})

test('a key is listed with its limits and its last use, never with its secret, and ends when it is revoked', async () => {
  const door = await aDoor(portal.db, { name: 'Porch' })
  await connect('door', door)
  const { keyId, key } = await staff.apiKeys.create({
    name: 'Calendar',
    scopes: ['devices.bump'],
    deviceIds: [door.id],
  })
  const mine = async () => (await staff.apiKeys.list()).keys.find(({ id }) => id === keyId)
  expect(await mine()).toMatchObject({
    name: 'Calendar',
    prefix: key.slice(0, 8),
    scopes: ['devices.bump'],
    kind: null,
    devices: [{ id: door.id, name: 'Porch' }],
    createdBy: 'Ada Okafor',
    expiresAt: null,
    isExpired: false,
    lastUsedAt: null,
  })
  await call(key, `doors/${door.id}/bump`)
  expect(await mine()).toMatchObject({ lastUsedAt: expect.any(String) })
  expect(JSON.stringify(await staff.apiKeys.list())).not.toContain(key.slice(9))
  await staff.apiKeys.revoke({ keyId })
  await staff.apiKeys.revoke({ keyId })
  expect(await call(key, `doors/${door.id}/bump`)).toMatchObject({ status: 401 })
  expect(await mine()).toMatchObject({ revokedAt: expect.any(String) })
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'data'])
    .where('event', 'like', 'apiKey.%')
    .execute()
  expect(events.filter(({ event }) => event === 'apiKey.revoked')).toHaveLength(1)
  expect(JSON.stringify(events)).not.toContain(key.slice(9))
})

test('an expired key is refused, and says so in the list', async () => {
  const { keyId, key } = await staff.apiKeys.create({
    name: 'Short',
    scopes: ['doors.command'],
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  })
  expect(await call(key, 'doors/2000000000/bump')).toMatchObject({ code: 'notFound' })
  await portal.db
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', keyId)
    .execute()
  expect(await call(key, 'doors/2000000000/bump')).toMatchObject({ status: 401 })
  expect((await staff.apiKeys.list()).keys.find(({ id }) => id === keyId)).toMatchObject({ isExpired: true })
})

test.each([
  ['name', { name: ' ' }],
  ['scopes', { scopes: [] }],
  ['deviceIds', { deviceIds: [] }],
  ['deviceIds', { deviceIds: [2_000_000_000] }],
  ['deviceIds', { deviceIds: [1], kind: 'door' as const }], // narrows the kind
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
])('a wrong %s is refused at its field: %j', async (field, wrong) => {
  const wanted = { name: 'Bell', scopes: ['devices.bump'] as ApiScope[] } // more than this literal
  await expect(staff.apiKeys.create({ ...wanted, ...wrong })).rejects.toMatchObject({
    body: { code: 'badInput', fields: [{ field }] },
  })
})

test('revoking what is not there is said', async () => {
  await expect(staff.apiKeys.revoke({ keyId: 2_000_000_000 })).rejects.toMatchObject({ code: 'notFound' })
})
