import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockOutDevice } from '../devices/lockout.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { fleetChecks } from '../monitoring/checks.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aVendingMachine } from '../vending/factory.ts'
import { type DialledDevice, dialDevice } from './dialled-device.testing.ts'

/** Reads, as staff do, whether the device has heard of its lockout. */
let portal: TestPortal
let url = ''
let clock = new Date('2026-03-01T10:00:00Z')
const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  url = await portal.listen()
})
const lines: DialledDevice[] = []
afterEach(async () => {
  for (const line of lines.splice(0)) await line.close()
  await portal.db.deleteFrom('heard_lockouts').execute()
  await portal.db.updateTable('devices').set({ removed_at: clock }).execute()
})
afterAll(() => portal.close())

type KeyedDevice = { id: number; serial: string; key: string }

const connect = async (kind: string, device: KeyedDevice) => {
  const line = await dialDevice(url, { path: `/ws/access/${kind}/${device.serial}`, key: device.key })
  lines.push(line)
  // A message sent at once is on its way before the lockout is.
  await line.settle()
  await line.settle()
  return line
}
const lock = (deviceId: number, isLockedOut: boolean) => lockOutDevice(portal.ctx, { deviceId, isLockedOut })
const delivered = async (deviceId: number) => {
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  return (await admin.devices.get({ deviceId })).lockoutDelivery
}
const check = fleetChecks.find(({ name }) => name === 'monitoring.lockouts')
const diagnose = () => check?.find(portal.ctx, new AbortController().signal)

test.each<[string, () => Promise<KeyedDevice>]>([
  ['door', () => aDoor(portal.db)],
  ['interlock', () => aMachine(portal.db)],
  ['memberbucks', () => aVendingMachine(portal.db)],
])('a lockout of a %s is heard once anything is heard of the device after it was sent', async (kind, make) => {
  const device = await make()
  const line = await connect(kind, device)
  await expect.poll(() => delivered(device.id)).toEqual({ isHeard: true, at: clock.toISOString() })
  pass(5)
  await lock(device.id, true)
  expect(await line.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
  expect(await delivered(device.id)).toEqual({ isHeard: false, at: clock.toISOString() })
  pass(1)
  await line.settle()
  const heardAt = clock.toISOString()
  await expect.poll(() => delivered(device.id)).toEqual({ isHeard: true, at: heardAt })
  pass(1)
  await line.close()
  await connect(kind, device)
  expect(await delivered(device.id)).toEqual({ isHeard: true, at: heardAt })
})

test('a door that is offline has not heard since the change, of the lockout and of its end, and the Doctor says so', async () => {
  const door = await aDoor(portal.db, { name: 'Shed' })
  const line = await connect('door', door)
  await expect.poll(() => delivered(door.id)).toMatchObject({ isHeard: true })
  await line.close()
  const since = clock.toISOString()
  await lock(door.id, true)
  expect(await delivered(door.id)).toEqual({ isHeard: false, at: since })
  expect(await diagnose()).toMatchObject({ state: 'well' })
  pass(11)
  expect(await diagnose()).toMatchObject({ state: 'wrong', at: new Date(since) })
  expect(await diagnose()).toMatchObject({ says: expect.stringContaining('has not reached Shed') })
  const back = await connect('door', door)
  await expect.poll(() => delivered(door.id)).toEqual({ isHeard: true, at: clock.toISOString() })
  expect(await diagnose()).toMatchObject({ state: 'well' })
  await back.close()
  await lock(door.id, false)
  pass(11)
  expect(await diagnose()).toMatchObject({ state: 'attention', says: expect.stringContaining('end of the lockout') })
  await lock(door.id, true)
  expect(await delivered(door.id)).toMatchObject({ isHeard: true })
})

test('a device that was never connected has heard nothing of its lockout, and without one there is nothing to hear', async () => {
  const [locked, other] = [await aDoor(portal.db), await aDoor(portal.db)]
  await lock(locked.id, true)
  expect(await delivered(locked.id)).toEqual({ isHeard: false, at: clock.toISOString() })
  expect(await delivered(other.id)).toBeNull()
})

test('that a lockout was heard is stored once the database takes it', async () => {
  const door = await aDoor(portal.db)
  const line = await connect('door', door)
  await expect.poll(() => delivered(door.id)).toMatchObject({ isHeard: true })
  await portal.runAsOwner('alter table heard_lockouts add constraint broken check (not is_locked_out)')
  await lock(door.id, true)
  await line.next()
  await line.settle()
  expect(await delivered(door.id)).toMatchObject({ isHeard: false })
  await portal.runAsOwner('alter table heard_lockouts drop constraint broken')
  await expect.poll(() => delivered(door.id)).toMatchObject({ isHeard: true })
})
