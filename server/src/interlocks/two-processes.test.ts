import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aMachine } from './factory.ts'
import { machineScene, says, startedOf } from './machine-scene.testing.ts'
import { sweepSessions } from './sessions.ts'

/** Two portals on one database: machines hang on the second, people ask the first. */
let first: TestPortal
let second: TestPortal
let near: ReturnType<typeof machineScene>
let far: ReturnType<typeof machineScene>
let admin: TestClient
let clock = new Date('2026-03-01T10:00:00Z')

beforeAll(async () => {
  first = await startTestPortal({ now: () => clock })
  second = await first.another()
  near = machineScene({ db: first.db, url: await first.listen() })
  far = machineScene({ db: first.db, url: await second.listen() })
  admin = await first.as((await aMember(first.db, { isAdmin: true })).id)
})
afterEach(async () => {
  await near.hangUp()
  await far.hangUp()
})
afterAll(async () => {
  await second.close()
  await first.close()
})

test.each(['lock', 'unlock', 'reboot'] as const)('%s reaches a machine on the other process', async (command) => {
  const machine = await aMachine(first.db)
  const { line } = await far.connect(machine)
  expect(await admin.interlocks[command]({ interlockId: machine.id })).toEqual({ success: true })
  expect(await line.next()).toEqual({ command })
})

test('a lockout given to one process is heard by the machine on the other', async () => {
  const machine = await aMachine(first.db)
  const { line } = await far.connect(machine)
  await admin.devices.setLockout({ deviceId: machine.id, isLockedOut: true, reason: 'New belt' })
  expect(await line.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
})

test('a machine goes on with its use at the other process, and pays once', async () => {
  const machine = await aMachine(first.db, { perSessionCents: 100, perHourCents: 600 })
  const bo = await far.aUser(machine)
  const started = await far.connect(machine)
  const id = await startedOf(started.line, bo.card)
  clock = new Date(clock.getTime() + 60_000)
  await started.line.close()
  const { line, pushes } = await near.connect(machine)
  expect(pushes).toEqual([{ command: 'update_device_locked_out', locked_out: false }])
  expect(await says.update(line, id)).toMatchObject({ success: true })
  clock = new Date(clock.getTime() + 60_000)
  expect(await says.end(line, id, { card_id: bo.card })).toMatchObject({ success: true })
  const entries = await first.db.selectFrom('ledger_entries').selectAll().where('member_id', '=', bo.id).execute()
  expect(entries.map((entry) => entry.amount_cents)).toEqual([-120])
})

test('a use that one process finds overdue is locked on the other', async () => {
  const machine = await aMachine(first.db, { maxMinutes: 1 })
  const bo = await far.aUser(machine)
  const { line } = await far.connect(machine)
  const id = await startedOf(line, bo.card)
  clock = new Date(clock.getTime() + 61_000)
  await sweepSessions(first.ctx)
  expect(await line.next()).toEqual({ command: 'lock' })
  expect(await says.end(line, id)).toMatchObject({ success: false, reason: 'session_already_ended' })
})
