import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { listComing } from './coming.ts'
import { aKeyHolder, anOpening } from './factory.ts'
import { endOpenings } from './openings.ts'

/** A Tuesday, 15:30 in Berlin. */
const now = new Date('2027-02-02T14:30:00Z')
const hourMs = 3_600_000
let portal: TestPortal
let staff: TestClient
let keyHolder: TestClient
let member: TestClient
let kay: { id: number }
let bo: { id: number }

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  const { ctx, db } = portal
  await changeSetting(ctx, { key: 'ENABLE_OPENINGS', value: true })
  await changeSetting(ctx, { key: 'SITE_TIME_ZONE', value: 'Europe/Berlin' })
  const ada = await aMember(db, { permissions: ['access'], firstName: 'Ada', lastName: 'Hall' })
  kay = await aMember(db, { firstName: 'Kay', lastName: 'Key', screenName: 'Kay' })
  bo = await aMember(db, { firstName: 'Bo', lastName: 'Berg' })
  await aKeyHolder(db, kay.id)
  staff = await portal.as(ada.id)
  keyHolder = await portal.as(kay.id)
  member = await portal.as(bo.id)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.runJobs()
  await portal.db.deleteFrom('openings').execute()
  await portal.db.deleteFrom('opening_followers').execute()
  await portal.db.deleteFrom('messages').execute()
})

const tonight = { day: '2027-02-02', from: '18:00', until: '22:00' }

const shownTo = async (client: TestClient) =>
  (await client.openings.getPlan()).times.map(({ startsAt, endsAt, openings }) => ({
    startsAt,
    endsAt,
    by: openings.map(({ keyHolder: name }) => name),
  }))

const mailed = async () => {
  await portal.runJobs()
  return portal.db
    .selectFrom('messages')
    .select(['member_id', 'subject'])
    .where('template', '=', 'openingNews')
    .execute()
}

test('a key-holder announces the evening with one tap, and members read when it is open and by which key-holder', async () => {
  const { presets, canAnnounce } = await keyHolder.openings.getPlan()
  expect(canAnnounce).toBe(true)
  const evening = presets.find(({ kind }) => kind === 'evening')
  expect(evening).toMatchObject(tonight)
  const { kind: _, ...times } = evening ?? { kind: '', ...tonight }
  await keyHolder.openings.announce(times)
  expect(await shownTo(member)).toEqual([
    { startsAt: '2027-02-02T17:00:00.000Z', endsAt: '2027-02-02T21:00:00.000Z', by: ['Kay'] },
  ])
  expect((await member.openings.getNext()).times).toHaveLength(1)
})

test('only key-holders and staff for access announce, unless the space lets every active member', async () => {
  await expect(member.openings.announce(tonight)).rejects.toMatchObject({ code: 'notKeyHolder' })
  expect(await member.openings.getPlan()).toMatchObject({ canAnnounce: false, presets: [] })
  await staff.openings.announce({ ...tonight, day: '2027-02-03' })
  await changeSetting(portal.ctx, { key: 'OPENINGS_BY_MEMBERS', value: true })
  await member.openings.announce({ ...tonight, day: '2027-02-04' })
  await changeSetting(portal.ctx, { key: 'OPENINGS_BY_MEMBERS', value: false })
  expect((await shownTo(member)).map(({ by }) => by.length)).toEqual([1, 1])
})

test('staff for access name the key-holders', async () => {
  await expect(member.openings.listKeyHolders()).rejects.toMatchObject({ code: 'notAllowed' })
  await staff.openings.addKeyHolder({ memberId: bo.id })
  await staff.openings.addKeyHolder({ memberId: bo.id })
  const names = async () => (await staff.openings.listKeyHolders()).keyHolders.map(({ name }) => name)
  expect(await names()).toEqual(['Bo Berg', 'Kay Key'])
  expect((await member.openings.getPlan()).canAnnounce).toBe(true)
  await staff.openings.removeKeyHolder({ memberId: bo.id })
  await expect(staff.openings.removeKeyHolder({ memberId: bo.id })).rejects.toMatchObject({ code: 'notFound' })
  await expect(staff.openings.addKeyHolder({ memberId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
  expect(await names()).toEqual(['Kay Key'])
})

test('openings of several key-holders that overlap are one time', async () => {
  await keyHolder.openings.announce(tonight)
  await staff.openings.announce({ ...tonight, from: '21:00', until: '23:30', note: 'Laser only' })
  expect(await shownTo(member)).toMatchObject([{ endsAt: '2027-02-02T22:30:00.000Z', by: ['Kay', expect.any(String)] }])
  const until = new Date(now.getTime() + 24 * hourMs)
  expect(await listComing(portal.ctx, { from: now, until, limit: 5 })).toEqual([
    { startsAt: new Date('2027-02-02T17:00:00Z'), endsAt: new Date('2027-02-02T22:30:00Z'), note: 'Laser only' },
  ])
})

test('a second tap at the same time is refused, also when both come at once', async () => {
  const taps = await Promise.allSettled([keyHolder.openings.announce(tonight), keyHolder.openings.announce(tonight)])
  expect(taps.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('bad times name their field', async () => {
  const refused = (field: string) => ({ code: 'badInput', body: { fields: [expect.objectContaining({ field })] } })
  await expect(keyHolder.openings.announce({ ...tonight, from: '08:00', until: '09:00' })).rejects.toMatchObject(
    refused('until'),
  )
  await expect(keyHolder.openings.announce({ ...tonight, until: '25:00' })).rejects.toMatchObject(refused('until'))
  await expect(keyHolder.openings.announce({ ...tonight, weeks: 40 })).rejects.toMatchObject(refused('weeks'))
})

test('an opening is moved by its key-holder and by staff, and by no other member', async () => {
  const { openingId } = await keyHolder.openings.announce(tonight)
  const later = { openingId, ...tonight, from: '19:00' }
  await expect(member.openings.move(later)).rejects.toMatchObject({ code: 'notFound' })
  await keyHolder.openings.move(later)
  await staff.openings.move({ ...later, from: '20:00', note: 'Short evening' })
  expect((await member.openings.getPlan()).times[0]?.openings[0]).toMatchObject({
    startsAt: '2027-02-02T19:00:00.000Z',
    note: 'Short evening',
    canChange: false,
    isOwn: false,
  })
})

test('one who is late says so: members see when it was planned', async () => {
  const { openingId } = await keyHolder.openings.announce(tonight)
  await keyHolder.openings.sayLate({ openingId, minutes: 30 })
  expect((await member.openings.getPlan()).times[0]?.openings[0]).toMatchObject({
    startsAt: '2027-02-02T17:30:00.000Z',
    plannedFor: '2027-02-02T17:00:00.000Z',
  })
  for (const minutes of [60, 60, 60] as const) await keyHolder.openings.sayLate({ openingId, minutes })
  await expect(keyHolder.openings.sayLate({ openingId, minutes: 30 })).rejects.toMatchObject({ code: 'badInput' })
})

test('what is over or cancelled stays as it is', async () => {
  const past = await anOpening(portal.db, { memberId: kay.id, startsAt: new Date(now.getTime() - 5 * hourMs) })
  const cancelled = await anOpening(portal.db, { memberId: kay.id, startsAt: now, cancelledAt: now })
  for (const { id: openingId } of [past, cancelled]) {
    await expect(keyHolder.openings.move({ openingId, ...tonight })).rejects.toMatchObject({ code: 'openingOver' })
    await expect(keyHolder.openings.sayLate({ openingId, minutes: 15 })).rejects.toMatchObject({ code: 'openingOver' })
    await expect(keyHolder.openings.cancel({ openingId })).rejects.toMatchObject({ code: 'openingOver' })
  }
})

test('weekly openings are cancelled one by one or from one on', async () => {
  const { count } = await keyHolder.openings.announce({ ...tonight, weeks: 4 })
  expect(count).toBe(4)
  const idsOf = async () =>
    (await keyHolder.openings.getPlan()).times.flatMap(({ openings }) => openings.map(({ id }) => id))
  const [first = 0, second = 0, third = 0] = await idsOf()
  const weeks = (await keyHolder.openings.getPlan()).times.flatMap(({ openings }) => openings)
  expect(weeks.map(({ isWeekly, hasLater }) => [isWeekly, hasLater])).toEqual([
    [true, true],
    [true, true],
    [true, true],
    [true, false],
  ])
  await keyHolder.openings.cancel({ openingId: second })
  await keyHolder.openings.cancel({ openingId: third, isWithLater: true })
  expect(await idsOf()).toEqual([first])
})

test('those who asked get one email for each change, and the key-holder none', async () => {
  // The clock stands still, so what was said before is told before anyone asks to be told.
  await portal.runJobs()
  await member.openings.setFollowing({ isFollowing: true })
  await keyHolder.openings.setFollowing({ isFollowing: true })
  expect((await member.openings.getPlan()).isFollowing).toBe(true)
  const { openingId } = await keyHolder.openings.announce({ ...tonight, weeks: 3 })
  expect(await mailed()).toEqual([{ member_id: bo.id, subject: expect.stringContaining('Open: Tuesday') }])
  await keyHolder.openings.sayLate({ openingId, minutes: 15 })
  await keyHolder.openings.cancel({ openingId, isWithLater: true })
  const subjects = (await mailed()).map(({ subject }) => subject.split(':')[0])
  expect(subjects).toEqual(['Open', 'Cancelled'])
  await member.openings.setFollowing({ isFollowing: false })
  await keyHolder.openings.announce(tonight)
  expect(await mailed()).toHaveLength(2)
})

test('openings end when their key-holder may no longer open, and members are told', async () => {
  await member.openings.setFollowing({ isFollowing: true })
  const gone = await aMember(portal.db, { firstName: 'Gil' })
  await aKeyHolder(portal.db, gone.id)
  const client = await portal.as(gone.id)
  await client.openings.announce(tonight)
  await endOpenings(portal.ctx)
  expect(await shownTo(member)).toHaveLength(1)
  await staff.openings.removeKeyHolder({ memberId: gone.id })
  await endOpenings(portal.ctx)
  expect(await shownTo(member)).toEqual([])
  expect((await mailed()).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Cancelled: /))
})

test('a hidden key-holder has no name for other members', async () => {
  const hidden = await aMember(portal.db, { firstName: 'Hid', isHidden: true })
  await anOpening(portal.db, { memberId: hidden.id, startsAt: now })
  expect((await shownTo(member))[0]?.by).toEqual([null])
  expect((await shownTo(await portal.as(hidden.id)))[0]?.by).toEqual([expect.any(String)])
})

const readText = async (url: string) => (await portal.app.inject({ url })).body

test('the secret calendar shows joined openings until its address is turned off', async () => {
  await keyHolder.openings.announce(tonight)
  await staff.openings.announce({ ...tonight, from: '21:00', until: '23:00' })
  const { url } = await member.openings.makeCalendar()
  const path = new URL(url).pathname
  const text = await readText(path)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).toContain('DTSTART:20270202T170000Z')
  expect(text).toContain('DTEND:20270202T220000Z')
  expect(text).not.toContain('Kay')
  expect((await member.openings.getCalendar()).address?.readAt).toBe(now.toISOString())
  // The address of another calendar does not let in here.
  const meetings = new URL((await member.meetings.makeCalendar()).url).pathname.split('/').at(-1)
  expect((await portal.app.inject({ url: `/api/openings/calendar/${meetings}` })).statusCode).toBe(404)
  await member.openings.removeCalendar()
  expect((await portal.app.inject({ url: path })).statusCode).toBe(404)
})

test('the public calendar is there only while the space wants it', async () => {
  await keyHolder.openings.announce(tonight)
  const url = '/api/openings/openings.ics'
  expect((await portal.app.inject({ url })).statusCode).toBe(404)
  await changeSetting(portal.ctx, { key: 'OPENINGS_PUBLIC', value: true })
  expect((await member.openings.getPlan()).publicCalendar).toBe(`http://localhost:8000${url}`)
  expect(await readText(url)).toContain('BEGIN:VEVENT')
  await changeSetting(portal.ctx, { key: 'OPENINGS_PUBLIC', value: false })
})

test('while the plan is off there is none', async () => {
  await keyHolder.openings.announce(tonight)
  await changeSetting(portal.ctx, { key: 'ENABLE_OPENINGS', value: false })
  await expect(member.openings.getPlan()).rejects.toMatchObject({ code: 'featureOff' })
  expect(await listComing(portal.ctx, { from: now, until: new Date(now.getTime() + 24 * hourMs), limit: 5 })).toEqual(
    [],
  )
  await changeSetting(portal.ctx, { key: 'ENABLE_OPENINGS', value: true })
})
