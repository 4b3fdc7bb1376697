import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import { aPdf } from '#platform/pdf/small-pdf.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aMeeting } from './factory.ts'
import { typeFields } from './meeting-row.ts'

let now = new Date('2027-02-01T00:00:00Z')
let portal: TestPortal
let staff: TestClient
let member: TestClient
let bo: { id: number }
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  await changeSetting(portal.ctx, { key: 'SITE_TIME_ZONE', value: 'Europe/Berlin' })
  const { id } = await aMember(portal.db, { permissions: ['meetings'], firstName: 'Ada', lastName: 'Hall' })
  bo = await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg' })
  staff = await portal.as(id)
  member = await portal.as(bo.id)
})
afterAll(() => portal.close())

const general = { value: 'general' as const }

const create = async (more: Partial<Parameters<TestClient['meetings']['create']>[0]> = {}) =>
  (await staff.meetings.create({ type: general, date: '2027-03-01 19:00', chair: 'Ada Hall', ...more })).id

const refusal = (field: string, message: string | RegExp) => ({
  code: 'badInput',
  body: { fields: [{ field, message: typeof message === 'string' ? message : expect.stringMatching(message) }] },
})

test('existing clients create a meeting with what their form holds, and read it in the list', async () => {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/meetings/',
    cookies: { csrftoken: 'c', sessionid: await portal.sessionOf(await staffId()) },
    headers: { 'x-csrftoken': 'c' },
    payload: {
      error: false,
      success: false,
      type: { label: 'Annual General Meeting', value: 'agm' },
      date: '2027-03-02 18:30',
      chair: 'Cy Young',
    },
  })
  expect(answer.json()).toMatchObject({ success: true })
  const [row] = (await staff.meetings.list()).filter(({ chair }) => chair === 'Cy Young')
  expect(row).toMatchObject({
    date: '2027-03-02T17:30:00.000Z',
    chair: 'Cy Young',
    type: 'Annual General',
    typeValue: 'agm',
    meetingType: { label: 'Annual General', value: 'agm' },
    description: '',
    attendeeCount: 0,
    attendees: [],
    proxyList: [],
  })
})

const staffId = async () =>
  (await portal.db.selectFrom('members').select('id').where('first_name', '=', 'Ada').executeTakeFirstOrThrow()).id

test('the kinds of meetings, and those to come in the time of the space', async () => {
  expect(await member.meetings.listTypes()).toEqual([
    { label: 'General', value: 'general' },
    { label: 'Annual General', value: 'agm' },
    { label: 'Other', value: 'other' },
  ])
  const id = await create({ date: '2027-04-01 19:00' })
  const cancelled = await create({ date: '2027-04-01 19:00' })
  await staff.meetings.cancel({ meetingId: cancelled, reason: '' })
  // A session does not last for months.
  const upcoming = async () => (await portal.as(bo.id)).meetings.listUpcoming()
  expect((await upcoming()).filter((one) => one.id === id)).toEqual([{ id, name: 'General', date: '2027-04-01 19:00' }])
  expect((await upcoming()).filter((one) => one.id === cancelled)).toEqual([])
  const before = now
  now = new Date('2027-04-01T17:00:01Z')
  expect((await upcoming()).filter((one) => one.id === id)).toEqual([])
  now = before
})

test.each([
  ['2027-03-28 02:30', /clocks go forward/],
  ['2027-02-30 19:00', 'There is no such day.'],
  ['tomorrow', 'Enter a date and a time, such as 2027-03-01 19:00.'],
  ['', 'This field cannot be empty.'],
])('a meeting on %j is refused at its field', async (date, message) => {
  await expect(create({ date })).rejects.toMatchObject(refusal('date', message))
})

test('only staff for meetings may prepare them, and only who is logged in reads them', async () => {
  const id = await create()
  const stranger = await portal.as(null)
  await expect(member.meetings.list()).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(member.meetings.remove({ meetingId: id })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(stranger.meetings.getForMembers({ meetingId: id })).rejects.toMatchObject({ code: 'notSignedIn' })
  expect(await member.meetings.getForMembers({ meetingId: id })).toMatchObject({
    ...typeFields('general'),
    name: 'General meeting',
    minutes: null,
  })
  await expect(staff.meetings.get({ meetingId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('a past meeting keeps its date, every meeting its type; what else is corrected stands in the audit', async () => {
  const { id: past } = await aMeeting(portal.db, { startsAt: new Date('2027-01-20T18:00:00Z') })
  await expect(staff.meetings.update({ meetingId: past, date: '2027-05-01 19:00' })).rejects.toMatchObject(
    refusal('date', 'The date of a past meeting can’t be changed.'),
  )
  // The date it has, as existing clients send it back.
  await staff.meetings.update({ meetingId: past, date: '2027-01-20 19:00', chair: 'Eve' })
  expect(await staff.meetings.get({ meetingId: past })).toMatchObject({ chair: 'Eve', isPast: true })
  const coming = await create()
  await expect(staff.meetings.update({ meetingId: coming, type: { value: 'agm' } })).rejects.toMatchObject(
    refusal('type', /can’t be changed/),
  )
  await staff.meetings.update({ meetingId: coming, type: { value: 'general' }, date: '2027-03-05 20:15' })
  expect(await staff.meetings.get({ meetingId: coming })).toMatchObject({ startsAt: '2027-03-05T19:15:00.000Z' })
  const [event] = await portal.db
    .selectFrom('audit_events')
    .select('data')
    .where('event', '=', 'meeting.changed')
    .where('subject_id', '=', coming)
    .execute()
  expect(event?.data).toMatchObject({
    changes: { startsAt: { from: '2027-03-01T18:00:00.000Z', to: '2027-03-05T19:15:00.000Z' } },
  })
})

test('an agenda is written, put in order by two at once and shortened', async () => {
  const meetingId = await create()
  const ids = []
  for (const title of ['Welcome', 'Money', 'Other'])
    ids.push((await staff.meetings.addItem({ meetingId, title, details: '' })).id)
  const [welcome = 0, money = 0, other = 0] = ids
  const titles = async () => (await member.meetings.getForMembers({ meetingId })).items.map(({ title }) => title)
  await Promise.all([
    staff.meetings.orderItems({ meetingId, itemIds: [other, welcome, money] }),
    staff.meetings.orderItems({ meetingId, itemIds: [money, other, welcome] }),
  ])
  expect([
    ['Other', 'Welcome', 'Money'],
    ['Money', 'Other', 'Welcome'],
  ]).toContainEqual(await titles())
  await expect(staff.meetings.orderItems({ meetingId, itemIds: [money, other] })).rejects.toMatchObject({
    code: 'badInput',
  })
  await staff.meetings.updateItem({ meetingId, itemId: money, title: 'Budget', details: 'In detail.\r\nTwice.' })
  await staff.meetings.removeItem({ meetingId, itemId: other })
  expect((await titles()).toSorted()).toEqual(['Budget', 'Welcome'])
  const elsewhere = await create()
  await expect(staff.meetings.removeItem({ meetingId: elsewhere, itemId: money })).rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(staff.meetings.addItem({ meetingId, title: ' ', details: '' })).rejects.toMatchObject(
    refusal('title', 'This field cannot be empty.'),
  )
})

test('an apology counts for the time it was sent for, and lapses with the meeting that is moved', async () => {
  const meetingId = await create()
  await member.meetings.setAway({ meetingId, isAway: true })
  await portal.runJobs()
  const { date } = await staff.meetings.get({ meetingId })
  await staff.meetings.update({ meetingId, date: date.replace(/\d\d:\d\d/, '23:30') })
  expect((await staff.meetings.get({ meetingId })).apologies).toEqual([])
  expect(await member.meetings.getForMembers({ meetingId })).toMatchObject({ isAway: false })
  await portal.runJobs()
  const asked = portal.db.selectFrom('messages as m').innerJoin('members as to', 'to.id', 'm.member_id')
  const letters = asked.select(['to.first_name', 'm.text']).where('m.template', '=', 'meetingUpdate')
  expect(await letters.execute()).toEqual([{ first_name: 'Bo', text: expect.stringContaining('please say so again') }])
  await member.meetings.setAway({ meetingId, isAway: true })
  expect((await staff.meetings.get({ meetingId })).apologies).toEqual(['Bo Berg'])
})

test('apologies are noted once, and withdrawn', async () => {
  const meetingId = await create()
  await Promise.all([
    member.meetings.setAway({ meetingId, isAway: true }),
    member.meetings.setAway({ meetingId, isAway: true }),
  ])
  expect(await member.meetings.getForMembers({ meetingId })).toMatchObject({ isAway: true })
  expect((await staff.meetings.get({ meetingId })).apologies).toEqual(['Bo Berg'])
  await member.meetings.setAway({ meetingId, isAway: false })
  expect((await staff.meetings.get({ meetingId })).apologies).toEqual([])
})

test('of two who write the minutes from the same text the second is told and overwrites nothing', async () => {
  const meetingId = await create({ name: 'Winter assembly', place: 'The shed' })
  const { minutesVersion: read } = await staff.meetings.get({ meetingId })
  const { version } = await staff.meetings.writeMinutes({ meetingId, minutes: 'We met.', version: read })
  await expect(staff.meetings.writeMinutes({ meetingId, minutes: 'They met.', version: read })).rejects.toMatchObject({
    code: 'changedMeanwhile',
  })
  expect(await staff.meetings.get({ meetingId })).toMatchObject({ minutes: 'We met.', minutesVersion: version })
  // The same once more, as after a lost answer.
  await staff.meetings.writeMinutes({ meetingId, minutes: 'We met.', version: read })
  await staff.meetings.writeMinutes({ meetingId, minutes: 'All met.', version })
})

test('minutes are read by staff alone until they are published, and the register can be printed', async () => {
  const meetingId = await create({ name: 'Summer assembly', place: 'The shed' })
  await staff.meetings.addItem({ meetingId, title: 'A new kiln for 李小龍', details: '' })
  await expect(staff.meetings.publishMinutes({ meetingId, isPublished: true })).rejects.toMatchObject(
    refusal('isPublished', 'Write the minutes first.'),
  )
  await staff.meetings.writeMinutes({ meetingId, minutes: 'We met.\n\nWe agreed.' })
  const read = async () => (await member.meetings.getForMembers({ meetingId })).minutes
  expect(await read()).toBeNull()
  await staff.meetings.publishMinutes({ meetingId, isPublished: true })
  expect(await read()).toBe('We met.\n\nWe agreed.')
  await portal.db
    .insertInto('meeting_attendance')
    .values({
      meeting_id: meetingId,
      member_id: bo.id,
      arrived_at: new Date('2027-03-01T18:05:00Z'),
      left_at: new Date('2027-03-01T19:00:00Z'),
      how: 'name',
    })
    .execute()
  const file = await staff.meetings.downloadRegister({ meetingId })
  expect(file).toMatchObject({ name: 'register-2027-03-01.pdf', mediaType: 'application/pdf' })
  const text = readPdf(file.content)
  for (const words of ['Summer assembly', 'A new kiln for 李小龍', 'Bo Berg', 'The shed', 'We agreed.'])
    expect(text).toContain(words)
  await staff.meetings.publishMinutes({ meetingId, isPublished: false })
  expect(await read()).toBeNull()
})

test('deleting takes along what belongs to it; a meeting that took place stays', async () => {
  const meetingId = await create()
  await staff.meetings.addItem({ meetingId, title: 'Gone', details: '' })
  await staff.meetings.addFile({ meetingId, name: 'gone.pdf', file: new Blob([aPdf()], { type: 'application/pdf' }) })
  await staff.meetings.remove({ meetingId })
  await expect(staff.meetings.get({ meetingId })).rejects.toMatchObject({ code: 'notFound' })
  expect(
    await portal.db.selectFrom('meeting_items').select('id').where('meeting_id', '=', meetingId).execute(),
  ).toEqual([])
  const { id: held } = await aMeeting(portal.db, {
    startsAt: new Date('2027-01-10T18:00:00Z'),
    openedAt: new Date('2027-01-10T18:00:00Z'),
    closedAt: new Date('2027-01-10T20:00:00Z'),
  })
  await expect(staff.meetings.remove({ meetingId: held })).rejects.toMatchObject({ code: 'meetingHeld' })
  await expect(staff.meetings.cancel({ meetingId: held, reason: '' })).rejects.toMatchObject({ code: 'meetingHeld' })
})

test('a cancelled meeting stays in lists and changes no more', async () => {
  const meetingId = await create()
  await staff.meetings.cancel({ meetingId, reason: 'No heating.' })
  await expect(staff.meetings.cancel({ meetingId, reason: '' })).rejects.toMatchObject({ code: 'meetingCancelled' })
  await expect(staff.meetings.update({ meetingId, chair: 'Cy' })).rejects.toMatchObject({ code: 'meetingCancelled' })
  const { coming } = await member.meetings.listForMembers()
  expect(coming.find(({ id }) => id === meetingId)).toMatchObject({ phase: 'cancelled' })
})
