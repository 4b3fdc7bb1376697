import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../auth/passwords/passwords.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting, resetSetting } from '../settings/settings.ts'
import { aMachine } from './factory.ts'
import { machineScene, says, startedOf } from './machine-scene.testing.ts'
import { sweepSessions } from './sessions.ts'

let portal: TestPortal
let staff: TestClient
let site: ReturnType<typeof machineScene>
let clock = new Date('2026-03-01T10:00:00Z')
const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  site = machineScene({ db: portal.db, url: await portal.listen() })
  staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterEach(() => site.hangUp())
afterAll(() => portal.close())

const goesOn = { command: 'interlock_session_update', success: true }

const isOver = { command: 'interlock_session_update', success: false, reason: 'session_already_ended' }

const amountsOf = async (memberId: number) => {
  const rows = await portal.db
    .selectFrom('ledger_entries')
    .select('amount_cents')
    .where('member_id', '=', memberId)
    .execute()
  return rows.map((row) => row.amount_cents)
}

/** A use of a machine at 6 an hour that has run for two minutes. */
const aUse = async (facts: Parameters<typeof aMachine>[1] = { perHourCents: 600 }) => {
  const machine = await aMachine(portal.db, facts)
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(2)
  expect(await says.update(line, id)).toEqual(goesOn)
  return { machine, bo, line, id }
}

const setGrace = async (value: number) => {
  await changeSetting(portal.ctx, { key: 'MACHINE_GRACE_MINUTES', value })
  await expect.poll(() => portal.ctx.settings.get('MACHINE_GRACE_MINUTES')).toBe(value)
}

const suspend = (memberId: number) => staff.members.suspend({ memberId, reason: 'Talk to us.' })

test('the use of a member who is suspended goes on for a few minutes, then ends and is charged', async () => {
  const { bo, line, id } = await aUse()
  await suspend(bo.id)
  expect(await says.update(line, id)).toEqual(goesOn)
  for (const minutes of [2, 2]) {
    pass(minutes)
    expect(await says.update(line, id)).toEqual(goesOn)
  }
  pass(1)
  expect(await says.update(line, id)).toEqual(isOver)
  expect(await line.next()).toEqual({ command: 'lock' })
  expect(await site.sessionOf(id)).toMatchObject({ end_reason: 'accessEnded', cost_cents: 70 })
  expect(await amountsOf(bo.id)).toEqual([-70])
})

test('a member who may use the machine again in time goes on', async () => {
  const { bo, line, id } = await aUse()
  await suspend(bo.id)
  expect(await says.update(line, id)).toEqual(goesOn)
  pass(2)
  await staff.members.liftSuspension({ memberId: bo.id })
  expect(await says.update(line, id)).toEqual(goesOn)
  for (const minutes of [2, 2, 2]) {
    pass(minutes)
    expect(await says.update(line, id)).toEqual(goesOn)
  }
  expect(await site.sessionOf(id)).toMatchObject({ ended_at: null, access_ended_at: null })
})

test.each<[string, (use: Awaited<ReturnType<typeof aUse>>) => Promise<unknown>]>([
  ['is suspended', ({ bo }) => suspend(bo.id)],
  [
    'has their card reported lost',
    async ({ bo }) => {
      const [card] = (await staff.members.listCards({ memberId: bo.id })).cards
      return staff.members.endCard({ memberId: bo.id, cardId: card?.id ?? 0, state: 'lost' })
    },
  ],
  [
    'is taken their grant',
    ({ bo, machine }) => staff.access.revokeInterlock({ interlockId: machine.id, memberId: bo.id }),
  ],
])('with no minutes to go on, the machine of a member who %s stops at its next report', async (_, act) => {
  await setGrace(0)
  const use = await aUse()
  await act(use)
  expect(await says.update(use.line, use.id)).toEqual(isOver)
  expect(await use.line.next()).toEqual({ command: 'lock' })
  await setGrace(5)
})

test('a machine that says nothing is told to lock when its member may no longer use it', async () => {
  await setGrace(0)
  const { bo, line, id } = await aUse()
  await suspend(bo.id)
  await sweepSessions(portal.ctx)
  expect(await line.next()).toEqual({ command: 'lock' })
  expect(await site.sessionOf(id)).toMatchObject({ end_reason: 'accessEnded', cost_cents: 20 })
  await setGrace(5)
})

test('closing an account ends its use, paid before the balance is left behind, and the machine locks', async () => {
  const [password, confirmation] = ['correct horse battery', 'Close my account']
  const machine = await aMachine(portal.db, { perHourCents: 600 })
  const bo = await site.aUser(machine, { passwordHash: await hashPassword(password) })
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  pass(2)
  await says.update(line, id)
  const api = await portal.as(bo.id)
  expect(await api.profile.getClosing()).toMatchObject({ uses: 1 })
  await api.profile.closeAccount({ password, confirmation })
  expect(await line.next()).toEqual({ command: 'lock' })
  expect(await site.sessionOf(id)).toMatchObject({ end_reason: 'portal', ended_by_id: bo.id, cost_cents: 20 })
  pass(1)
  expect(await says.update(line, id)).toEqual(isOver)
  expect(await amountsOf(bo.id)).toEqual([-20])
})

test.each<[string, () => Promise<unknown>]>([
  ['turned off', () => changeSetting(portal.ctx, { key: 'ENABLE_MEMBERBUCKS', value: false })],
  ['reset', () => resetSetting(portal.ctx, 'ENABLE_MEMBERBUCKS')],
])(
  'when the prepaid balance is %s, uses that cost something end and are paid, and free ones go on',
  async (_, turn) => {
    const [paid, free] = [await aUse(), await aUse({})]
    await says.update(paid.line, paid.id)
    await turn()
    expect(await paid.line.next()).toEqual({ command: 'lock' })
    expect(await site.sessionOf(paid.id)).toMatchObject({ end_reason: 'portal', cost_cents: 40 })
    expect(await amountsOf(paid.bo.id)).toEqual([-40])
    expect(await says.update(free.line, free.id)).toEqual(goesOn)
    await changeSetting(portal.ctx, { key: 'ENABLE_MEMBERBUCKS', value: true })
    await expect.poll(() => portal.ctx.settings.get('ENABLE_MEMBERBUCKS')).toBe(true)
  },
)
