import { type Tasmota, startTasmota } from '@spacekeeper/simulators/tasmota.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, afterEach, afterAll, test, expect } from 'vitest'
import { untilLocksAwaited } from '#platform/db/waiting-locks.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { removeDevice } from '../devices/registration.ts'
import { sweepSessions } from '../interlocks/sessions.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { relayScene } from './relay-scene.testing.ts'

let portal: TestPortal

let scene: ReturnType<typeof relayScene>

let plug: Tasmota

let clock = new Date('2026-03-01T10:00:00Z')

const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock, relayPollMs: 40 })
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

const balanceOf = async (memberId: number) =>
  (await portal.db.selectFrom('ledger_entries').select('amount_cents').where('member_id', '=', memberId).execute()).map(
    (entry) => entry.amount_cents,
  )

test('a member starts a machine, pays for time and energy, and switches it off', async () => {
  const machine = await scene.aRelayMachine(reach(), { perHourCents: 600, perKwhCents: 50 })
  const bo = await scene.aUser(machine.id)
  const own = await portal.as(bo.id)
  expect(await shown(own, machine.id)).toMatchObject({
    refusal: null,
    offline: false,
    use: null,
    relay: { canStart: true, canEnd: false },
  })
  expect(await own.drivers.start({ interlockId: machine.id })).toEqual({ refusedBecause: null })
  expect(plug.relay.isOn()).toBe(true)
  expect(await shown(own, machine.id)).toMatchObject({
    use: { since: clock.toISOString(), isOwn: true },
    relay: { canStart: false, canEnd: true },
  })
  await expect.poll(async () => (await scene.sessionsOf(machine.id))[0]?.last_reading_mwh).toBeTruthy()
  for (let minutes = 0; minutes < 30; minutes += 2) {
    pass(2)
    // Little enough for a reading that comes right after another one.
    plug.relay.addKwh(0.08)
    await expect.poll(async () => (await scene.sessionsOf(machine.id))[0]?.last_heard_at).toEqual(clock)
  }
  expect(await own.drivers.end({ interlockId: machine.id })).toEqual({ isSwitchedOff: true })
  expect(plug.relay.isOn()).toBe(false)
  expect(await balanceOf(bo.id)).toEqual([-360])
  expect(await scene.sessionsOf(machine.id)).toMatchObject([{ end_reason: 'portal', ended_by_id: bo.id }])
  expect(await scene.eventsOf(machine.id)).toEqual(['interlock.started', 'interlock.stopped'])
})

test('a start from the portal that waits while its member is suspended is refused, and nothing is switched on', async () => {
  const machine = await scene.aRelayMachine(reach())
  const bo = await scene.aUser(machine.id)
  const own = await portal.as(bo.id)
  let answer: Promise<unknown> = Promise.resolve()
  await portal.db.transaction().execute(async (tx) => {
    const suspended = { suspended_at: clock, suspension_reason: 'Talk to us.' }
    await tx.updateTable('members').set(suspended).where('id', '=', bo.id).execute()
    answer = own.drivers.start({ interlockId: machine.id })
    await untilLocksAwaited(portal.db)
  })
  expect(await answer).toEqual({ refusedBecause: 'suspended' })
  expect(plug.relay.isOn()).toBe(false)
  expect(await scene.sessionsOf(machine.id)).toEqual([])
  expect(await scene.eventsOf(machine.id)).toEqual([])
})

test('a machine in use is not started by another member, nor ended by them', async () => {
  const machine = await scene.aRelayMachine(reach())
  const [bo, kit] = [await scene.aUser(machine.id), await scene.aUser(machine.id)]
  const [first, second] = [await portal.as(bo.id), await portal.as(kit.id)]
  const starts = await Promise.allSettled([first, second].map((own) => own.drivers.start({ interlockId: machine.id })))
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'machineInUse' } })
  const loser = starts[0]?.status === 'rejected' ? first : second
  await expect(loser.drivers.end({ interlockId: machine.id })).rejects.toMatchObject({ code: 'notFound' })
  expect(plug.relay.isOn()).toBe(true)
  await expect(
    (await portal.as((await aMember(portal.db, { isAdmin: true })).id)).drivers.set({
      deviceId: machine.id,
      settings: { driver: 'socket' },
    }),
  ).rejects.toMatchObject({ code: 'machineInUse' })
})

test('who may not use it is refused as a card would be, and it is kept why', async () => {
  const machine = await scene.aRelayMachine(reach(), { minBalanceCents: 500 })
  const stranger = await aMember(portal.db)
  const poor = await scene.aUser(machine.id)
  for (const [{ id }, refusal] of [
    [stranger, 'noGrant'],
    [poor, 'balanceTooLow'],
  ] as const) {
    expect(await (await portal.as(id)).drivers.start({ interlockId: machine.id })).toEqual({ refusedBecause: refusal })
  }
  const suspended = await scene.aUser(machine.id, { suspension: 'Banned.' })
  await expect((await portal.as(suspended.id)).drivers.start({ interlockId: machine.id })).rejects.toMatchObject({
    code: 'memberOnly',
  })
  await lockOutDevice(portal.ctx, { deviceId: machine.id, isLockedOut: true })
  expect(await (await portal.as(poor.id)).drivers.start({ interlockId: machine.id })).toEqual({
    refusedBecause: 'lockedOut',
  })
  expect(await scene.swipesOf(machine.id)).toEqual([
    { member_id: stranger.id, outcome: 'refused', refusal: 'noGrant' },
    { member_id: poor.id, outcome: 'refused', refusal: 'balanceTooLow' },
    { member_id: poor.id, outcome: 'lockedOut', refusal: 'lockedOut' },
  ])
  expect(await scene.sessionsOf(machine.id)).toEqual([])
  expect(plug.relay.isOn()).toBe(false)
})

test('a machine that does not answer is not started, and costs nothing', async () => {
  const machine = await scene.aRelayMachine(reach(), { perSessionCents: 100 })
  const bo = await scene.aUser(machine.id)
  plug.misbehave('down')
  await expect((await portal.as(bo.id)).drivers.start({ interlockId: machine.id })).rejects.toMatchObject({
    code: 'deviceOffline',
  })
  expect(await scene.sessionsOf(machine.id)).toMatchObject([{ end_reason: 'noAnswer', cost_cents: 0 }])
  expect(await scene.eventsOf(machine.id)).toEqual(['interlock.started', 'interlock.notReached'])
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await expect.poll(async () => (await staff.drivers.get({ deviceId: machine.id })).problem).toBe('unreachable')
  expect(await shown(await portal.as(bo.id), machine.id)).toMatchObject({ offline: true, relay: { canStart: false } })
})

test('its button ends the use, and starts none', async () => {
  const machine = await scene.aRelayMachine(reach(), { perHourCents: 600 })
  const bo = await scene.aUser(machine.id)
  await (await portal.as(bo.id)).drivers.start({ interlockId: machine.id })
  pass(2)
  await expect.poll(async () => (await scene.sessionsOf(machine.id))[0]?.last_heard_at).toEqual(clock)
  plug.relay.press()
  await expect.poll(async () => (await scene.sessionsOf(machine.id))[0]?.end_reason).toBe('device')
  expect(await balanceOf(bo.id)).toEqual([-20])
  plug.relay.press()
  await plug.relay.until(({ isOn }) => !isOn)
})

test('a use that is over is switched off, however it ended', async () => {
  const machine = await scene.aRelayMachine(reach(), { maxMinutes: 1 })
  const own = await portal.as((await scene.aUser(machine.id)).id)
  await own.drivers.start({ interlockId: machine.id })
  pass(2)
  await sweepSessions(portal.ctx)
  await plug.relay.until(({ isOn }) => !isOn)
  await expect.poll(async () => (await scene.sessionsOf(machine.id))[0]?.end_reason).toBe('maxDuration')
  await own.drivers.start({ interlockId: machine.id })
  await lockOutDevice(portal.ctx, { deviceId: machine.id, isLockedOut: true })
  await plug.relay.until(({ isOn }) => !isOn)
  await expect.poll(async () => (await scene.sessionsOf(machine.id))[1]?.end_reason).toBe('lockedOut')
})

test('a relay is switched off when its member was suspended, after the minutes they have to go on, and they pay', async () => {
  const machine = await scene.aRelayMachine(reach(), { perHourCents: 600 })
  const bo = await scene.aUser(machine.id)
  await (await portal.as(bo.id)).drivers.start({ interlockId: machine.id })
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await staff.members.suspend({ memberId: bo.id, reason: 'Talk to us.' })
  const use = async () => (await scene.sessionsOf(machine.id))[0]
  await expect.poll(async () => (await use())?.access_ended_at).toEqual(clock)
  for (const minutes of [2, 2]) {
    pass(minutes)
    await expect.poll(async () => (await use())?.last_heard_at).toEqual(clock)
    expect(plug.relay.isOn()).toBe(true)
  }
  pass(1)
  await plug.relay.until(({ isOn }) => !isOn)
  await expect.poll(use).toMatchObject({ end_reason: 'accessEnded', cost_cents: 50 })
  expect(await balanceOf(bo.id)).toEqual([-50])
})

test('a use whose plug vanished is paid for until it was last heard of', async () => {
  const machine = await scene.aRelayMachine(reach(), { perHourCents: 600 })
  const bo = await scene.aUser(machine.id)
  const own = await portal.as(bo.id)
  await own.drivers.start({ interlockId: machine.id })
  pass(2)
  await expect.poll(async () => (await scene.sessionsOf(machine.id))[0]?.last_heard_at).toEqual(clock)
  plug.misbehave('down')
  await expect.poll(async () => (await shown(own, machine.id))?.offline).toBe(true)
  pass(1)
  expect(await own.drivers.end({ interlockId: machine.id })).toEqual({ isSwitchedOff: false })
  expect(await balanceOf(bo.id)).toEqual([-20])
  plug.misbehave('none')
  await plug.relay.until(({ isOn }) => !isOn)
})

test('staff switch it on for good, and off again, by the commands of all machines', async () => {
  const machine = await scene.aRelayMachine(reach())
  const staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  await staff.interlocks.unlock({ interlockId: machine.id })
  const asked = plug.requests.length
  await expect.poll(() => plug.requests.length).toBeGreaterThan(asked + 4)
  expect(plug.relay.isOn()).toBe(true)
  await staff.interlocks.lock({ interlockId: machine.id })
  expect(plug.relay.isOn()).toBe(false)
  await staff.interlocks.reboot({ interlockId: machine.id })
  expect(plug.relay.events.at(-1)?.text).toBe('off: a restart')
  await staff.interlocks.unlock({ interlockId: machine.id })
  await removeDevice(portal.ctx, { deviceId: machine.id, kind: 'interlock' })
  await plug.relay.until(({ isOn }) => !isOn)
})

test('only one process drives a relay, and another takes over', async () => {
  const machine = await scene.aRelayMachine(reach())
  const other = await portal.another()
  const own = await other.as((await scene.aUser(machine.id)).id)
  expect(await own.drivers.start({ interlockId: machine.id })).toEqual({ refusedBecause: null })
  expect(plug.requests.filter((line) => line.includes('Power1'))).toHaveLength(1)
  // As if the process that drove it were gone.
  await sql`update leases set holder = gen_random_uuid(), ends_at = clock_timestamp() + interval '300 ms'`.execute(
    portal.db,
  )
  await expect
    .poll(() =>
      portal.db
        .selectFrom('leases')
        .select('name')
        .where('ends_at', '>', sql<Date>`clock_timestamp() + interval '1 s'`)
        .execute(),
    )
    .toEqual([{ name: 'relays' }])
  const asked = plug.requests.length
  await expect.poll(() => plug.requests.length).toBeGreaterThan(asked + 2)
  expect(await own.drivers.end({ interlockId: machine.id })).toEqual({ isSwitchedOff: true })
  await other.close()
})
