import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGrant, aSwipe } from '../access/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { followAwards } from './award-days.ts'
import { aCertificate, anAward } from './factory.ts'

const clock = { now: new Date() }

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
})
afterAll(() => portal.close())

/** Ten in the morning in Brisbane. */
const at = (day: string) => new Date(`${day}T00:00:00Z`)

const followOn = async (day: string) => {
  clock.now = at(day)
  await followAwards(portal.ctx)
}

const awardsOf = (memberId: number) =>
  portal.db
    .selectFrom('awards')
    .select(['end_kind', 'used_on', 'reminded_days'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()

/** The mails that wait to be written: for which award, on which occasion. */
const mailsOf = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('messages')
    .select(['template'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

test('an award ends with the first minutes of its day, once, and the member is told', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { name: 'Plasma', remindDays: [] })
  const { id: memberId } = await aMember(portal.db)
  await anAward(portal.db, { memberId, certificateId, at: at('2026-01-01'), expiresOn: '2026-03-10' })
  await followOn('2026-03-09')
  expect(await awardsOf(memberId)).toMatchObject([{ end_kind: null }])
  clock.now = new Date('2026-03-09T14:01:00Z')
  await followAwards(portal.ctx)
  await followAwards(portal.ctx)
  expect(await awardsOf(memberId)).toMatchObject([{ end_kind: 'expired' }])
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'data'])
    .where('subject_id', '=', memberId)
    .where('event', '=', 'certificate.expired')
    .execute()
  expect(events).toMatchObject([{ data: { certificate: 'Plasma', kind: 'expired' } }])
  expect(await mailsOf(memberId)).toEqual(['certificateEnded'])
})

test('reminders come once each, and of several that were missed only the nearest', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { remindDays: [30, 7, 1] })
  const { id: early } = await aMember(portal.db)
  const { id: late } = await aMember(portal.db)
  for (const memberId of [early, late])
    await anAward(portal.db, { memberId, certificateId, at: at('2026-01-01'), expiresOn: '2026-06-30' })
  await followOn('2026-05-30')
  expect(await mailsOf(early)).toEqual([])
  await followOn('2026-05-31')
  await followOn('2026-06-01')
  expect(await mailsOf(early)).toEqual(['certificateEnding'])
  await portal.db.updateTable('awards').set({ reminded_days: null }).where('member_id', '=', late).execute()
  await followOn('2026-06-25')
  expect((await mailsOf(early)).length).toBe(2)
  expect((await mailsOf(late)).length).toBe(2)
  await followOn('2026-06-29')
  expect((await mailsOf(early)).length).toBe(3)
})

test('no reminder is sent on the day of an award that is shorter than the reminder', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { remindDays: [30] })
  const { id: memberId } = await aMember(portal.db)
  await anAward(portal.db, { memberId, certificateId, at: at('2026-07-01'), expiresOn: '2026-07-11' })
  await followOn('2026-07-02')
  expect(await mailsOf(memberId)).toEqual([])
})

test('a certificate that is not used ends, and using the machine or the door keeps it', async () => {
  const machine = await aMachine(portal.db)
  const door = await aDoor(portal.db)
  const { id: certificateId } = await aCertificate(portal.db, {
    unusedDays: 90,
    remindDays: [10],
    deviceIds: [machine.id, door.id],
  })
  const people = await Promise.all([1, 2, 3].map(() => aMember(portal.db)))
  const [idle, maker, visitor] = people.map(({ id }) => id) as [number, number, number] // as many as were made
  for (const memberId of [idle, maker, visitor]) {
    await aGrant(portal.db, { memberId, deviceId: machine.id })
    await anAward(portal.db, { memberId, certificateId, at: at('2026-01-01') })
  }
  await portal.db
    .insertInto('interlock_sessions')
    .values({
      id: crypto.randomUUID(),
      device_id: machine.id,
      member_id: maker,
      started_at: at('2026-03-01'),
      last_heard_at: at('2026-03-01'),
      cost_per_session_cents: 0,
      cost_per_hour_cents: 0,
      cost_per_kwh_cents: 0,
    })
    .execute()
  await aSwipe(portal.db, { deviceId: door.id, memberId: visitor, at: at('2026-02-01') })
  await aSwipe(portal.db, {
    deviceId: door.id,
    memberId: idle,
    at: at('2026-03-20'),
    outcome: 'refused',
    refusal: 'noCertificate',
  })
  await followOn('2026-03-28')
  expect(await mailsOf(idle)).toEqual(['certificateEnding'])
  await followOn('2026-04-01')
  expect(await awardsOf(idle)).toMatchObject([{ end_kind: 'unused', used_on: null }])
  expect(await awardsOf(maker)).toMatchObject([{ end_kind: null, used_on: '2026-03-01' }])
  // What was used stays known when the swipe is no longer kept.
  await portal.db.deleteFrom('swipes').where('member_id', '=', visitor).execute()
  await followOn('2026-05-01')
  expect(await awardsOf(visitor)).toMatchObject([{ end_kind: null, used_on: '2026-02-01' }])
  await followOn('2026-05-02')
  expect(await awardsOf(visitor)).toMatchObject([{ end_kind: 'unused' }])
})

test('what ends is told to no member who left', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { remindDays: [5] })
  const { id: memberId } = await aMember(portal.db, { state: 'inactive' })
  await anAward(portal.db, { memberId, certificateId, at: at('2026-01-01'), expiresOn: '2026-09-10' })
  await followOn('2026-09-08')
  await followOn('2026-09-10')
  expect(await awardsOf(memberId)).toMatchObject([{ end_kind: 'expired' }])
  expect(await mailsOf(memberId)).toEqual([])
})
