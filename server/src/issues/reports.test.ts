import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aPhoto, newestReport } from './report-scene.testing.ts'

let portal: TestPortal
let staff: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'], firstName: 'Di', lastName: 'Day' })).id)
})
afterAll(() => portal.close())

const aClient = async (facts: Parameters<typeof aMember>[1] = {}) => portal.as((await aMember(portal.db, facts)).id)

test('existing clients send a title and a description, and get 201 with success', async () => {
  const answer = await (await aClient()).issues.report({ title: 'Tap', description: 'It drips.' })
  expect(answer).toEqual({ success: true, url: expect.stringMatching(/\/tools\/issue$/) })
  await expect((await portal.as(null)).issues.report({ title: 'x' })).rejects.toMatchObject({ code: 'notSignedIn' })
})

test.each([{ state: 'noob' }, { state: 'accountonly' }, { state: 'inactive' }, { suspension: 'Banned.' }] as const)(
  'an account of %o reports a thing where it stands, has no other way, and reads what becomes of it',
  async (facts) => {
    const member = await aClient(facts)
    await expect(member.issues.report({ title: 'Tap' })).rejects.toMatchObject({ status: 403, code: 'memberOnly' })
    const saw = await aMachine(portal.db)
    await member.issues.reportThing({ deviceId: saw.id, title: 'Blade is loose', description: 'It wobbles.' })
    expect(await newestReport(staff)).toMatchObject({ title: 'Blade is loose', device: { id: saw.id } })
    expect((await member.issues.listOwn({})).issues).toMatchObject([{ title: 'Blade is loose', isMine: true }])
    await expect(member.issues.reportThing({ deviceId: 2_000_000_000, title: 'x' })).rejects.toMatchObject({
      body: { fields: [{ field: 'deviceId' }] },
    })
  },
)

test.each([
  [{ title: '' }, 'title'],
  [{ title: '   ', description: 'x' }, 'title'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ title: 'x', description: 'x'.repeat(5001) }, 'description'],
  [{ title: 'x', area: 'x'.repeat(61) }, 'area'],
  [{ title: 'x', deviceId: 2_000_000_000 }, 'deviceId'],
  [{ title: 'x', pictureIds: [2_000_000_000] }, 'pictureIds'],
  [{ title: 'x', pictureIds: [1, 2, 3, 4, 5, 6] }, 'pictureIds'],
])('%o is refused and names %s', async (input, field) => {
  const member = await aClient()
  const before = (await staff.issues.listReports({ which: 'all' })).count
  await expect(member.issues.report(input)).rejects.toMatchObject({ status: 400, body: { fields: [{ field }] } })
  expect((await staff.issues.listReports({ which: 'all' })).count).toBe(before)
})

test('a report of 5,000 characters is kept whole', async () => {
  const member = await aClient()
  await member.issues.report({ title: 'Long', description: 'ä'.repeat(5000) })
  expect((await newestReport(staff)).description).toHaveLength(5000)
})

test('sending the same twice keeps one report, and an account sends ten an hour', async () => {
  const member = await aClient()
  await Promise.all([member.issues.report({ title: 'Twice' }), member.issues.report({ title: 'Twice' })])
  expect((await member.issues.listOwn({})).issues).toHaveLength(1)
  for (let number = 2; number <= 10; number += 1) await member.issues.report({ title: `Number ${number}` })
  await expect(member.issues.report({ title: 'Number 11' })).rejects.toMatchObject({ code: 'tooManyRequests' })
})

test('a photo loses what its file said, and is for its member and staff alone', async () => {
  const [member, other] = [await aClient(), await aClient()]
  const { pictureId } = await member.issues.uploadPhoto({ file: await aPhoto(2400, 1200) })
  await expect(staff.issues.getPhoto({ pictureId }), 'before a report names it').rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(other.issues.report({ title: 'Not mine', pictureIds: [pictureId] })).rejects.toMatchObject({
    body: { fields: [{ field: 'pictureIds' }] },
  })
  await member.issues.report({ title: 'With a photo', pictureIds: [pictureId] })
  const { content, mediaType } = await staff.issues.getPhoto({ pictureId })
  expect(mediaType).toBe('image/jpeg')
  expect(content.toString('latin1')).not.toContain('Secret Artist')
  const { width, height, exif } = await sharp(content).metadata()
  expect({ width, height, exif }).toEqual({ width: 1600, height: 800, exif: undefined })
  await member.issues.getPhoto({ pictureId })
  await expect(other.issues.getPhoto({ pictureId })).rejects.toMatchObject({ code: 'notFound' })
  const others = await aClient({ permissions: ['members', 'access', 'money'] })
  await expect(others.issues.getPhoto({ pictureId })).rejects.toMatchObject({ code: 'notFound' })
  await expect(member.issues.report({ title: 'Again', pictureIds: [pictureId] })).rejects.toMatchObject({
    body: { fields: [{ message: 'A photo is no longer there. Add it again.' }] },
  })
})

test('what is no picture is refused, and an account keeps at most 20 without a report', async () => {
  const member = await aClient()
  const file = new Blob(['no picture'], { type: 'image/jpeg' })
  await expect(member.issues.uploadPhoto({ file })).rejects.toMatchObject({ body: { fields: [{ field: 'photo' }] } })
  const photo = await aPhoto(20, 20)
  for (let count = 0; count < 20; count += 1) await member.issues.uploadPhoto({ file: photo })
  await expect(member.issues.uploadPhoto({ file: photo })).rejects.toMatchObject({ code: 'tooManyRequests' })
})

test('what is known shows before it is reported again, and others say that they have it, too', async () => {
  const [member, other] = [await aClient(), await aClient()]
  const saw = await aMachine(portal.db, { name: 'Panel saw' })
  await member.issues.report({ title: 'Rip fence slips', deviceId: saw.id, isUnsafe: true })
  await member.issues.report({ title: 'Kettle leaks water', area: 'Kitchen' })
  const [known] = (await other.issues.listKnown({ deviceId: saw.id })).issues
  expect(known).toMatchObject({
    title: 'Rip fence slips',
    place: 'Panel saw',
    members: 1,
    isMine: false,
    isUnsafe: true,
  })
  expect((await other.issues.listKnown({ text: 'my KETTLE is broken' })).issues).toMatchObject([{ place: 'Kitchen' }])
  expect((await other.issues.listKnown({ text: 'broken' })).issues).toEqual([])
  expect((await other.issues.listKnown({})).issues).toEqual([])
  const issueId = known?.id ?? 0
  await other.issues.follow({ issueId, isFollowed: true })
  await other.issues.follow({ issueId, isFollowed: true })
  await member.issues.follow({ issueId, isFollowed: true })
  expect((await staff.issues.getReport({ issueId })).members).toBe(2)
  expect((await other.issues.listOwn({})).issues).toMatchObject([{ id: issueId, isMine: false, description: '' }])
  await other.issues.follow({ issueId, isFollowed: false })
  expect((await other.issues.listOwn({})).issues).toEqual([])
  await expect(other.issues.follow({ issueId: 2_000_000, isFollowed: true })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('places are devices that members see, and areas that were named twice', async () => {
  const member = await aClient()
  const secret = await aDoor(portal.db, { name: 'Server room', isHidden: true })
  await member.issues.report({ title: 'One', area: 'Bike shed' })
  expect(await member.issues.listPlaces()).not.toMatchObject({ areas: expect.arrayContaining(['Bike shed']) })
  await member.issues.report({ title: 'Two', area: 'Bike shed' })
  const { devices, areas } = await member.issues.listPlaces()
  expect(areas).toContain('Bike shed')
  expect(devices.map(({ id }) => id)).not.toContain(secret.id)
})

test('a member sees the state and the answers, and never the notes or names of staff', async () => {
  const [member, follower] = [await aClient({ email: 'cy@example.org' }), await aClient({ email: 'eve@example.org' })]
  await member.issues.report({ title: 'Lamp flickers', description: 'Over bench 3.' })
  const { id: issueId } = await newestReport(staff)
  await follower.issues.follow({ issueId, isFollowed: true })
  await staff.issues.changeReport({ issueId, state: 'inProgress' })
  await staff.issues.writeNote({ issueId, text: 'Ask the landlord', isInternal: true })
  await staff.issues.writeNote({ issueId, text: 'A new lamp is ordered.', isInternal: false })
  const [own] = (await member.issues.listOwn({})).issues
  expect(own).toMatchObject({ state: 'inProgress', isMine: true, description: 'Over bench 3.' })
  expect(own?.entries).toMatchObject([
    { kind: 'reported', by: null },
    { kind: 'state', state: 'inProgress', by: null },
    { kind: 'reply', text: 'A new lamp is ordered.', by: null },
  ])
  const [followed] = (await follower.issues.listOwn({})).issues
  expect(followed?.entries.map(({ kind }) => kind)).toEqual(['reported', 'state'])
  await staff.issues.changeReport({ issueId, state: 'done' })
  await portal.runJobs()
  const mails = await portal.db
    .selectFrom('messages')
    .select(['recipient', 'template'])
    .where('template', 'in', ['issueAnswered', 'issueDone'])
    .orderBy('id')
    .execute()
  expect(mails).toEqual([
    { recipient: 'cy@example.org', template: 'issueAnswered' },
    { recipient: 'cy@example.org', template: 'issueDone' },
    { recipient: 'eve@example.org', template: 'issueDone' },
  ])
})

test('a report and its answers stay readable once the membership has ended, and the email leads there', async () => {
  const { id } = await aMember(portal.db, { email: 'lapsed@example.org' })
  const member = await portal.as(id)
  await member.issues.report({ title: 'Tap drips' })
  const { id: issueId } = await newestReport(staff)
  await portal.db
    .updateTable('members')
    .set({ membership_state: 'inactive', subscription_status: 'inactive' })
    .where('id', '=', id)
    .execute()
  const lapsed = await portal.as(id)
  await staff.issues.writeNote({ issueId, text: 'A plumber comes on Monday.', isInternal: false })
  const [own] = (await lapsed.issues.listOwn({})).issues
  expect(own?.entries.at(-1)).toMatchObject({ kind: 'reply', text: 'A plumber comes on Monday.' })
  await expect(lapsed.issues.report({ title: 'Again' })).rejects.toMatchObject({ code: 'memberOnly' })
  await portal.runJobs()
  const [mail] = await portal.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', 'lapsed@example.org')
    .execute()
  expect(mail?.text).toContain('/account/reports')
})
