import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockOutDevice } from '../devices/lockout.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aMachine } from './factory.ts'
import { machineScene, says, startedOf } from './machine-scene.testing.ts'
import { sweepSessions } from './sessions.ts'

let portal: TestPortal
let site: ReturnType<typeof machineScene>
let clock = new Date('2026-03-01T10:00:00Z')
const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  site = machineScene({ db: portal.db, url: await portal.listen() })
})
afterEach(() => site.hangUp())
afterAll(() => portal.close())

const entriesOf = (memberId: number) =>
  portal.db
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'type', 'description', 'device_id'])
    .where('member_id', '=', memberId)
    .execute()

test('a machine hears that it is known and whether it is locked out, and nothing else', async () => {
  const { pushes } = await site.connect(await aMachine(portal.db))
  expect(pushes).toEqual([{ command: 'update_device_locked_out', locked_out: false }])
})

test('an hour with ten kWh on a meter that counts over its life costs what it should, the last reading included', async () => {
  const machine = await aMachine(portal.db, {
    name: 'Table saw',
    perSessionCents: 100,
    perHourCents: 600,
    perKwhCents: 50,
  })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  expect(await says.update(line, id, 5120)).toEqual({ command: 'interlock_session_update', success: true })
  for (let turn = 0; turn < 30; turn += 1) {
    pass(2)
    await says.update(line, id, 5120 + (turn + 1) * 0.33)
  }
  expect(await says.end(line, id, { session_kwh: 5130, card_id: bo.card })).toEqual({
    command: 'interlock_session_end',
    success: true,
  })
  expect(await entriesOf(bo.id)).toEqual([
    { amount_cents: -1200, type: 'interlock', description: 'Table saw, 1 h', device_id: machine.id },
  ])
  expect((await (await portal.as(bo.id)).memberbucks.getOverview()).spending).toEqual([
    { name: 'Table saw', account: 'machineIncome', cents: 1200 },
  ])
  expect(await site.sessionOf(id)).toMatchObject({ cost_cents: 1200, end_reason: 'card', ended_by_id: bo.id })
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  expect((await staff.audit.memberLogs({ memberId: bo.id })).interlockLogs).toMatchObject([
    { interlockName: 'Table saw', totalTime: '3600.0', totalCost: 12, status: 1 },
  ])
  const machines = await staff.devices.listInterlocks()
  expect(machines.find((item) => item.id === machine.id)).toMatchObject({
    totalTimeSeconds: 3600,
    userStats: [{ total_swipes: 1, total_seconds: '3600.0' }],
  })
  const api = await portal.as(bo.id)
  expect(await api.memberbucks.getBalance()).toEqual({ balance: -12 })
  expect((await api.access.listSwipes()).interlocks).toMatchObject([
    { name: 'Table saw', sessionComplete: true, userOff: (await api.profile.get()).shownName },
  ])
})

test('with the clock set back a use goes on as long as it has, is charged for all of it, and ends', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(2)
  await says.update(line, id)
  pass(-60)
  expect(await says.update(line, id)).toEqual({ command: 'interlock_session_update', success: true })
  expect(await site.sessionOf(id)).toMatchObject({ cost_cents: 20, ended_at: null })
  pass(2)
  await sweepSessions(portal.ctx)
  expect(await says.end(line, id)).toEqual({ command: 'interlock_session_end', success: true })
  const { started_at, last_heard_at, ended_at } = await site.sessionOf(id)
  expect([last_heard_at, ended_at]).toEqual([clock, clock])
  expect(clock.getTime() - started_at.getTime()).toBe(240_000)
  const next = await startedOf(line, bo.card)
  pass(-60)
  expect(await says.end(line, next)).toMatchObject({ success: true })
  expect(await site.sessionOf(next)).toMatchObject({ cost_cents: 0, ended_at: clock })
  expect(await entriesOf(bo.id)).toMatchObject([{ amount_cents: -40 }])
  pass(120)
})

test('a machine that falls silent as the clock is set back by a month is ended minutes later all the same', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(2)
  await says.update(line, id)
  pass(-30 * 24 * 60)
  await sweepSessions(portal.ctx)
  expect(await site.sessionOf(id)).toMatchObject({ ended_at: null, last_heard_at: clock })
  pass(4)
  await sweepSessions(portal.ctx)
  expect(await site.sessionOf(id)).toMatchObject({ end_reason: 'lost', cost_cents: 20 })
  pass(30 * 24 * 60)
})

test('a use whose clock jumped ahead by a month ends where it was last heard of', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(2)
  await says.update(line, id)
  pass(30 * 24 * 60)
  expect(await says.update(line, id)).toMatchObject({ success: false })
  expect(await site.sessionOf(id)).toMatchObject({ end_reason: 'lost', cost_cents: 20 })
})

test('a use goes on beyond what it may cost and the time that is charged, and costs no more', async () => {
  const set = async (value: number) => {
    await changeSetting(portal.ctx, { key: 'MACHINE_CHARGED_HOURS', value })
    await expect.poll(() => portal.ctx.settings.get('MACHINE_CHARGED_HOURS')).toBe(value)
  }
  await set(1)
  const timed = await aMachine(portal.db, { perHourCents: 60 })
  const capped = await aMachine(portal.db, { perHourCents: 60, maxCostCents: 40 })
  const machines = [await site.connect(timed), await site.connect(capped)] as const // a pair
  const [long, cheap] = [
    await startedOf(machines[0].line, (await site.aUser(timed)).card),
    await startedOf(machines[1].line, (await site.aUser(capped)).card),
  ]
  for (let turn = 0; turn < 40; turn += 1) {
    pass(2)
    expect(await says.update(machines[0].line, long)).toMatchObject({ success: true })
    expect(await says.update(machines[1].line, cheap)).toMatchObject({ success: true })
  }
  expect(await says.end(machines[0].line, long)).toMatchObject({ success: true })
  expect(await says.end(machines[1].line, cheap)).toMatchObject({ success: true })
  expect(await site.sessionOf(long)).toMatchObject({ cost_cents: 60, max_cost_cents: 50_000, max_charged_minutes: 60 })
  expect(await site.sessionOf(cheap)).toMatchObject({ cost_cents: 40 })
  await set(12)
})

test('under ten seconds, or on a free machine, nothing is booked', async () => {
  const machine = await aMachine(portal.db, { perSessionCents: 500 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(0.15)
  expect(await says.end(line, id)).toMatchObject({ success: true })
  expect(await entriesOf(bo.id)).toEqual([])
  expect(await site.sessionOf(id)).toMatchObject({ cost_cents: 0, end_reason: 'device', ended_by_id: null })
})

test('a machine that was offline for three days is charged to its last sign of life, and told to lock when it is back', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine)
  const first = await site.connect(machine)
  const id = await startedOf(first.line, bo.card)
  pass(2)
  await says.update(first.line, id)
  await first.line.close()
  pass(3 * 24 * 60)
  const { line, pushes } = await site.connect(machine)
  expect(pushes).toContainEqual({ command: 'lock' })
  expect(await entriesOf(bo.id)).toMatchObject([{ amount_cents: -20 }])
  expect(await says.update(line, id)).toEqual({
    command: 'interlock_session_update',
    success: false,
    reason: 'session_already_ended',
  })
  expect(await line.next()).toEqual({ command: 'lock' })
})

test('a line that breaks for a moment does not end a use', async () => {
  const machine = await aMachine(portal.db)
  const bo = await site.aUser(machine)
  const first = await site.connect(machine)
  const id = await startedOf(first.line, bo.card)
  await first.line.close()
  pass(1)
  const { line, pushes } = await site.connect(machine)
  expect(pushes).not.toContainEqual({ command: 'lock' })
  expect(await says.update(line, id)).toMatchObject({ success: true })
})

test('a use of a silent machine is ended and charged up to its last heartbeat', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(2)
  await says.update(line, id)
  pass(2)
  await sweepSessions(portal.ctx)
  expect((await site.sessionOf(id)).ended_at).toBeNull()
  pass(30)
  await sweepSessions(portal.ctx)
  expect(await site.sessionOf(id)).toMatchObject({ end_reason: 'lost', cost_cents: 20 })
  expect(await line.next()).toEqual({ command: 'lock' })
})

test('a use that can’t be closed keeps no other from being ended, and its job fails', async () => {
  const [first, second] = [await aMachine(portal.db, { perHourCents: 600 }), await aMachine(portal.db)]
  const [bo, cy] = [await site.aUser(first), await site.aUser(second)]
  // A balance that holds no further debit.
  await anEntry(portal.db, { memberId: bo.id, amountCents: -2_147_483_647 })
  const [{ line }, other] = [await site.connect(first), await site.connect(second)]
  const broken = await startedOf(line, bo.card)
  pass(1)
  await says.update(line, broken)
  const ended = await startedOf(other.line, cy.card)
  pass(30)
  await expect(sweepSessions(portal.ctx)).rejects.toThrow(`1 could not be worked through: machine ${first.id}`)
  expect((await site.sessionOf(broken)).ended_at).toBeNull()
  expect(await site.sessionOf(ended)).toMatchObject({ end_reason: 'lost' })
  await portal.runAsOwner(`update interlock_sessions set cost_per_hour_cents = 0 where id = '${broken}'`)
  await sweepSessions(portal.ctx)
  expect(await site.sessionOf(broken)).toMatchObject({ end_reason: 'lost' })
})

test('a use ends when it has lasted as long as it may, and is paid for that long', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600, maxMinutes: 4 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(2)
  expect(await says.update(line, id)).toMatchObject({ success: true })
  pass(2.5)
  expect(await says.update(line, id)).toMatchObject({ success: false, reason: 'session_already_ended' })
  expect(await line.next()).toEqual({ command: 'lock' })
  expect(await site.sessionOf(id)).toMatchObject({ end_reason: 'maxDuration', cost_cents: 40 })
  const again = await startedOf(line, bo.card)
  pass(2)
  await says.update(line, again)
  pass(2)
  await sweepSessions(portal.ctx)
  expect(await site.sessionOf(again)).toMatchObject({ end_reason: 'maxDuration', cost_cents: 40 })
})

test('a machine that starts anew ends what it forgot, charged to its last sign of life', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const [bo, kim] = [await site.aUser(machine), await site.aUser(machine)]
  const { line } = await site.connect(machine)
  const first = await startedOf(line, bo.card)
  pass(1)
  await says.update(line, first)
  pass(1)
  await startedOf(line, kim.card)
  expect(await site.sessionOf(first)).toMatchObject({ end_reason: 'newSession', cost_cents: 10 })
})

test('staff switch a machine off and on, whichever process holds its line', async () => {
  const machine = await aMachine(portal.db)
  const { id } = await aMember(portal.db, { isAdmin: true })
  const { line } = await site.connect(machine)
  const staff = await portal.as(id)
  await staff.interlocks.unlock({ interlockId: machine.id })
  await staff.interlocks.lock({ interlockId: machine.id })
  expect(await line.settle()).toEqual([{ command: 'unlock' }, { command: 'lock' }])
  const gone = await aMachine(portal.db)
  await expect(staff.interlocks.lock({ interlockId: gone.id })).rejects.toMatchObject({ code: 'deviceOffline' })
})

test('a lockout ends the use that runs, and charges until the machine was last heard of', async () => {
  const [told, deaf] = [
    await aMachine(portal.db, { perHourCents: 600 }),
    await aMachine(portal.db, { perHourCents: 600 }),
  ]
  const [bo, cy] = [await site.aUser(told), await site.aUser(deaf)]
  const lines = [(await site.connect(told)).line, (await site.connect(deaf)).line] as const // a pair
  const ids = [await startedOf(lines[0], bo.card), await startedOf(lines[1], cy.card)] as const // a pair
  for (const { id } of [told, deaf]) await lockOutDevice(portal.ctx, { deviceId: id, isLockedOut: true })
  for (const line of lines) {
    expect(await line.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
    expect(await line.next()).toEqual({ command: 'lock' })
  }
  pass(1)
  // One ends its use as it is told; the other runs on without a word.
  expect(await says.end(lines[0], ids[0])).toEqual({ command: 'interlock_session_end', success: true })
  expect(await site.sessionOf(ids[0])).toMatchObject({ end_reason: 'lockedOut', cost_cents: 10 })
  await sweepSessions(portal.ctx)
  expect(await site.sessionOf(ids[1])).toMatchObject({ end_reason: 'lockedOut', cost_cents: 0 })
  expect(await lines[1].next()).toEqual({ command: 'lock' })
})
