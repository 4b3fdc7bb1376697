import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aMachine } from './factory.ts'
import { machineScene, says, startedOf } from './machine-scene.testing.ts'

let portal: TestPortal
let site: ReturnType<typeof machineScene>
let staff: Awaited<ReturnType<TestPortal['as']>>
let clock = new Date('2026-03-01T10:00:00Z')
const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  site = machineScene({ db: portal.db, url: await portal.listen() })
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices', 'members'] })).id)
})
afterEach(() => site.hangUp())
afterAll(() => portal.close())

/** A use of half an hour and one kWh, in which the meter then jumps to what is far from there. */
const jump = async (facts: Parameters<typeof aMachine>[1] = {}, user: Parameters<typeof site.aUser>[1] = {}) => {
  const machine = await aMachine(portal.db, { perHourCents: 200, perKwhCents: 100, ...facts })
  const bo = await site.aUser(machine, { firstName: 'Bo', lastName: 'Berg', ...user })
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  await says.update(line, id, 10)
  for (let turn = 1; turn <= 15; turn += 1) {
    pass(2)
    await says.update(line, id, 10 + turn / 15)
  }
  await says.update(line, id, 900_000)
  return { machine, bo, line, id, end: () => says.end(line, id) }
}

const entriesOf = (memberId: number) =>
  portal.db.selectFrom('ledger_entries').select(['amount_cents']).where('member_id', '=', memberId).execute()

test('a meter that jumps by more than the machine can draw bills nothing until staff decide, and everyone reads so', async () => {
  const { machine, bo, id, end } = await jump()
  expect((await staff.interlocks.listHeldUses({ interlockId: machine.id })).uses).toMatchObject([
    { id, endedAt: null, canDecide: false },
  ])
  await expect(staff.interlocks.decideHeldUse({ useId: id, isAccepted: false })).rejects.toMatchObject({
    code: 'machineInUse',
  })
  expect(await end()).toEqual({ command: 'interlock_session_end', success: true })
  expect(await entriesOf(bo.id)).toEqual([])
  const [use] = (await staff.interlocks.listHeldUses({ interlockId: machine.id })).uses
  expect(use).toMatchObject({
    memberName: 'Bo Berg',
    deviceName: machine.name,
    energyKwh: 1,
    jumpKwh: 899_989,
    ratedWatts: 15_000,
    acceptedCents: 50_000,
    rejectedCents: 200,
    canDecide: true,
  })
  expect((await staff.audit.memberLogs({ memberId: bo.id })).interlockLogs).toMatchObject([
    { totalCost: 0, isBeingChecked: true },
  ])
  const { entries } = await staff.audit.memberLog({ memberId: bo.id })
  expect(entries.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('cost being checked by staff'))
  expect(await staff.monitoring.listUsage({ deviceId: machine.id })).toMatchObject({
    members: [{ costCents: 0, held: 1 }],
    sums: { held: 1 },
  })
  expect(String((await staff.monitoring.exportUsage({ deviceId: machine.id })).content)).toContain('Uses being checked')
  expect((await staff.home.getNextSteps()).waiting).toContainEqual({ matter: 'heldUses', count: 1 })
  expect(await staff.interlocks.decideHeldUse({ useId: id, isAccepted: false })).toEqual({ costCents: 200 })
  expect((await staff.home.getNextSteps()).waiting.map(({ matter }) => matter)).not.toContain('heldUses')
})

test.each([
  { isAccepted: false, cents: 200, event: 'interlock.jumpRejected' },
  { isAccepted: true, cents: 50_000, event: 'interlock.jumpAccepted' },
])(
  'decided as accepted: $isAccepted, a use is charged $cents cents, once, and the audit says by whom',
  async (decided) => {
    const { isAccepted, cents, event } = decided
    const { bo, id, end } = await jump()
    await end()
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => staff.interlocks.decideHeldUse({ useId: id, isAccepted })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(staff.interlocks.decideHeldUse({ useId: id, isAccepted: !isAccepted })).rejects.toMatchObject({
      code: 'alreadyDecided',
    })
    expect(await entriesOf(bo.id)).toEqual([{ amount_cents: -cents }])
    expect(await site.sessionOf(id)).toMatchObject({ cost_cents: cents, review: isAccepted ? 'accepted' : 'rejected' })
    const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', bo.id).execute()
    expect(events.filter((one) => one.event === event)).toMatchObject([{ data: { amountCents: -cents } }])
  },
)

test('whom a reading is about does not decide on it, and neither do other members', async () => {
  const { bo, id, end } = await jump({}, { permissions: ['devices'] })
  await end()
  const own = await portal.as(bo.id)
  expect((await own.interlocks.listHeldUses({})).uses.find((use) => use.id === id)).toMatchObject({ canDecide: false })
  await expect(own.interlocks.decideHeldUse({ useId: id, isAccepted: false })).rejects.toMatchObject({
    code: 'ownBalance',
  })
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.interlocks.decideHeldUse({ useId: id, isAccepted: false })).rejects.toMatchObject({
    code: 'notAllowed',
  })
  const unknown = { useId: crypto.randomUUID(), isAccepted: true }
  await expect(staff.interlocks.decideHeldUse(unknown)).rejects.toMatchObject({ code: 'notFound' })
})

test('where the reading makes no difference nothing waits for staff', async () => {
  const { machine, bo, end } = await jump({ perKwhCents: 0 })
  await end()
  expect((await staff.interlocks.listHeldUses({ interlockId: machine.id })).uses).toEqual([])
  expect(await entriesOf(bo.id)).toEqual([{ amount_cents: -100 }])
})

test('staff read of a machine that is in use for longer than is charged', async () => {
  await changeSetting(portal.ctx, { key: 'MACHINE_CHARGED_HOURS', value: 1 })
  await expect.poll(() => portal.ctx.settings.get('MACHINE_CHARGED_HOURS')).toBe(1)
  const machine = await aMachine(portal.db, { perHourCents: 200 })
  const { line } = await site.connect(machine)
  const id = await startedOf(line, (await site.aUser(machine)).card)
  pass(61)
  expect((await staff.home.getNextSteps()).waiting).toContainEqual({ matter: 'longUses', count: 1 })
  await says.end(line, id)
})
