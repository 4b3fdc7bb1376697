import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { setTo } from '../settings/changed-setting.testing.ts'
import { openDueMaintenance } from './maintenance.ts'
import { newestReport } from './report-scene.testing.ts'

let portal: TestPortal
let staff: TestClient
let staffId: number
const clock = { now: new Date('2027-03-10T02:00:00Z') }
const hourMs = 60 * 60 * 1000
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staffId = (await aMember(portal.db, { permissions: ['devices'] })).id
})
afterAll(() => portal.close())
beforeEach(async () => {
  // Sessions end as the clock goes on.
  staff = await portal.as(staffId)
  await setTo(portal, 'ISSUE_LOCKS_UNSAFE_DEVICE', true)
})

const ago = (hours: number) => new Date(clock.now.getTime() - hours * hourMs)

const aUse = (input: { deviceId: number; memberId: number; from: Date; to: Date | null }) =>
  portal.db
    .insertInto('interlock_sessions')
    .values({
      id: randomUUID(),
      device_id: input.deviceId,
      member_id: input.memberId,
      started_at: input.from,
      ended_at: input.to,
      end_reason: input.to && 'card',
      last_heard_at: input.to ?? input.from,
      cost_per_session_cents: 0,
      cost_per_hour_cents: 0,
      cost_per_kwh_cents: 0,
    })
    .execute()

const goOn = async (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * hourMs)
  staff = await portal.as(staffId)
}

const mailsTo = async (template: string) => {
  const rows = await portal.db
    .selectFrom('messages')
    .select('recipient')
    .where('template', '=', template)
    .orderBy('recipient')
    .execute()
  await portal.db.deleteFrom('messages').where('template', '=', template).execute()
  return rows.map(({ recipient }) => recipient)
}

const reportAs = async (
  input: Parameters<TestClient['issues']['report']>[0],
  facts: Parameters<typeof aMember>[1] = {},
) => {
  const { id } = await aMember(portal.db, facts)
  const member = await portal.as(id)
  const { deviceId, ...thing } = input
  if (facts.state && deviceId) await member.issues.reportThing({ ...thing, deviceId })
  else await member.issues.report(input)
  return { id, report: await newestReport(staff) }
}

test('an unsafe machine is locked at once, its users hear, and hear again when it is back', async () => {
  const saw = await aMachine(portal.db, { name: 'Table saw' })
  const [now, lately, long] = [
    await aMember(portal.db, { email: 'now@example.org' }),
    await aMember(portal.db, { email: 'lately@example.org' }),
    await aMember(portal.db, { email: 'long@example.org' }),
  ]
  await aUse({ deviceId: saw.id, memberId: now.id, from: ago(1), to: null })
  await aUse({ deviceId: saw.id, memberId: lately.id, from: ago(100), to: ago(99) })
  await aUse({ deviceId: saw.id, memberId: long.id, from: ago(900), to: ago(899) })
  const { report } = await reportAs({ title: 'Guard is off', deviceId: saw.id, isUnsafe: true })
  expect(report).toMatchObject({ isLockedOut: true, hasLocked: true })
  expect((await staff.devices.get({ deviceId: saw.id })).lockout?.reason).toBe('Reported as unsafe: Guard is off')
  await portal.runJobs()
  expect(await mailsTo('machineUnsafe')).toEqual(['lately@example.org', 'now@example.org'])
  await reportAs({ title: 'Guard is still off', deviceId: saw.id, isUnsafe: true })
  await portal.runJobs()
  expect(await mailsTo('machineUnsafe'), 'once while a report is not done').toEqual([])
  await staff.issues.changeReport({ issueId: report.id, state: 'done' })
  await portal.runJobs()
  expect(await mailsTo('machineBack'), 'it is still locked').toEqual([])
  await staff.devices.setLockout({ deviceId: saw.id, isLockedOut: false })
  await portal.runJobs()
  expect(await mailsTo('machineBack')).toEqual(['lately@example.org', 'now@example.org'])
  const kinds = (await staff.issues.getReport({ issueId: report.id })).entries.map(({ kind }) => kind)
  expect(kinds).toEqual(['reported', 'lockedOut', 'told', 'state', 'unlocked'])
  await staff.devices.setLockout({ deviceId: saw.id, isLockedOut: true })
  await staff.devices.setLockout({ deviceId: saw.id, isLockedOut: false })
  await portal.runJobs()
  expect(await mailsTo('machineBack'), 'only once').toEqual([])
})

test('with the setting off nothing is locked, users hear, and hear again when the report is done', async () => {
  await setTo(portal, 'ISSUE_LOCKS_UNSAFE_DEVICE', false)
  const lathe = await aMachine(portal.db, { name: 'Lathe' })
  const user = await aMember(portal.db, { email: 'turner@example.org' })
  await aUse({ deviceId: lathe.id, memberId: user.id, from: ago(5), to: ago(4) })
  const { report } = await reportAs({ title: 'Chuck slips', deviceId: lathe.id, isUnsafe: true })
  expect(report).toMatchObject({ isLockedOut: false, hasLocked: false })
  await portal.runJobs()
  expect(await mailsTo('machineUnsafe')).toEqual(['turner@example.org'])
  await staff.issues.changeReport({ issueId: report.id, state: 'done' })
  await portal.runJobs()
  expect(await mailsTo('machineBack')).toEqual(['turner@example.org'])
})

test.each(['accountonly', 'inactive', 'noob'] as const)(
  'an account that is %s warns staff, and neither locks a machine nor emails members',
  async (state) => {
    const drill = await aMachine(portal.db)
    const user = await aMember(portal.db)
    await aUse({ deviceId: drill.id, memberId: user.id, from: ago(5), to: ago(4) })
    const { report } = await reportAs({ title: 'Sparks', deviceId: drill.id, isUnsafe: true }, { state })
    expect(report).toMatchObject({ isUnsafe: true, isLockedOut: false })
    await portal.runJobs()
    expect(await mailsTo('machineUnsafe')).toEqual([])
  },
)

test('no report locks a door, and a lockout by staff keeps its reason', async () => {
  const door = await aDoor(portal.db)
  expect((await reportAs({ title: 'Sharp edge', deviceId: door.id, isUnsafe: true })).report.isLockedOut).toBe(false)
  const press = await aMachine(portal.db)
  await staff.devices.setLockout({ deviceId: press.id, isLockedOut: true, reason: 'Moving house' })
  expect((await reportAs({ title: 'Oil', deviceId: press.id, isUnsafe: true })).report.hasLocked).toBe(false)
  expect((await staff.devices.get({ deviceId: press.id })).lockout?.reason).toBe('Moving house')
})

test('maintenance by hours opens one report when it is due, and done sets the next', async () => {
  const mill = await aMachine(portal.db, { name: 'Mill' })
  const { id: memberId } = await aMember(portal.db)
  const { id: planId } = await staff.issues.addPlan({ deviceId: mill.id, title: 'Grease it', every: 10, unit: 'hours' })
  await aUse({ deviceId: mill.id, memberId, from: ago(50), to: ago(30) })
  await openDueMaintenance(portal.ctx)
  expect((await staff.issues.getDeviceIssues({ deviceId: mill.id })).plans).toMatchObject([{ hoursSince: 0 }])
  await goOn(20)
  await aUse({ deviceId: mill.id, memberId, from: ago(12), to: ago(1) })
  await openDueMaintenance(portal.ctx)
  await openDueMaintenance(portal.ctx)
  const due = await staff.issues.getDeviceIssues({ deviceId: mill.id })
  expect(due.issues).toMatchObject([{ title: 'Grease it', isMaintenance: true, reporter: null, state: 'open' }])
  expect(due).toMatchObject({ runningSeconds: 31 * 3600, uses: 2 })
  expect(due.plans).toMatchObject([{ isDue: true, hoursSince: 11, issueId: due.issues[0]?.id }])
  await staff.issues.changeReport({ issueId: due.issues[0]?.id ?? 0, state: 'done' })
  await openDueMaintenance(portal.ctx)
  const after = await staff.issues.getDeviceIssues({ deviceId: mill.id })
  expect(after.plans).toMatchObject([{ id: planId, isDue: false, hoursSince: 0, issueId: null }])
  expect(after.issues).toHaveLength(1)
})

test('maintenance by date is due on its day, can be done before, and ends when it is removed', async () => {
  const kiln = await aMachine(portal.db, { name: 'Kiln' })
  const details = { title: 'Check the elements', every: 2, unit: 'days' as const }
  const { id: planId } = await staff.issues.addPlan({ deviceId: kiln.id, ...details })
  const open = async () => {
    await openDueMaintenance(portal.ctx)
    return (await staff.issues.listReports({ deviceId: kiln.id })).issues.length
  }
  expect(await open()).toBe(0)
  await goOn(24)
  await staff.issues.completePlan({ planId })
  await goOn(24)
  expect(await open()).toBe(0)
  await goOn(24)
  expect(await open()).toBe(1)
  await staff.issues.completePlan({ planId })
  expect(await open()).toBe(0)
  await staff.issues.changePlan({ planId, ...details, every: 1 })
  await staff.issues.removePlan({ planId })
  await goOn(72)
  expect(await open()).toBe(0)
  await expect(staff.issues.completePlan({ planId })).rejects.toMatchObject({ code: 'notFound' })
})

test.each([
  [{ title: '', every: 1, unit: 'days' as const }, 'title'],
  [{ title: 'x', every: 0, unit: 'days' as const }, 'every'],
  [{ title: 'x', every: 1.5, unit: 'days' as const }, 'every'],
  [{ title: 'x', every: 200, unit: 'months' as const }, 'every'],
])('maintenance %o is refused and names %s', async (details, field) => {
  const { id: deviceId } = await aMachine(portal.db)
  await expect(staff.issues.addPlan({ deviceId, ...details })).rejects.toMatchObject({ body: { fields: [{ field }] } })
})

test('a door has no running hours', async () => {
  const { id: deviceId } = await aDoor(portal.db)
  await expect(staff.issues.addPlan({ deviceId, title: 'Oil', every: 10, unit: 'hours' })).rejects.toMatchObject({
    body: { fields: [{ field: 'unit' }] },
  })
})
