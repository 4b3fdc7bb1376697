import ICAL from 'ical.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  contentOf,
  startTestSmtpServer,
  type ReceivedMail,
  type TestSmtpServer,
} from '#platform/mail/smtp-server.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { announceMeetings } from './invitations.ts'
import { sendMeetingLetter } from './letters.ts'

let now: Date
let smtp: TestSmtpServer
let portal: TestPortal
let staff: TestClient
let ada: { id: number }
let bo: { id: number }
beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url, now: () => now })
  now = new Date('2027-02-01T00:00:00Z')
  ada = await aMember(portal.db, { permissions: ['meetings'], firstName: 'Ada', lastName: 'Hall', email: 'ada@x.org' })
  bo = await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg', email: 'bo@x.org' })
  await aMember(portal.db, { isVerified: false, email: 'unverified@x.org' })
  await aMember(portal.db, { state: 'inactive', email: 'inactive@x.org' })
  await aMember(portal.db, { suspension: 'Fire', email: 'suspended@x.org' })
})
beforeEach(async () => {
  now = new Date('2027-02-01T00:00:00Z')
  staff = await portal.as(ada.id)
})
afterEach(async () => {
  await portal.db.deleteFrom('meetings').execute()
  await portal.runJobs()
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const create = async (date = '2027-03-01 19:00') => {
  const { id } = await staff.meetings.create({
    type: { value: 'agm' },
    date,
    place: 'Werkstatt, Straße 5; Hof, „links“ — zweites Tor hinter der großen Linde 🌳',
    chair: 'Ada',
  })
  await staff.meetings.addItem({ meetingId: id, title: 'A new kiln', details: '' })
  return id
}
const recipients = () => smtp.mails.flatMap(({ envelope }) => envelope.to).toSorted()
const mailTo = (address: string) => {
  const mail = smtp.mails.find(({ envelope }) => envelope.to.includes(address))
  if (!mail) throw new Error(`There is no mail to ${address}.`)
  return mail
}
/** The one event of the calendar file of a mail, read by another library than wrote it. */
const eventOf = (mail: ReceivedMail) => {
  const file = mail.attachments.find(({ mimeType }) => mimeType.startsWith('text/calendar'))
  const calendar = new ICAL.Component(ICAL.parse(Buffer.from(contentOf(file)).toString()))
  const [component] = calendar.getAllSubcomponents('vevent')
  if (!component) throw new Error('The calendar file holds no event.')
  const event = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: component.getFirstPropertyValue('status'),
    uid: event.uid,
    sequence: event.sequence,
    location: event.location,
    startsAt: event.startDate.toJSDate().toISOString(),
    zone: event.startDate.zone.tzid,
    attendees: event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
  }
}

test('the invitation reaches active members once, with a calendar file in UTC', async () => {
  const meetingId = await create()
  const preview = await staff.meetings.previewInvitation({ meetingId })
  expect(preview).toMatchObject({ count: 2, someNames: ['Ada Hall', 'Bo Berg'], unverified: 1, isMailConfigured: true })
  expect(preview.html).toContain('A new kiln')
  await Promise.all([staff.meetings.invite({ meetingId }), staff.meetings.invite({ meetingId })])
  await portal.runJobs()
  expect(recipients()).toEqual(['ada@x.org', 'bo@x.org'])
  expect(mailTo('bo@x.org').subject).toContain('You’re invited: Annual general meeting')
  expect(eventOf(mailTo('bo@x.org'))).toEqual({
    method: 'REQUEST',
    status: 'CONFIRMED',
    uid: `meeting-${meetingId}@localhost`,
    sequence: 0,
    location: 'Werkstatt, Straße 5; Hof, „links“ — zweites Tor hinter der großen Linde 🌳',
    startsAt: '2027-03-01T09:00:00.000Z',
    zone: 'UTC',
    attendees: ['mailto:bo@x.org'],
  })
  const { letters, invitedAt } = await staff.meetings.get({ meetingId })
  expect(letters).toMatchObject([{ kind: 'invitation', recipients: 2, written: 2, by: 'Ada Hall' }])
  expect(invitedAt).not.toBeNull()
})

test('who joins later is invited by pressing again, and no one twice', async () => {
  const meetingId = await create()
  await staff.meetings.invite({ meetingId })
  await portal.runJobs()
  const late = await aMember(portal.db, { email: 'late@x.org' })
  expect(await staff.meetings.invite({ meetingId })).toEqual({ count: 1 })
  await portal.runJobs()
  expect(recipients()).toEqual(['ada@x.org', 'bo@x.org', 'late@x.org'])
  expect(await staff.meetings.invite({ meetingId })).toEqual({ count: 0 })
  await portal.db.updateTable('members').set({ membership_state: 'inactive' }).where('id', '=', late.id).execute()
})

test('a batch that two processes write at the same time goes out once', async () => {
  const meetingId = await create()
  await staff.meetings.invite({ meetingId })
  const { id } = await portal.db
    .selectFrom('meeting_letters')
    .select('id')
    .where('meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow()
  await Promise.all([sendMeetingLetter(portal.ctx, id), sendMeetingLetter(portal.ctx, id)])
  await portal.runJobs()
  expect(recipients()).toEqual(['ada@x.org', 'bo@x.org'])
})

test('a new time reaches those who were invited, with a higher number; a new chair does not', async () => {
  const meetingId = await create()
  await staff.meetings.update({ meetingId, date: '2027-03-02 19:00' })
  await portal.runJobs()
  expect(recipients()).toEqual([])
  await staff.meetings.invite({ meetingId })
  await portal.runJobs()
  smtp.mails.length = 0
  await staff.meetings.update({ meetingId, chair: 'Bo' })
  await portal.runJobs()
  expect(recipients()).toEqual([])
  await staff.meetings.update({ meetingId, date: '2027-03-03 20:00' })
  await portal.runJobs()
  expect(recipients()).toEqual(['ada@x.org', 'bo@x.org'])
  expect(eventOf(mailTo('ada@x.org'))).toMatchObject({
    method: 'REQUEST',
    sequence: 2,
    startsAt: '2027-03-03T10:00:00.000Z',
  })
})

test('an invitation that a new time overtakes is not sent any more', async () => {
  const meetingId = await create()
  await staff.meetings.invite({ meetingId })
  await staff.meetings.update({ meetingId, date: '2027-03-03 20:00' })
  await portal.runJobs()
  expect(smtp.mails.map(({ subject }) => subject?.slice(0, 8))).toEqual(['Changed:', 'Changed:'])
})

test.each(['cancel', 'remove'] as const)('to %s takes it out of calendars', async (act) => {
  const meetingId = await create()
  await staff.meetings.invite({ meetingId })
  await portal.runJobs()
  smtp.mails.length = 0
  if (act === 'cancel') await staff.meetings.cancel({ meetingId, reason: 'The hall has no heating.' })
  else await staff.meetings.remove({ meetingId })
  await portal.runJobs()
  expect(recipients()).toEqual(['ada@x.org', 'bo@x.org'])
  expect(eventOf(mailTo('bo@x.org'))).toMatchObject({
    method: 'CANCEL',
    status: 'CANCELLED',
    uid: `meeting-${meetingId}@localhost`,
    sequence: 1,
  })
  expect(mailTo('bo@x.org').text?.includes('The hall has no heating.')).toBe(act === 'cancel')
})

test('invitations leave by themselves on their day, and one reminder before it', async () => {
  const meetingId = await create()
  expect(await staff.meetings.get({ meetingId })).toMatchObject({ invitesAt: '2027-02-08T09:00:00.000Z' })
  const step = async (time: string) => {
    smtp.mails.length = 0
    now = new Date(time)
    await announceMeetings(portal.ctx)
    await portal.runJobs()
    return smtp.mails.map(({ subject }) => subject?.split(':')[0])
  }
  expect(await step('2027-02-08T08:59:00Z')).toEqual([])
  expect(await step('2027-02-08T09:00:00Z')).toEqual(['You’re invited', 'You’re invited'])
  expect(await step('2027-02-08T09:10:00Z')).toEqual([])
  expect(await step('2027-02-27T09:00:00Z')).toEqual(['Reminder', 'Reminder'])
  expect(await step('2027-02-27T09:10:00Z')).toEqual([])
  // A session does not last for weeks.
  staff = await portal.as(ada.id)
  expect((await staff.meetings.get({ meetingId })).letters.map(({ kind, by }) => [kind, by])).toEqual([
    ['reminder', null],
    ['invitation', null],
  ])
})

test('a meeting at short notice is announced by hand', async () => {
  const meetingId = await create('2027-02-10 19:00')
  await announceMeetings(portal.ctx)
  await portal.runJobs()
  expect(recipients()).toEqual([])
  expect(await staff.meetings.get({ meetingId })).toMatchObject({ invitesItself: false, invitedAt: null })
})

test('the calendar of a member shows every meeting at a secret address that can be replaced', async () => {
  const member = await portal.as(bo.id)
  const first = await create()
  const second = await create('2027-04-01 19:00')
  await staff.meetings.cancel({ meetingId: second, reason: '' })
  expect(await member.meetings.getCalendar()).toEqual({ address: null })
  const { url } = await member.meetings.makeCalendar()
  const path = (address: string) => new URL(address).pathname
  const answer = await portal.app.inject({ url: path(url) })
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const lines = answer.body.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(lines.filter((line) => /^DT(?:START|END|STAMP)/.test(line)).every((line) => /:\d{8}T\d{6}Z$/.test(line))).toBe(
    true,
  )
  const events = new ICAL.Component(ICAL.parse(answer.body)).getAllSubcomponents('vevent')
  expect(events.map((one) => [one.getFirstPropertyValue('uid'), one.getFirstPropertyValue('status')])).toEqual([
    [`meeting-${second}@localhost`, 'CANCELLED'],
    [`meeting-${first}@localhost`, 'CONFIRMED'],
  ])
  expect(await member.meetings.getCalendar()).toMatchObject({ address: { readAt: now.toISOString() } })
  const fresh = await member.meetings.makeCalendar()
  expect((await portal.app.inject({ url: path(url) })).statusCode).toBe(404)
  expect((await portal.app.inject({ url: path(fresh.url) })).statusCode).toBe(200)
  await member.meetings.removeCalendar()
  expect((await portal.app.inject({ url: path(fresh.url) })).statusCode).toBe(404)
  const stored = JSON.stringify(await portal.db.selectFrom('audit_events').selectAll().execute())
  const token = path(fresh.url).split('/').at(-1)?.replace('.ics', '') ?? ''
  expect(stored).not.toContain(token)
  expect(portal.logLines.join('\n')).not.toContain(token)
})
