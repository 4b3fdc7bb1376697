import type { RelaySettings } from '@spacekeeper/contract/drivers/shapes.ts'
import { startHomeAssistant } from '@spacekeeper/simulators/home-assistant.ts'
import { startMqttPlug } from '@spacekeeper/simulators/mqtt-plug.ts'
import { startShelly } from '@spacekeeper/simulators/shelly.ts'
import { startTasmota } from '@spacekeeper/simulators/tasmota.ts'
import { afterEach, expect, test } from 'vitest'
import { openDriver } from './driver-settings.ts'

const options = { password: 'sesame', meterKwh: 120 }
const openSeconds = 1
const makes = {
  tasmota: async () => {
    const plug = await startTasmota(options)
    return { plug, settings: { driver: 'tasmota', address: plug.url, output: 1, openSeconds } as const }
  },
  shelly: async () => {
    const plug = await startShelly(options)
    return { plug, settings: { driver: 'shelly', address: plug.url, output: 1, openSeconds } as const }
  },
  homeAssistant: async () => {
    const plug = await startHomeAssistant(options)
    const entities = { entity: 'lock.front_door', energyEntity: 'sensor.energy' }
    return { plug, settings: { driver: 'homeAssistant', address: plug.url, ...entities, openSeconds } as const }
  },
}
const names = ['tasmota', 'shelly', 'homeAssistant'] as const

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const reach = (settings: RelaySettings, secret = 'sesame') => {
  const driver = openDriver({ settings, secret, onChange: () => undefined })
  closing.push(driver.close)
  return driver
}
const start = async (name: (typeof names)[number]) => {
  const made = await makes[name]()
  closing.push(made.plug.close)
  return made
}

test.each(names)('%s is switched on and off, and read', async (name) => {
  const { plug, settings } = await start(name)
  const driver = reach(settings)
  expect(await driver.readState()).toMatchObject({ isOn: false, energyKwh: 120 })
  await driver.command({ name: 'unlock' })
  expect(plug.relay.isOn()).toBe(true)
  plug.relay.addKwh(3)
  const { isOn, energyKwh } = await driver.readState()
  expect([isOn, Math.round(energyKwh ?? 0)]).toEqual([true, 123])
  await driver.command({ name: 'lock' })
  expect(plug.relay.isOn()).toBe(false)
  await driver.command({ name: 'reboot' })
})

test.each(names)('%s opens for a moment, by its own timer where it has one', async (name) => {
  const { plug, settings } = await start(name)
  const driver = reach(settings)
  await driver.command({ name: 'bump', seconds: 1 })
  expect(plug.relay.isOn()).toBe(true)
  if (!driver.timesBumps) return
  await plug.relay.until(({ isOn }) => !isOn)
  expect(plug.relay.events.at(-1)?.text).toBe('off: its own timer')
  // What is switched on for good afterwards stays on.
  await driver.command({ name: 'unlock' })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(plug.relay.isOn()).toBe(true)
})

test.each(names)('%s says what is wrong', async (name) => {
  const { plug, settings } = await start(name)
  const problem = (is: string) => expect.objectContaining({ problem: is })
  await expect(reach(settings, 'wrong').readState()).rejects.toEqual(problem('wrongSecret'))
  await expect(reach(settings, '').readState()).rejects.toEqual(problem('wrongSecret'))
  const elsewhere = 'output' in settings ? { ...settings, output: 2 } : { ...settings, entity: 'lock.back' }
  await expect(reach(elsewhere).readState()).rejects.toEqual(problem('wrongOutput'))
  await expect(reach(elsewhere).command({ name: 'unlock' })).rejects.toEqual(problem('wrongOutput'))
  plug.misbehave('garbage')
  await expect(reach(settings).readState()).rejects.toEqual(problem('notUnderstood'))
  plug.misbehave('hang')
  await expect(reach(settings).command({ name: 'unlock' })).rejects.toEqual(problem('timedOut'))
  await plug.close()
  await expect(reach(settings).readState()).rejects.toEqual(problem('unreachable'))
})

test('what Home Assistant has lost is not available', async () => {
  const { plug, settings } = await makes.homeAssistant()
  closing.push(plug.close)
  plug.goAway(true)
  await expect(reach(settings).command({ name: 'unlock' })).rejects.toMatchObject({ problem: 'unavailable' })
  expect(plug.relay.isOn()).toBe(false)
})

test.each([
  ['its state follows after a while', { confirmMs: 400 }],
  ['the call outlasts our patience', { blockMs: 2_300 }],
])('Home Assistant switches, too, where %s', async (_, lag) => {
  const { plug, settings } = await makes.homeAssistant()
  closing.push(plug.close)
  const driver = reach(settings)
  plug.lag(lag)
  await driver.command({ name: 'unlock' })
  expect((await driver.readState()).isOn).toBe(true)
  plug.lag({ confirmMs: 100 })
  await driver.command({ name: 'lock' })
  expect((await driver.readState()).isOn).toBe(false)
  expect(plug.relay.events.map(({ text }) => text)).toEqual(['on: the network', 'off: the network'])
})

test('each relay of a Tasmota with two is read by its own meter, or by what both count together', async () => {
  const plug = await startTasmota({ meterKwh: 120, drawKw: 2, channels: 2 })
  closing.push(plug.close)
  const reached = (output: number) => reach({ driver: 'tasmota', address: plug.url, output, openSeconds }, '')
  await reached(2).command({ name: 'unlock' })
  expect(plug.second.isOn()).toBe(true)
  expect(await reached(1).readState()).toMatchObject({ isOn: false, hasMeter: true, powerWatts: 0 })
  expect(Math.round((await reached(1).readState()).energyKwh ?? 0)).toBe(127)
  plug.type('SetOption129 1')
  expect(await reached(1).readState()).toMatchObject({ energyKwh: 120, powerWatts: 0 })
  expect(Math.round((await reached(2).readState()).energyKwh ?? 0)).toBe(7)
  expect((await reached(2).readState()).powerWatts).toBe(60)
})

const topics = {
  commandTopic: 'plug/set',
  stateTopic: 'plug',
  stateKey: 'state',
  onWord: 'ON',
  offWord: 'OFF',
  energyTopic: 'plug',
  energyKey: 'energy',
  availabilityTopic: 'plug/availability',
}
const startMqtt = async (port?: number) => {
  const plug = await startMqttPlug({ ...options, port })
  closing.push(plug.close)
  const settings = { driver: 'mqtt', address: plug.url, username: 'admin', ...topics, openSeconds } as const
  return { plug, settings }
}

test('a plug behind a broker is switched, read, and heard at once when its button is pressed', async () => {
  const { plug, settings } = await startMqtt()
  let changes = 0
  const driver = openDriver({ settings, secret: 'sesame', onChange: () => (changes += 1) })
  closing.unshift(driver.close)
  expect(await driver.readState()).toEqual({ isOn: false, hasMeter: true, energyKwh: 120, powerWatts: null })
  await driver.command({ name: 'unlock' })
  expect(plug.relay.isOn()).toBe(true)
  const before = changes
  plug.relay.press()
  await expect.poll(() => changes).toBeGreaterThan(before)
  expect((await driver.readState()).isOn).toBe(false)
  await driver.command({ name: 'bump', seconds: 1 })
  await driver.command({ name: 'lock' })
  expect(plug.relay.isOn()).toBe(false)
  await driver.command({ name: 'reboot' })
  expect((await driver.readState()).isOn).toBe(false)
})

test('a broker says what is wrong', async () => {
  const { plug, settings } = await startMqtt()
  const problem = (is: string) => expect.objectContaining({ problem: is })
  await expect(reach(settings, 'wrong').readState()).rejects.toEqual(problem('wrongSecret'))
  await expect(reach({ ...settings, stateTopic: 'silent' }).readState()).rejects.toEqual(problem('timedOut'))
  const driver = reach(settings)
  await driver.readState()
  plug.goAway(true)
  await expect(driver.command({ name: 'unlock' })).rejects.toEqual(problem('unavailable'))
  expect(plug.relay.isOn()).toBe(false)
  await plug.close()
  await expect(reach(settings).readState()).rejects.toEqual(problem('unreachable'))
})

test('a line to a broker that was lost comes back by itself', async () => {
  const { plug, settings } = await startMqtt()
  const driver = reach(settings)
  await driver.readState()
  await plug.close()
  await expect.poll(() => driver.readState().catch(() => null)).toBeNull()
  await startMqtt(Number(new URL(settings.address).port))
  await expect.poll(() => driver.readState().catch(() => null)).toMatchObject({ isOn: false })
})
