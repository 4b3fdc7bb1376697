import { type Tasmota, startTasmota } from '@spacekeeper/simulators/tasmota.ts'
import { beforeAll, beforeEach, afterEach, afterAll, test, expect } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

let staff: TestClient

let plug: Tasmota

let deviceId: number

beforeAll(async () => {
  portal = await startTestPortal()
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})

beforeEach(async () => {
  plug = await startTasmota({ password: 'sesame', meterKwh: 120 })
  deviceId = (await aDoor(portal.db)).id
})

afterEach(() => plug.close())

afterAll(() => portal.close())

const settings = (more: object = {}) => ({
  driver: 'tasmota' as const,
  address: plug.url,
  output: 1,
  openSeconds: 5,
  ...more,
})

test('a device connects by itself until staff say how to reach it', async () => {
  expect(await staff.drivers.get({ deviceId })).toEqual({
    settings: { driver: 'socket' },
    hasSecret: false,
    problem: null,
    isMeterUnreadable: false,
    sharedWith: [],
  })
  await staff.drivers.set({ deviceId, settings: settings(), secret: 'sesame' })
  expect(await staff.drivers.get({ deviceId })).toMatchObject({ settings: settings(), hasSecret: true })
  await staff.drivers.set({ deviceId, settings: { driver: 'socket' } })
  expect(await staff.drivers.get({ deviceId })).toMatchObject({ settings: { driver: 'socket' }, hasSecret: false })
})

test('a secret is sealed, and stands neither in answers nor in the audit nor in the log', async () => {
  await staff.drivers.set({ deviceId, settings: settings(), secret: 'open-sesame-77' })
  await staff.drivers.test({ deviceId })
  const row = await portal.db.selectFrom('device_drivers').selectAll().where('device_id', '=', deviceId).execute()
  const audit = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', deviceId).execute()
  const told = JSON.stringify([row, audit, await staff.drivers.get({ deviceId }), portal.logLines])
  expect(told).not.toContain('open-sesame-77')
  expect(audit.map(({ event }) => event)).toContain('device.driverChanged')
})

test('a secret that is left out stays, but never goes to another address', async () => {
  await staff.drivers.set({ deviceId, settings: settings(), secret: 'sesame' })
  await staff.drivers.set({ deviceId, settings: settings({ openSeconds: 8 }) })
  expect((await staff.drivers.test({ deviceId })).problem).toBeNull()
  const elsewhere = settings({ address: 'http://127.0.0.1:9' })
  await expect(staff.drivers.set({ deviceId, settings: elsewhere })).rejects.toMatchObject({
    body: { fields: [{ field: 'secret' }] },
  })
  await staff.drivers.set({ deviceId, settings: elsewhere, secret: '' })
  expect((await staff.drivers.get({ deviceId })).hasSecret).toBe(false)
})

const wrong: [string, object][] = [
  ['settings.address', { address: 'ftp://10.0.0.5' }],
  ['settings.address', { address: 'http://bo:secret@10.0.0.5' }],
  ['settings.address', { address: '10.0.0.5' }],
  ['settings.output', { output: 9 }],
  ['settings.openSeconds', { openSeconds: 0 }],
  ['settings.extra', { extra: true }],
]

test.each(wrong)('what is wrong in %s is named', async (field, more) => {
  await expect(staff.drivers.set({ deviceId, settings: settings(more) })).rejects.toMatchObject({
    body: { code: 'badInput', fields: [{ field }] },
  })
})

test('the connection is tested, and what is wrong is said', async () => {
  const tested = async (more: object = {}, secret = 'sesame') => {
    await staff.drivers.set({ deviceId, settings: settings(more), secret })
    return (await staff.drivers.test({ deviceId })).problem
  }
  expect(await tested()).toBeNull()
  expect(await staff.drivers.test({ deviceId })).toEqual({
    problem: null,
    isOn: false,
    hasMeter: true,
    energyKwh: 120,
    powerWatts: 0,
  })
  expect(await tested({}, 'wrong')).toBe('wrongSecret')
  expect(await tested({ output: 3 })).toBe('wrongOutput')
  plug.misbehave('garbage')
  expect(await tested()).toBe('notUnderstood')
  plug.misbehave('hang')
  expect(await tested()).toBe('timedOut')
  plug.misbehave('down')
  expect(await tested()).toBe('unreachable')
})

test('a relay that is another device as well is said to be, when it is saved and from then on', async () => {
  const other = await aDoor(portal.db)
  expect(await staff.drivers.set({ deviceId: other.id, settings: settings() })).toEqual({ sharedWith: [] })
  const shared = { sharedWith: [{ id: other.id, name: other.name }] }
  expect(await staff.drivers.set({ deviceId, settings: settings({ address: `${plug.url}/` }) })).toEqual(shared)
  expect(await staff.drivers.get({ deviceId })).toMatchObject(shared)
  expect(await staff.drivers.set({ deviceId, settings: settings({ output: 2 }) })).toEqual({ sharedWith: [] })
  await portal.db.deleteFrom('device_drivers').where('device_id', '=', other.id).execute()
})

test('a vending machine is not switched, so it has no driver', async () => {
  const { id } = await aDevice(portal.db, { kind: 'memberbucks' })
  await expect(staff.drivers.get({ deviceId: id })).rejects.toMatchObject({ code: 'notFound' })
  await expect(staff.drivers.set({ deviceId: id, settings: settings() })).rejects.toMatchObject({ code: 'notFound' })
})

test('a device that connects by itself has no connection to test', async () => {
  await expect(staff.drivers.test({ deviceId })).rejects.toMatchObject({ code: 'badInput' })
})
