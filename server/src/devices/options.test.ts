import type { DeviceChanges } from '@spacekeeper/contract/devices/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#platform/http/app-error.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { updateDevice } from './options.ts'

let portal: TestPortal
let staff: Awaited<ReturnType<TestPortal['as']>>

beforeAll(async () => {
  portal = await startTestPortal()
  const { id } = await aMember(portal.db, { permissions: ['devices', 'access'] })
  staff = await portal.as(id)
})
afterAll(() => portal.close())

const changes = {
  description: 'The blue one',
  maintenanceLockout: true,
  defaultAccess: true,
} as const satisfies DeviceChanges

const stateOf = async (deviceId: number) => {
  const device = await portal.db
    .selectFrom('devices')
    .select(['description', 'is_locked_out', 'is_default_access'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  const grants = await portal.db.selectFrom('grants').select('member_id').where('device_id', '=', deviceId).execute()
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'device')
    .where('subject_id', '=', deviceId)
    .orderBy('id')
    .execute()
  return { ...device, grants: grants.length, events: events.map(({ event }) => event) }
}

const untouched = { description: '', is_locked_out: false, is_default_access: false, grants: 0, events: [] }

test('one update stores fields, lockout and default access together, each with its audit event', async () => {
  await aMember(portal.db)
  const door = await aDoor(portal.db)
  await staff.devices.updateDoor({ deviceId: door.id, ...changes })
  expect(await stateOf(door.id)).toMatchObject({
    description: 'The blue one',
    is_locked_out: true,
    is_default_access: true,
    events: ['device.changed', 'device.lockedOut', 'device.defaultAccessOn'],
  })
  expect((await stateOf(door.id)).grants).toBeGreaterThan(0)
})

test('an update whose default access cannot be switched stores neither fields nor lockout', async () => {
  const door = await aDoor(portal.db)
  const switchDefault = () => Promise.reject(new AppError('previewOutdated'))
  await expect(
    updateDevice(portal.ctx, { deviceId: door.id, kind: 'door', changes, switchDefault }),
  ).rejects.toMatchObject({ code: 'previewOutdated' })
  expect(await stateOf(door.id)).toEqual(untouched)
})

test('an update that fails at its fields leaves lockout and default access as they were', async () => {
  const [door, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  await expect(staff.devices.updateDoor({ deviceId: door.id, ...changes, name: other.name })).rejects.toMatchObject({
    body: { fields: [{ field: 'name' }] },
  })
  expect(await stateOf(door.id)).toEqual(untouched)
})

test('without the permission for access nothing of the update is stored', async () => {
  const { id } = await aMember(portal.db, { permissions: ['devices'] })
  const door = await aDoor(portal.db)
  const keeper = await portal.as(id)
  await expect(keeper.devices.updateDoor({ deviceId: door.id, ...changes })).rejects.toMatchObject({
    code: 'notAllowed',
  })
  expect(await stateOf(door.id)).toEqual(untouched)
})
