import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aProxy } from '../../proxies/factory.ts'
import { changeSetting } from '../../settings/settings.ts'
import { aMeeting } from '../factory.ts'

const startsAt = new Date('2027-03-01T18:00:00Z')
const joined = new Date('2020-01-01T00:00:00Z')
const clock = { now: startsAt }
const at = (time: string) => {
  clock.now = new Date(`2027-03-01T${time}:00Z`)
}
let portal: TestPortal
let staff: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staff = await portal.as((await aMember(portal.db, { permissions: ['meetings'], registeredAt: joined })).id)
  await changeSetting(portal.ctx, { key: 'QUORUM_KIND', value: 'number' })
  await changeSetting(portal.ctx, { key: 'QUORUM_NUMBER', value: 3 })
})
afterAll(() => portal.close())
beforeEach(() => at('17:30'))

const someone = async () => (await aMember(portal.db, { registeredAt: joined })).id

const meterOf = async (meetingId: number) => (await staff.meetings.getAttendance({ meetingId })).meter

test('a quorum is reached with a proxy, lost when its holder leaves, and reached again', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const [one, two, principal] = [await someone(), await someone(), await someone()]
  await aProxy(portal.db, { meetingId, memberId: principal, holderId: two, createdAt: joined })
  await staff.meetings.recordArrival({ meetingId, memberId: one })
  at('18:00')
  await staff.meetings.openMeeting({ meetingId })
  expect(await meterOf(meetingId)).toMatchObject({ needed: 3, present: 1, represented: 0, isReached: false })
  at('18:10')
  expect(await staff.meetings.recordArrival({ meetingId, memberId: two })).toMatchObject({ proxies: 1 })
  expect(await meterOf(meetingId)).toMatchObject({
    present: 2,
    represented: 1,
    isReached: true,
    since: '2027-03-01T18:10:00.000Z',
  })
  at('18:20')
  await staff.meetings.recordLeaving({ meetingId, memberId: two })
  expect(await meterOf(meetingId)).toMatchObject({ present: 1, represented: 0, isReached: false })
  expect(await staff.meetings.getWall({ meetingId })).toMatchObject({ meter: { isReached: false } })
  at('18:30')
  await staff.meetings.recordArrival({ meetingId, memberId: two })
  const { changes } = await meterOf(meetingId)
  expect(changes.map((change) => [change.at.slice(11, 16), change.isReached])).toEqual([
    ['18:00', false],
    ['18:10', true],
    ['18:20', false],
    ['18:30', true],
  ])
})

test('the proxy of a member who comes ends in the same moment', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const [holder, principal] = [await someone(), await someone()]
  const { id: proxyId } = await aProxy(portal.db, {
    meetingId,
    memberId: principal,
    holderId: holder,
    createdAt: joined,
  })
  await staff.meetings.recordArrival({ meetingId, memberId: holder })
  expect(await meterOf(meetingId)).toMatchObject({ present: 1, represented: 1 })
  expect(await staff.meetings.recordArrival({ meetingId, memberId: principal })).toMatchObject({ hasEndedProxy: true })
  expect(await meterOf(meetingId)).toMatchObject({ present: 2, represented: 0 })
  const row = await portal.db.selectFrom('proxies').selectAll().where('id', '=', proxyId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ ended_at: clock.now, end_reason: 'arrived' })
  const { people } = await staff.meetings.getAttendance({ meetingId })
  expect(people.find(({ memberId }) => memberId === holder)).toMatchObject({ proxies: 0 })
})

test('guests are counted apart', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: guest } = await aMember(portal.db, { state: 'noob' })
  expect(await staff.meetings.recordArrival({ meetingId, memberId: guest })).toMatchObject({
    result: 'arrived',
    mayVote: false,
    reason: 'state',
  })
  expect(await meterOf(meetingId)).toMatchObject({ present: 0, guests: 1, isReached: false })
})

test('what is set after the opening changes nothing, and undoing a tick undoes its quorum', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const people = [await someone(), await someone(), await someone()]
  at('18:00')
  await staff.meetings.openMeeting({ meetingId })
  const ticked = []
  for (const memberId of people) ticked.push(await staff.meetings.recordArrival({ meetingId, memberId }))
  expect(await meterOf(meetingId)).toMatchObject({ isReached: true })
  await changeSetting(portal.ctx, { key: 'QUORUM_NUMBER', value: 50 })
  expect(await meterOf(meetingId)).toMatchObject({ needed: 3, isReached: true })
  await changeSetting(portal.ctx, { key: 'QUORUM_NUMBER', value: 3 })
  await staff.meetings.removeAttendance({ meetingId, attendanceId: ticked.at(-1)?.attendanceId ?? 0 })
  const meter = await meterOf(meetingId)
  expect(meter).toMatchObject({ present: 2, isReached: false })
  expect(meter.changes.map(({ isReached }) => isReached)).toEqual([false])
})

test('two hundred members are counted', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt, rollFrozenAt: joined })
  const rows = Array.from({ length: 200 }, (_, index) => ({
    email: `crowd${index}@example.org`,
    first_name: 'Crowd',
    last_name: `No ${index}`,
    screen_name: `crowd${index}`,
    registered_at: joined,
  }))
  const members = await portal.db.insertInto('members').values(rows).returning('id').execute()
  await portal.db
    .insertInto('meeting_roll')
    .values(members.map(({ id }) => ({ meeting_id: meetingId, member_id: id })))
    .execute()
  await portal.db
    .insertInto('meeting_attendance')
    .values(members.map(({ id }) => ({ meeting_id: meetingId, member_id: id, arrived_at: clock.now, how: 'import' })))
    .execute()
  expect(await meterOf(meetingId)).toMatchObject({ onRoll: 200, present: 200, isReached: true })
})
