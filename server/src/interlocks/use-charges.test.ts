import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aMachine } from './factory.ts'
import { machineScene, says, startedOf } from './machine-scene.testing.ts'
import { bookUse } from './session-rows.ts'
import { sweepSessions } from './sessions.ts'

/** A use is charged once, at its own price. */
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

const keysOf = async (memberId: number) => {
  const entries = portal.db.selectFrom('ledger_entries').select('idempotency_key').where('member_id', '=', memberId)
  return (await entries.execute()).map((entry) => entry.idempotency_key)
}

test('a start whose answer was lost costs nothing, however dear the machine is', async () => {
  const machine = await aMachine(portal.db, { perSessionCents: 100, perHourCents: 600 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const lost = await startedOf(line, bo.card)
  await line.close()
  pass(30)
  await sweepSessions(portal.ctx)
  expect(await site.sessionOf(lost)).toMatchObject({ end_reason: 'lost', cost_cents: 0 })
  expect(await keysOf(bo.id)).toEqual([])
})

test('a use costs what the machine cost at its start', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  await staff.interlocks.setPrices({ interlockId: machine.id, costPerHourCents: 6000 })
  pass(2)
  await says.end(line, id)
  expect(await site.sessionOf(id)).toMatchObject({ cost_cents: 20 })
})

test('the database holds one open use of a machine, and one charge of a use', async () => {
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  const row = await site.sessionOf(id)
  const again = portal.db.insertInto('interlock_sessions').values({ ...row, id: randomUUID(), ended_at: null })
  await expect(again.execute()).rejects.toMatchObject({ code: '23505' })
  pass(2)
  await says.end(line, id)
  const charge = { name: 'Saw', device_id: machine.id, member_id: bo.id, id }
  await record(portal.ctx, async (work) => ({
    result: await bookUse(work, { use: charge, durationMs: 120_000, costCents: 20, source: 'device' }),
  }))
  expect(await keysOf(bo.id)).toEqual([`interlock ${id}`])
})
