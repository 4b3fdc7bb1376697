import { afterAll, beforeAll, expect, test } from 'vitest'
import { coalesceCalls, coalesceRuns } from '../platform/coalesce-runs.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { findDevicesBySerial } from './devices.ts'
import { createDeviceKey, findDeviceKey, findDeviceKeys, revokeDeviceKey } from './keys.ts'
import { recordPendingDevice } from './pending.ts'
import { createDevice, authoriseDevice } from './registration.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const eventsOf = async (deviceId: number) => {
  const rows = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'device')
    .where('subject_id', '=', deviceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.event)
}

test('a device that is added is no longer pending and can be given a key', async () => {
  await recordPendingDevice(portal.ctx, { kind: 'door', serial: 'FRONT', ipAddress: '10.0.0.1' })
  const id = await createDevice(portal.ctx, { kind: 'door', serial: 'front', name: 'Front door' })
  expect(await portal.db.selectFrom('pending_devices').selectAll().execute()).toEqual([])
  const key = await createDeviceKey(portal.ctx, id)
  expect(key).toMatch(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}$/)
  expect(await findDeviceKey(portal.ctx, { deviceId: id, key })).toBeTypeOf('number')
  expect(await eventsOf(id)).toEqual(['device.added', 'device.keyCreated'])
})

test('only the hash of a key is stored, and no audit event holds the key', async () => {
  const id = await createDevice(portal.ctx, { kind: 'door', serial: 'hashed', name: 'Hashed' })
  const key = await createDeviceKey(portal.ctx, id)
  const stored = await portal.db
    .selectFrom('device_keys')
    .selectAll()
    .where('device_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.secret_hash).toHaveLength(32)
  const audit = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  expect(JSON.stringify([stored, audit])).not.toContain(key.slice(9))
})

test('a key opens one device, until it is revoked', async () => {
  const id = await createDevice(portal.ctx, { kind: 'door', serial: 'mine', name: 'Mine' })
  const otherId = await createDevice(portal.ctx, { kind: 'door', serial: 'other', name: 'Other' })
  const key = await createDeviceKey(portal.ctx, id)
  expect(await findDeviceKey(portal.ctx, { deviceId: otherId, key })).toBeNull()
  expect(await findDeviceKey(portal.ctx, { deviceId: id, key: `${key}x` })).toBeNull()
  expect(await findDeviceKey(portal.ctx, { deviceId: id, key: key.slice(0, 9) + 'A'.repeat(32) })).toBeNull()
  const keyId = await findDeviceKey(portal.ctx, { deviceId: id, key })
  if (keyId === null) throw new Error('the key is not known')
  await expect(revokeDeviceKey(portal.ctx, { deviceId: otherId, keyId })).rejects.toMatchObject({ code: 'notFound' })
  await revokeDeviceKey(portal.ctx, { deviceId: id, keyId })
  await revokeDeviceKey(portal.ctx, { deviceId: id, keyId })
  expect(await findDeviceKey(portal.ctx, { deviceId: id, key })).toBeNull()
  expect(await eventsOf(id)).toEqual(['device.added', 'device.keyCreated', 'device.keyRevoked'])
})

test('keys that are asked for together are judged one by one', async () => {
  const id = await createDevice(portal.ctx, { kind: 'door', serial: 'one', name: 'One of many' })
  const otherId = await createDevice(portal.ctx, { kind: 'door', serial: 'two', name: 'Two of many' })
  const [key, spare, other, ended] = [
    await createDeviceKey(portal.ctx, id),
    await createDeviceKey(portal.ctx, id),
    await createDeviceKey(portal.ctx, otherId),
    await createDeviceKey(portal.ctx, otherId),
  ]
  const endedId = await findDeviceKey(portal.ctx, { deviceId: otherId, key: ended })
  await revokeDeviceKey(portal.ctx, { deviceId: otherId, keyId: endedId ?? 0 })
  const found = await findDeviceKeys(portal.ctx, [
    { deviceId: id, key },
    { deviceId: id, key: other },
    { deviceId: id, key: key.slice(0, 9) + 'A'.repeat(32) },
    { deviceId: id, key: 'no key' },
    { deviceId: otherId, key: ended },
    { deviceId: otherId, key },
    { deviceId: otherId, key: other },
    { deviceId: id, key: spare },
  ])
  expect(found.map((keyId) => keyId !== null)).toEqual([true, false, false, false, false, false, true, true])
  expect(new Set(found).size).toBe(4)
  await authoriseDevice(portal.ctx, { deviceId: otherId, isAuthorised: false })
  const later = [
    { deviceId: otherId, key: other },
    { deviceId: id, key },
  ]
  expect(await findDeviceKeys(portal.ctx, later)).toEqual([null, found[0]])
})

test('devices that are asked for together are found by kind and serial number each', async () => {
  const id = await createDevice(portal.ctx, { kind: 'door', serial: 'Many-1', name: 'Many 1' })
  const machineId = await createDevice(portal.ctx, { kind: 'interlock', serial: 'many-2', name: 'Many 2' })
  const found = await findDevicesBySerial(portal.ctx, [
    { kind: 'interlock', serial: 'MANY-2' },
    { kind: 'door', serial: 'many-2' },
    { kind: 'door', serial: 'many-3' },
    { kind: 'door', serial: 'many-1' },
    { kind: 'door', serial: 'MANY-1' },
  ])
  expect(found.map((device) => device?.id)).toEqual([machineId, undefined, undefined, id, id])
})

test('the serial number or name of another device is refused by name of the field', async () => {
  await createDevice(portal.ctx, { kind: 'door', serial: 'Taken', name: 'Taken name' })
  const same = { kind: 'interlock', serial: 'taken', name: 'Free name' } as const // narrows the kind
  await expect(createDevice(portal.ctx, same)).rejects.toMatchObject({ facts: { fields: [{ field: 'serial' }] } })
  await expect(createDevice(portal.ctx, { ...same, serial: 'free', name: 'TAKEN NAME' })).rejects.toMatchObject({
    facts: { fields: [{ field: 'name' }] },
  })
  await expect(createDevice(portal.ctx, { ...same, serial: 'a b' })).rejects.toMatchObject({ code: 'badInput' })
  await expect(createDevice(portal.ctx, { ...same, serial: 'ok', name: ' ' })).rejects.toMatchObject({
    code: 'badInput',
  })
})

test('authorising what is authorised already writes nothing', async () => {
  const id = await createDevice(portal.ctx, { kind: 'door', serial: 'twice', name: 'Twice' })
  await authoriseDevice(portal.ctx, { deviceId: id, isAuthorised: true })
  await authoriseDevice(portal.ctx, { deviceId: id, isAuthorised: false })
  await authoriseDevice(portal.ctx, { deviceId: id, isAuthorised: false })
  expect(await eventsOf(id)).toEqual(['device.added', 'device.authorisationWithdrawn'])
  await expect(authoriseDevice(portal.ctx, { deviceId: 999_999, isAuthorised: true })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('runs do not overlap, what is asked for meanwhile is done together, and no caller is answered before their run', async () => {
  const runs: number[][] = []
  let running = 0
  const end = Promise.withResolvers<void>()
  const ask = coalesceRuns(async (keys: number[]) => {
    running += 1
    expect(running).toBe(1)
    runs.push(keys)
    await end.promise
    running -= 1
    if (keys.includes(13)) throw new Error('unlucky')
  })
  const first = ask([1])
  await expect.poll(() => runs).toEqual([[1]])
  const rest = Promise.allSettled([ask([2]), ask([2, 3]), ask([13])])
  end.resolve()
  await first
  expect(runs).not.toContainEqual([2])
  expect(await rest).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }, { status: 'rejected' }])
  expect(runs).toEqual([[1], [2, 3, 13]])
  await ask([4])
  expect(runs.at(-1)).toEqual([4])
})

test('calls made together are answered by one run each in its own words, and a run that fails fails its calls alone', async () => {
  const runs: number[][] = []
  const ask = coalesceCalls(async (inputs: readonly number[]) => {
    runs.push([...inputs])
    await Promise.resolve()
    if (inputs.includes(13)) throw new Error('unlucky')
    return inputs.map((input) => input * 10)
  })
  expect(await Promise.all([ask(1), ask(2), ask(1)])).toEqual([10, 20, 10])
  expect(runs).toEqual([[1, 2, 1]])
  const unlucky = Promise.allSettled([ask(3), ask(13)])
  expect(await unlucky).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await ask(4)).toBe(40)
  const many = Array.from({ length: 300 }, (_, n) => n + 100)
  expect(await Promise.all(many.map(ask))).toEqual(many.map((n) => n * 10))
  expect(runs.slice(-2).map((inputs) => inputs.length)).toEqual([256, 44])
})
