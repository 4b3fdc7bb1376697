import type { RelaySettings } from '@spacekeeper/contract/drivers/shapes.ts'
import { startHomeAssistant } from '@spacekeeper/simulators/home-assistant.ts'
import { startMqttPlug } from '@spacekeeper/simulators/mqtt-plug.ts'
import { type Tasmota, startTasmota } from '@spacekeeper/simulators/tasmota.ts'
import { beforeAll, beforeEach, afterEach, afterAll, expect, test } from 'vitest'
import { openDatabaseLine } from '#platform/db/database-line.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { removeDevice } from '../devices/registration.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { relayScene } from './relay-scene.testing.ts'

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
  // Its button was pressed meanwhile: then it opens for a moment, as ever.
  plug.relay.press()
  await own.drivers.open({ doorId: door.id })
  expect(plug.relay.isOn()).toBe(true)
})

test('a machine that could not be switched on for good is not free at the press of its button', async () => {
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
  // Nothing held the new one open.
  expect(
    await portal.db.selectFrom('device_drivers').select('is_held_on').where('device_id', '=', door.id).execute(),
  ).toEqual([{ is_held_on: false }])
  await next.close()
})

test('a machine behind a hub that confirms late starts and stays on, and its door stays open as long as it should', async () => {
  const hub = await startHomeAssistant({ entity: 'switch.saw' })
  hub.lag({ confirmMs: 300 })
  const how: RelaySettings = {
    driver: 'homeAssistant',
    address: hub.url,
    entity: 'switch.saw',
    energyEntity: '',
    openSeconds: 1,
  }
  const machine = await scene.aRelayMachine({ settings: how })
  const own = await portal.as((await scene.aUser(machine.id)).id)
  expect(await own.drivers.start({ interlockId: machine.id })).toEqual({ refusedBecause: null })
  expect(await own.drivers.end({ interlockId: machine.id })).toEqual({ isSwitchedOff: true })
  expect(hub.relay.events.map(({ text }) => text)).toEqual(['on: the network', 'off: the network'])
  await portal.db.deleteFrom('device_drivers').execute()
  await hub.close()
})

const mqttSettings = (address: string): RelaySettings => ({
  driver: 'mqtt',
  address,
  username: '',
  commandTopic: 'plug/set',
  stateTopic: 'plug',
  stateKey: 'state',
  onWord: 'ON',
  offWord: 'OFF',
  energyTopic: 'plug',
  energyKey: 'energy',
  availabilityTopic: '',
  openSeconds: 1,
})

test('a door that never said that it opened is shut again, as its member was told that it did not open', async () => {
  const broker = await startMqttPlug()
  const door = await scene.aRelayDoor({ settings: mqttSettings(broker.url) })
  const own = await portal.as((await scene.aUser(door.id)).id)
  broker.mute()
  await expect(own.drivers.open({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  expect(broker.relay.events.map(({ text }) => text)).toEqual(['on: the network', 'off: the network'])
  await portal.db.deleteFrom('device_drivers').execute()
  await broker.close()
})

test('a door behind a broker whose network stalled does not open when the network is back', async () => {
  const broker = await startMqttPlug()
  const network = await openDatabaseLine(broker.url)
  const door = await scene.aRelayDoor({ settings: mqttSettings(network.connectionString) })
  const own = await portal.as((await scene.aUser(door.id)).id)
  network.swallow()
  await expect(own.drivers.open({ doorId: door.id })).rejects.toMatchObject({ code: 'deviceOffline' })
  network.release()
  // What was sent last arrives last: it would come after the order.
  await expect
    .poll(() => portal.db.selectFrom('device_drivers').select('problem').executeTakeFirst())
    .toEqual({ problem: null })
  expect(broker.relay.events.map(({ text }) => text).filter((text) => text.startsWith('on'))).toEqual([])
  await portal.db.deleteFrom('device_drivers').execute()
  await network.close()
  await broker.close()
})

test('a test of the connection says what the connection that listens knows', async () => {
  const broker = await startMqttPlug({ meterKwh: 120, isStateRetained: false })
  const { id: deviceId } = await scene.aDevice({ settings: mqttSettings(broker.url) })
  await expect
    .poll(async () => {
      broker.tellState()
      return (await staff.devices.get({ deviceId })).lastSeen
    })
    .toBeTruthy()
  expect(await staff.drivers.test({ deviceId })).toMatchObject({ problem: null, isOn: false, energyKwh: 120 })
  await portal.db.deleteFrom('device_drivers').execute()
  await broker.close()
})

test('a meter that cannot be read is said to staff, and is not taken for none', async () => {
  const broker = await startMqttPlug()
  const how = { ...mqttSettings(broker.url), energyKey: 'kwh' } as RelaySettings // a name that it does not have
  const machine = await scene.aRelayMachine({ settings: how })
  expect(await staff.drivers.test({ deviceId: machine.id })).toMatchObject({ hasMeter: true, energyKwh: null })
  await expect.poll(async () => (await staff.drivers.get({ deviceId: machine.id })).isMeterUnreadable).toBe(true)
  await portal.db.deleteFrom('device_drivers').execute()
  await broker.close()
})
