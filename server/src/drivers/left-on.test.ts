import { startTasmota, type Tasmota } from '@spacekeeper/simulators/tasmota.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeDevice } from '../devices/remove-device.ts'
import { aMember } from '../members/factory.ts'
import type { TestClient } from '../test-client.ts'
import { startTestPortal, type TestPortal } from '../test-portal.ts'
import { relayScene } from './relay-scene.ts'

let portal: TestPortal
let scene: ReturnType<typeof relayScene>
let staff: TestClient
let plug: Tasmota
beforeAll(async () => {
  portal = await startTestPortal({ relayPollMs: 40 })
  scene = relayScene(portal)
  await portal.listen()
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})
beforeEach(async () => {
  plug = await startTasmota({ meterKwh: 120 })
})
afterEach(async () => {
  // What is left behind would be asked by the tests that follow.
  await portal.db.deleteFrom('device_drivers').execute()
  await plug.close()
})
afterAll(() => portal.close())

const settings = (more: object = {}) => ({
  driver: 'tasmota' as const,
  address: plug.url,
  output: 1,
  openSeconds: 1,
  ...more,
})
/** The portal has asked the plug a few times more. */
const whenAskedAgain = async () => {
  const asked = plug.requests.length
  await expect.poll(() => plug.requests.length).toBeGreaterThan(asked + 4)
}

test('a door that staff hold open stays open when a member opens it', async () => {
  const door = await scene.aRelayDoor({ settings: settings() })
  const own = await portal.as((await scene.aUser(door.id)).id)
  await staff.doors.unlock({ doorId: door.id })
  expect(await own.drivers.open({ doorId: door.id })).toEqual({ refusedBecause: null })
  expect(plug.relay.isOn()).toBe(true)
  expect(plug.requests.filter((line) => line.includes('PulseTime')).at(-1)).toContain('PulseTime1+0')
  // Somebody pressed its button meanwhile: then it opens for a moment, as ever.
  plug.relay.press()
  await own.drivers.open({ doorId: door.id })
  expect(plug.relay.isOn()).toBe(true)
})

test('a machine that could not be switched on for good is not free to whoever presses its button', async () => {
  const machine = await scene.aRelayMachine({ settings: settings() })
  plug.misbehave('garbage')
  await expect(staff.interlocks.unlock({ interlockId: machine.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  plug.misbehave('none')
  await whenAskedAgain()
  plug.relay.press()
  await plug.relay.until(({ isOn }) => !isOn)
})

test('a machine that was removed while its plug did not answer is switched off once it does', async () => {
  const machine = await scene.aRelayMachine({ settings: settings() })
  const own = await portal.as((await scene.aUser(machine.id)).id)
  await own.drivers.start({ interlockId: machine.id })
  plug.misbehave('down')
  await removeDevice(portal.ctx, { deviceId: machine.id, kind: 'interlock' })
  // Long enough for the first tries.
  await new Promise((resolve) => setTimeout(resolve, 200))
  plug.misbehave('none')
  await plug.relay.until(({ isOn }) => !isOn)
  await expect.poll(async () => (await scene.sessionsOf(machine.id))[0]?.ended_at).toBeTruthy()
})

test('what is on is switched off when staff say that the device is elsewhere, and stays when they change how long', async () => {
  const door = await scene.aRelayDoor({ settings: settings() })
  await staff.doors.unlock({ doorId: door.id })
  await staff.drivers.set({ deviceId: door.id, settings: settings({ openSeconds: 3 }) })
  await whenAskedAgain()
  expect(plug.relay.isOn()).toBe(true)
  const next = await startTasmota()
  await staff.drivers.set({ deviceId: door.id, settings: settings({ address: next.url }) })
  await plug.relay.until(({ isOn }) => !isOn)
  // The new one was held open by nobody.
  expect(
    await portal.db.selectFrom('device_drivers').select('is_held_on').where('device_id', '=', door.id).execute(),
  ).toEqual([{ is_held_on: false }])
  await next.close()
})
