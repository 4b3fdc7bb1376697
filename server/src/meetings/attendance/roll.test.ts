import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { aMeeting } from '../factory.ts'
import { freezeDueRolls, previewRoll } from './roll.ts'

const startsAt = new Date('2027-03-20T18:00:00Z')
const clock = { now: new Date('2027-03-01T12:00:00Z') }
const longAgo = new Date('2020-01-01T00:00:00Z')
let portal: TestPortal
let staff: TestClient
let staffId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  await changeSetting(portal.ctx, { key: 'SITE_TIME_ZONE', value: 'Europe/Berlin' })
  staffId = (await aMember(portal.db, { permissions: ['meetings'], registeredAt: longAgo, lastName: 'Staff' })).id
  staff = await portal.as(staffId)
})
afterAll(() => portal.close())

const rowsOf = async (meetingId: number, which: 'on' | 'off') =>
  (await staff.meetings.getRoll({ meetingId, which })).rows
const idsOf = async (meetingId: number, which: 'on' | 'off') =>
  (await rowsOf(meetingId, which)).map(({ memberId }) => memberId)

test('before it is frozen the roll follows the members, and says why others are not on it', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: active } = await aMember(portal.db, { registeredAt: longAgo })
  const { id: suspended } = await aMember(portal.db, { registeredAt: longAgo, suspension: 'Banned.' })
  const { id: noob } = await aMember(portal.db, { registeredAt: longAgo, state: 'noob' })
  expect(await idsOf(meetingId, 'on')).toEqual(expect.arrayContaining([active, staffId]))
  expect(await rowsOf(meetingId, 'off')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ memberId: suspended, reason: 'suspended' }),
      expect.objectContaining({ memberId: noob, reason: 'state' }),
    ]),
  )
  const roll = await staff.meetings.getRoll({ meetingId })
  expect(roll).toMatchObject({
    frozenAt: null,
    freezesAt: '2027-03-05T23:00:00.000Z',
    canFreeze: true,
    canCorrect: false,
    rule: { states: ['active'], months: 0, plans: [] },
  })
  const preview = await previewRoll(portal.ctx, { db: portal.ctx.db, meetingId, memberIds: [active, suspended, noob] })
  expect([...preview]).toEqual([active])
  const later = await aMember(portal.db, { registeredAt: longAgo })
  expect(await idsOf(meetingId, 'on')).toContain(later.id)
})

test('months of membership and plans decide, too', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: recent } = await aMember(portal.db, { registeredAt: new Date('2027-02-20T12:00:00Z') })
  await changeSetting(portal.ctx, { key: 'MEETING_ROLL_MONTHS', value: 3 })
  expect(await rowsOf(meetingId, 'off')).toContainEqual(expect.objectContaining({ memberId: recent, reason: 'recent' }))
  await changeSetting(portal.ctx, { key: 'MEETING_ROLL_PLANS', value: 'Full, Family' })
  expect(await rowsOf(meetingId, 'off')).toContainEqual(expect.objectContaining({ memberId: staffId, reason: 'plan' }))
  await changeSetting(portal.ctx, { key: 'MEETING_ROLL_PLANS', value: '' })
  await changeSetting(portal.ctx, { key: 'MEETING_ROLL_MONTHS', value: 0 })
})

test('a roll is frozen when its day begins, once, and later members are not on it', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: early } = await aMember(portal.db, { registeredAt: longAgo })
  clock.now = new Date('2027-03-05T22:59:00Z')
  staff = await portal.as(staffId)
  await freezeDueRolls(portal.ctx)
  expect((await staff.meetings.getRoll({ meetingId })).frozenAt).toBeNull()
  clock.now = new Date('2027-03-05T23:00:00Z')
  staff = await portal.as(staffId)
  await Promise.all([freezeDueRolls(portal.ctx), freezeDueRolls(portal.ctx)])
  expect((await staff.meetings.getRoll({ meetingId })).frozenAt).toBe('2027-03-05T23:00:00.000Z')
  const events = await portal.db
    .selectFrom('audit_events')
    .selectAll()
    .where('event', '=', 'roll.frozen')
    .where('subject_id', '=', meetingId)
    .execute()
  expect(events).toHaveLength(1)
  const { id: late } = await aMember(portal.db, { registeredAt: longAgo })
  await portal.db.updateTable('members').set({ membership_state: 'inactive' }).where('id', '=', early).execute()
  expect(await idsOf(meetingId, 'on')).toContain(early)
  expect(await rowsOf(meetingId, 'off')).toContainEqual(expect.objectContaining({ memberId: late, reason: 'late' }))
  const member = await portal.as(late)
  expect(await member.meetings.getOwnAttendance({ meetingId })).toMatchObject({ mayVote: false, reason: 'late' })
})

test('staff correct a frozen roll with a reason that the member reads', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  const { id: memberId } = await aMember(portal.db, { registeredAt: longAgo })
  const { id: noob } = await aMember(portal.db, { registeredAt: longAgo, state: 'noob' })
  await expect(
    staff.meetings.correctRoll({ meetingId, memberId, isOn: false, reason: 'Resigned' }),
  ).rejects.toMatchObject({ code: 'rollNotFrozen' })
  await staff.meetings.freezeRoll({ meetingId })
  await staff.meetings.correctRoll({ meetingId, memberId, isOn: false, reason: 'Resigned' })
  await staff.meetings.correctRoll({ meetingId, memberId: noob, isOn: true, reason: 'Forms were late' })
  const member = await portal.as(memberId)
  expect(await member.meetings.getOwnAttendance({ meetingId })).toMatchObject({
    mayVote: false,
    reason: 'removed',
    note: 'Resigned',
  })
  expect(await rowsOf(meetingId, 'on')).toContainEqual(
    expect.objectContaining({ memberId: noob, isByHand: true, note: 'Forms were late' }),
  )
  await staff.meetings.correctRoll({ meetingId, memberId, isOn: true, reason: 'Came back' })
  expect(await member.meetings.getOwnAttendance({ meetingId })).toMatchObject({ mayVote: true, note: '' })
  await expect(staff.meetings.correctRoll({ meetingId, memberId, isOn: false, reason: ' ' })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason' }] },
  })
  await expect(
    staff.meetings.correctRoll({ meetingId, memberId: 2_000_000_000, isOn: true, reason: 'x' }),
  ).rejects.toMatchObject({ code: 'notFound' })
})

test('a roll is frozen anew until the meeting is opened, which freezes it at the latest', async () => {
  const meeting = await aMeeting(portal.db, { startsAt: new Date(clock.now.getTime() + 3_600_000) })
  const meetingId = meeting.id
  const { id: first } = await aMember(portal.db, { registeredAt: longAgo })
  await staff.meetings.freezeRoll({ meetingId })
  await staff.meetings.correctRoll({ meetingId, memberId: first, isOn: false, reason: 'By mistake' })
  const { id: second } = await aMember(portal.db, { registeredAt: longAgo })
  await staff.meetings.freezeRoll({ meetingId })
  expect(await idsOf(meetingId, 'on')).toEqual(expect.arrayContaining([first, second]))
  await staff.meetings.openMeeting({ meetingId })
  await expect(staff.meetings.freezeRoll({ meetingId })).rejects.toMatchObject({ code: 'meetingBegun' })
  const other = await aMeeting(portal.db, { startsAt: new Date(clock.now.getTime() + 3_600_000) })
  await staff.meetings.openMeeting({ meetingId: other.id })
  expect(await staff.meetings.getRoll({ meetingId: other.id })).toMatchObject({
    frozenAt: clock.now.toISOString(),
    canFreeze: false,
    canCorrect: true,
  })
})

test('the roll is searched, comes in pages, and is a file for spreadsheets', async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt, name: 'Paged' })
  await portal.db
    .insertInto('members')
    .values(
      Array.from({ length: 120 }, (_, index) => ({
        email: `roll${index}@example.org`,
        first_name: 'Roll',
        last_name: `Call ${String(index).padStart(3, '0')}`,
        screen_name: `roll${String(index).padStart(3, '0')}`,
        membership_state: 'active' as const,
        registered_at: longAgo,
        first_joined_at: longAgo,
      })),
    )
    .execute()
  const first = await staff.meetings.getRoll({ meetingId, text: 'roll call' })
  expect(first).toMatchObject({ found: 120 })
  expect(first.rows).toHaveLength(100)
  const next = await staff.meetings.getRoll({ meetingId, text: 'roll call', offset: 100 })
  expect(next.rows).toHaveLength(20)
  expect(next.rows.at(-1)?.name).toContain('Roll Call 119')
  const file = await staff.meetings.exportRoll({ meetingId })
  expect(file.name).toBe('roll Paged 2027-03-20.csv')
  expect(file.content.toString('utf8')).toContain('Roll Call 007')
})

test('a frozen roll lapses with the day of its meeting, and is frozen anew; another hour of that day keeps it', async () => {
  clock.now = new Date('2027-03-06T12:00:00Z')
  staff = await portal.as(staffId)
  const { id: meetingId } = await aMeeting(portal.db, { startsAt })
  await freezeDueRolls(portal.ctx)
  const { id: late } = await aMember(portal.db, { registeredAt: longAgo })
  const { id: removed } = await aMember(portal.db, { registeredAt: longAgo, firstName: 'Rae', lastName: 'Moved' })
  await staff.meetings.freezeRoll({ meetingId })
  await staff.meetings.correctRoll({ meetingId, memberId: removed, isOn: false, reason: 'Resigned' })
  await staff.meetings.correctRoll({ meetingId, memberId: late, isOn: false, reason: 'Too late' })
  const told = () =>
    portal.db
      .selectFrom('messages')
      .select(['member_id', 'about', 'text'])
      .where('template', '=', 'rollLapsed')
      .orderBy('member_id')
      .execute()
  await staff.meetings.update({ meetingId, date: '2027-03-20 20:00' })
  expect(await staff.meetings.getRoll({ meetingId })).toMatchObject({ frozenAt: clock.now.toISOString() })
  expect(await told()).toEqual([])
  expect(await idsOf(meetingId, 'on')).not.toContain(late)
  await staff.meetings.update({ meetingId, date: '2027-05-08 19:00' })
  expect(await staff.meetings.getRoll({ meetingId })).toMatchObject({
    frozenAt: null,
    freezesAt: '2027-04-23T22:00:00.000Z',
  })
  expect(await idsOf(meetingId, 'on')).toContain(late)
  const lapsed = portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('event', '=', 'roll.lapsed')
    .where('subject_id', '=', meetingId)
  expect(await lapsed.execute()).toHaveLength(1)
  await staff.meetings.update({ meetingId, date: '2027-05-08 20:00' })
  expect(await told()).toMatchObject([
    { member_id: staffId, about: [late, removed], text: expect.stringContaining('Rae Moved') },
  ])
  clock.now = new Date('2027-04-24T12:00:00Z')
  staff = await portal.as(staffId)
  await freezeDueRolls(portal.ctx)
  expect((await staff.meetings.getRoll({ meetingId })).frozenAt).toBe(clock.now.toISOString())
  expect(await idsOf(meetingId, 'on')).toContain(late)
})

test('the database keeps no roll of another start than that of its meeting', async () => {
  const { id } = await aMeeting(portal.db, { startsAt, rollFrozenAt: clock.now })
  const move = portal.db
    .updateTable('meetings')
    .set({ starts_at: new Date('2027-06-01T12:00:00Z') })
    .where('id', '=', id)
  await expect(move.execute()).rejects.toThrow('meetings_roll_of_start')
})
