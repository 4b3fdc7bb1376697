import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { createIdCode } from '../../profile/id-codes.ts'
import { aMeeting } from '../factory.ts'
import { closeForgottenMeetings } from './opening.ts'

const startsAt = new Date('2027-03-01T18:00:00Z')
const clock = { now: new Date('2027-03-01T17:30:00Z') }
const at = (time: string) => {
  clock.now = new Date(`2027-03-01T${time}:00Z`)
}
const joined = new Date('2020-01-01T00:00:00Z')
let portal: TestPortal
let staff: TestClient
let staffId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  const person = { permissions: ['meetings' as const], registeredAt: joined, firstName: 'Sam', lastName: 'Staff' }
  staffId = (await aMember(portal.db, person)).id
  staff = await portal.as(staffId)
})
afterAll(() => portal.close())

const someMembers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => aMember(portal.db, { registeredAt: joined })))

const auditOf = async (event: string) => {
  const rows = await portal.db.selectFrom('audit_events').selectAll().where('event', '=', event).execute()
  return rows.length
}

test('a member is ticked by name, leaves, returns, and leaves with the closing', async () => {
  at('17:30')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt, name: 'Spring meeting' })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined, firstName: 'Noor', lastName: 'Haddad' })
  expect(await staff.meetings.recordArrival({ meetingId, memberId })).toMatchObject({
    meetingName: 'Spring meeting',
    result: 'arrived',
    mayVote: true,
    reason: null,
    hasEndedProxy: false,
  })
  expect(await staff.meetings.recordArrival({ meetingId, memberId })).toMatchObject({ result: 'alreadyHere' })
  at('18:00')
  await staff.meetings.openMeeting({ meetingId })
  at('18:20')
  expect(await staff.meetings.recordLeaving({ meetingId, memberId })).toMatchObject({ result: 'left' })
  expect(await staff.meetings.recordLeaving({ meetingId, memberId })).toMatchObject({ result: 'notHere' })
  at('18:40')
  expect(await staff.meetings.recordArrival({ meetingId, memberId })).toMatchObject({ result: 'returned' })
  const { people } = await staff.meetings.getAttendance({ meetingId })
  expect(people).toMatchObject([
    {
      memberId,
      name: expect.stringContaining('Noor Haddad'),
      firstArrivedAt: '2027-03-01T17:30:00.000Z',
      arrivedAt: '2027-03-01T18:40:00.000Z',
      leftAt: null,
      how: 'name',
      recordedBy: 'Sam Staff',
      isOnRoll: true,
    },
  ])
  at('20:00')
  await staff.meetings.closeMeeting({ meetingId })
  expect(await staff.meetings.getAttendance({ meetingId })).toMatchObject({
    phase: 'over',
    people: [{ leftAt: '2027-03-01T20:00:00.000Z' }],
  })
  await expect(staff.meetings.recordArrival({ meetingId, memberId })).rejects.toMatchObject({ code: 'checkInClosed' })
  await expect(staff.meetings.closeMeeting({ meetingId })).rejects.toMatchObject({ code: 'meetingNotOpen' })
  await expect(staff.meetings.openMeeting({ meetingId })).rejects.toMatchObject({ code: 'meetingEnded' })
})

test('many who tick the same member at once tick them once', async () => {
  at('17:30')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined })
  const before = await auditOf('attendance.arrived')
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => staff.meetings.recordArrival({ meetingId, memberId })),
  )
  expect(outcomes.map(({ result }) => result).toSorted()).toEqual([...Array(7).fill('alreadyHere'), 'arrived'])
  expect(new Set(outcomes.map(({ attendanceId }) => attendanceId)).size).toBe(1)
  expect(await auditOf('attendance.arrived')).toBe(before + 1)
})

test('arriving while the meeting is closed either counts and ends with it, or is refused', async () => {
  at('18:00')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  await staff.meetings.openMeeting({ meetingId })
  const members = await someMembers(6)
  const done = await Promise.allSettled([
    ...members.map(({ id: memberId }) => staff.meetings.recordArrival({ meetingId, memberId })),
    staff.meetings.closeMeeting({ meetingId }),
  ])
  const arrived = done.slice(0, -1).filter(({ status }) => status === 'fulfilled').length
  const { people } = await staff.meetings.getAttendance({ meetingId })
  expect(people).toHaveLength(arrived)
  expect(people.every(({ leftAt }) => leftAt !== null)).toBe(true)
})

test('a wrong tick is undone as if the member had not come', async () => {
  at('17:30')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined })
  const { attendanceId } = await staff.meetings.recordArrival({ meetingId, memberId })
  await staff.meetings.removeAttendance({ meetingId, attendanceId: attendanceId ?? 0 })
  expect((await staff.meetings.getAttendance({ meetingId })).people).toEqual([])
  await expect(staff.meetings.removeAttendance({ meetingId, attendanceId: attendanceId ?? 0 })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('the code of a digital ID ticks its member; others say what is wrong', async () => {
  at('17:30')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined })
  const { url, token } = createIdCode(portal.ctx, memberId)
  expect(await staff.meetings.recordArrival({ meetingId, code: url })).toMatchObject({ result: 'arrived' })
  expect(await staff.meetings.recordArrival({ meetingId, code: token })).toMatchObject({ result: 'alreadyHere' })
  at('17:50')
  await expect(staff.meetings.recordArrival({ meetingId, code: token })).rejects.toMatchObject({
    body: { fields: [{ field: 'code', message: expect.stringContaining('has expired') }] },
  })
  await expect(staff.meetings.recordArrival({ meetingId, code: 'https://example.org/' })).rejects.toMatchObject({
    body: { fields: [{ field: 'code', message: expect.stringContaining('isn’t the code of a digital ID') }] },
  })
  await expect(staff.meetings.recordArrival({ meetingId })).rejects.toMatchObject({
    body: { fields: [{ field: 'memberId' }] },
  })
})

test('a member checks in with the code on the wall, which is for the room and runs out', async () => {
  at('17:30')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id } = await aMember(portal.db, { registeredAt: joined })
  const [member, stranger] = [await portal.as(id), await portal.as(null)]
  await expect(member.meetings.getWall({ meetingId })).rejects.toMatchObject({ code: 'notCheckInKiosk' })
  await expect(stranger.meetings.getWall({ meetingId })).rejects.toMatchObject({ code: 'notCheckInKiosk' })
  const { checkInUrl } = await staff.meetings.getWall({ meetingId })
  const code = checkInUrl?.split('/').at(-1) ?? ''
  expect(checkInUrl).toContain(`/meetings/${meetingId}/here/`)
  expect(await member.meetings.checkIn({ meetingId, code })).toMatchObject({ result: 'arrived', mayVote: true })
  expect(await member.meetings.checkIn({ meetingId, code })).toMatchObject({ result: 'alreadyHere' })
  expect(await member.meetings.getOwnAttendance({ meetingId })).toMatchObject({
    mayVote: true,
    presentSince: '2027-03-01T17:30:00.000Z',
    meter: { present: 1 },
  })
  expect(await member.meetings.leaveMeeting({ meetingId })).toMatchObject({ result: 'left' })
  const { id: otherMeeting } = await aMeeting(portal.db, { startsAt })
  await expect(member.meetings.checkIn({ meetingId: otherMeeting, code })).rejects.toMatchObject({
    code: 'checkInCodeOld',
  })
  at('17:33')
  await expect(member.meetings.checkIn({ meetingId, code })).rejects.toMatchObject({ code: 'checkInCodeOld' })
})

test('checking in begins four hours ahead, and a cancelled meeting takes no members in', async () => {
  at('13:59')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined })
  await expect(staff.meetings.recordArrival({ meetingId, memberId })).rejects.toMatchObject({ code: 'checkInClosed' })
  expect(await staff.meetings.getWall({ meetingId })).toMatchObject({ phase: 'planned', checkInUrl: null })
  at('14:00')
  expect(await staff.meetings.recordArrival({ meetingId, memberId })).toMatchObject({ result: 'arrived' })
  const cancelled = await aMeeting(portal.db, { startsAt, cancelledAt: clock.now })
  await expect(staff.meetings.recordArrival({ meetingId: cancelled.id, memberId })).rejects.toMatchObject({
    code: 'meetingCancelled',
  })
  await expect(staff.meetings.openMeeting({ meetingId: cancelled.id })).rejects.toMatchObject({
    code: 'meetingCancelled',
  })
})

test('a meeting far off cannot be opened, and none twice', async () => {
  at('17:30')
  const far = await aMeeting(portal.db, { startsAt: new Date('2027-03-03T18:00:00Z') })
  await expect(staff.meetings.openMeeting({ meetingId: far.id })).rejects.toMatchObject({ code: 'meetingFarOff' })
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const done = await Promise.allSettled([
    staff.meetings.openMeeting({ meetingId }),
    staff.meetings.openMeeting({ meetingId }),
  ])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the meeting moves to an item of its own agenda, while it is open', async () => {
  at('18:00')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt, items: ['Budget', 'Elections'] })
  const other = await aMeeting(portal.db, { startsAt, items: ['Another'] })
  const { agenda } = await staff.meetings.getAttendance({ meetingId })
  const [, elections] = agenda
  await expect(staff.meetings.callItem({ meetingId, itemId: elections?.id ?? 0 })).rejects.toMatchObject({
    code: 'meetingNotOpen',
  })
  await staff.meetings.openMeeting({ meetingId })
  await staff.meetings.callItem({ meetingId, itemId: elections?.id ?? 0 })
  expect(await staff.meetings.getWall({ meetingId })).toMatchObject({ currentItem: 'Elections' })
  const foreign = (await staff.meetings.getAttendance({ meetingId: other.id })).agenda[0]?.id ?? 0
  await expect(staff.meetings.callItem({ meetingId, itemId: foreign })).rejects.toMatchObject({ code: 'notFound' })
  await staff.meetings.callItem({ meetingId, itemId: null })
  expect(await staff.meetings.getWall({ meetingId })).toMatchObject({ currentItem: null })
})

test('staff find members by name, with who is there', async () => {
  at('17:30')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt, rollFrozenAt: clock.now })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined, firstName: 'Zoë', lastName: 'Quill' })
  await staff.meetings.recordArrival({ meetingId, memberId })
  expect(await staff.meetings.findAttendees({ meetingId, text: 'zoe qui' })).toEqual({
    members: [{ memberId, name: expect.stringContaining('Zoë Quill'), isHere: true, isOnRoll: false }],
  })
  expect(await staff.meetings.findAttendees({ meetingId, text: ' ' })).toEqual({ members: [] })
})

test('a meeting that staff forgot to close is closed a day later', async () => {
  at('18:00')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined })
  await staff.meetings.openMeeting({ meetingId })
  await staff.meetings.recordArrival({ meetingId, memberId })
  await closeForgottenMeetings(portal.ctx)
  expect(await staff.meetings.getAttendance({ meetingId })).toMatchObject({ phase: 'on' })
  clock.now = new Date('2027-03-02T18:00:00Z')
  staff = await portal.as(staffId)
  await closeForgottenMeetings(portal.ctx)
  expect(await staff.meetings.getAttendance({ meetingId })).toMatchObject({ phase: 'over', people: [{ memberId }] })
})

test('members without the permission do nothing of this', async () => {
  at('17:30')
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: memberId } = await aMember(portal.db, { registeredAt: joined })
  const member = await portal.as(memberId)
  await expect(member.meetings.recordArrival({ meetingId, memberId })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(member.meetings.getAttendance({ meetingId })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(member.meetings.openMeeting({ meetingId })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(member.meetings.getRoll({ meetingId })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(staff.meetings.getAttendance({ meetingId: 2_000_000_000 })).rejects.toMatchObject({ code: 'notFound' })
  await expect(member.meetings.getOwnAttendance({ meetingId: 2_000_000_000 })).rejects.toMatchObject({
    code: 'notFound',
  })
})
