import { startHomeAssistant } from '@spacekeeper/simulators/home-assistant.ts'
import { type Tasmota, startTasmota } from '@spacekeeper/simulators/tasmota.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, afterEach, afterAll, test, expect } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { relayScene } from './relay-scene.testing.ts'

let portal: TestPortal

let scene: ReturnType<typeof relayScene>

let plug: Tasmota

beforeAll(async () => {
  portal = await startTestPortal({ relayPollMs: 40 })
  scene = relayScene(portal)
  await portal.listen()
})

beforeEach(async () => {
  plug = await startTasmota({ password: 'sesame', meterKwh: 120 })
})

afterEach(async () => {
  // What is left behind would be asked by the tests that follow.
  await portal.db.deleteFrom('device_drivers').execute()
  await plug.close()
})

afterAll(() => portal.close())

const reach = () => ({
  settings: { driver: 'tasmota', address: plug.url, output: 1, openSeconds: 5 } as const,
  secret: 'sesame',
})

/** How a member finds one device among those they see. */
const shown = async (own: TestClient, id: number) => {
  const { doors, interlocks } = await own.access.listOwn()
  return [...doors, ...interlocks].find((item) => item.id === id)
}

test('a member opens a door for as long as it says, timed by the relay itself', async () => {
  const { settings, secret } = reach()
  const door = await scene.aRelayDoor({ settings: { ...settings, openSeconds: 1 }, secret })
  const bo = await scene.aUser(door.id)
  const own = await portal.as(bo.id)
  expect(await shown(own, door.id)).toMatchObject({ relay: { canOpen: true } })
  expect(await own.drivers.open({ doorId: door.id })).toEqual({ refusedBecause: null })
  expect(plug.relay.isOn()).toBe(true)
  await plug.relay.until(({ isOn }) => !isOn)
  expect(plug.relay.events.at(-1)?.text).toBe('off: its own timer')
  expect(await scene.swipesOf(door.id)).toEqual([{ member_id: bo.id, outcome: 'granted', refusal: null }])
  expect(await scene.eventsOf(door.id)).toEqual(['door.opened'])
})

test('a door that does not answer did not open, and the swipes say so', async () => {
  const door = await scene.aRelayDoor(reach())
  const bo = await scene.aUser(door.id)
  plug.misbehave('garbage')
  await expect((await portal.as(bo.id)).drivers.open({ doorId: door.id })).rejects.toMatchObject({
    code: 'deviceOffline',
  })
  expect(await scene.swipesOf(door.id)).toEqual([{ member_id: bo.id, outcome: 'refused', refusal: 'noAnswer' }])
})

test('where members must be on site, a relay asks for it unless it is exempt', async () => {
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: true })
  const door = await scene.aRelayDoor(reach())
  const own = await portal.as((await scene.aUser(door.id)).id)
  expect(await own.drivers.open({ doorId: door.id })).toEqual({ refusedBecause: 'notSignedIn' })
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: false })
  expect(await own.drivers.open({ doorId: door.id })).toEqual({ refusedBecause: null })
})

test('too many presses are refused', async () => {
  const door = await scene.aRelayDoor(reach())
  const own = await portal.as((await aMember(portal.db)).id)
  for (let press = 0; press < 20; press += 1) await own.drivers.open({ doorId: door.id })
  await expect(own.drivers.open({ doorId: door.id })).rejects.toMatchObject({ code: 'tooManyRequests' })
})

test('a device with a reader is not opened from a screen', async () => {
  const door = await scene.aRelayDoor(reach())
  await portal.db.deleteFrom('device_drivers').execute()
  const own = await portal.as((await scene.aUser(door.id)).id)
  await expect(own.drivers.open({ doorId: door.id })).rejects.toMatchObject({ code: 'notFound' })
  expect(await shown(own, door.id)).toMatchObject({ relay: null })
})

test('a lock without a timer is closed by the portal, even by one that was not there when it was opened', async () => {
  const hub = await startHomeAssistant({ password: 'token' })
  const entities = { entity: 'lock.front_door', energyEntity: '' }
  const settings = { driver: 'homeAssistant', address: hub.url, ...entities, openSeconds: 1 } as const
  const door = await scene.aRelayDoor({ settings, secret: 'token' })
  const own = await portal.as((await scene.aUser(door.id)).id)
  expect(await own.drivers.open({ doorId: door.id })).toEqual({ refusedBecause: null })
  expect(hub.relay.isOn()).toBe(true)
  await hub.relay.until(({ isOn }) => !isOn)
  const until = () =>
    portal.db.selectFrom('device_drivers').select('close_at').where('device_id', '=', door.id).executeTakeFirstOrThrow()
  await expect.poll(until).toEqual({ close_at: null })
  // Another one left it open and said until when.
  await portal.db.updateTable('device_drivers').set({ close_at: new Date() }).where('device_id', '=', door.id).execute()
  hub.relay.turn(true, { by: 'a portal that is gone' })
  const other = await portal.another()
  await sql`update leases set holder = gen_random_uuid(), ends_at = clock_timestamp() + interval '300 ms'`.execute(
    portal.db,
  )
  await hub.relay.until(({ isOn }) => !isOn)
  await other.close()
  await hub.close()
})
