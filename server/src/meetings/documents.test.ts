import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf } from '#platform/pdf/small-pdf.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

let portal: TestPortal
let staff: TestClient
let member: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date('2027-02-01T00:00:00Z') })
  staff = await portal.as((await aMember(portal.db, { permissions: ['meetings'] })).id)
  member = await portal.as((await aMember(portal.db)).id)
})
afterAll(() => portal.close())

const create = async () =>
  (await staff.meetings.create({ type: { value: 'general' }, date: '2027-03-01 19:00', chair: 'Ada Hall' })).id

const pdf = new Blob([aPdf({ more: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })], {
  type: 'application/pdf',
})

test('a document is a PDF or a picture by its content, and only members read it', async () => {
  const meetingId = await create()
  const { id: itemId } = await staff.meetings.addItem({ meetingId, title: 'Budget', details: '' })
  const { id: fileId } = await staff.meetings.addFile({ meetingId, itemId, name: 'Budget 2027.pdf', file: pdf })
  expect((await member.meetings.getForMembers({ meetingId })).files).toMatchObject([
    { id: fileId, itemId, name: 'Budget 2027.pdf', mediaType: 'application/pdf', bytes: pdf.size },
  ])
  expect(await member.meetings.downloadFile({ fileId })).toMatchObject({ name: 'Budget 2027.pdf' })
  await expect((await portal.as(null)).meetings.downloadFile({ fileId })).rejects.toMatchObject({ code: 'notSignedIn' })
  const fake = new Blob(['<script>alert(1)</script>'], { type: 'application/pdf' })
  await expect(staff.meetings.addFile({ meetingId, name: 'x.pdf', file: fake })).rejects.toMatchObject({
    code: 'badInput',
    body: { fields: [{ field: 'file', message: 'This isn’t a PDF or a picture (PNG, JPEG, WebP).' }] },
  })
  await staff.meetings.removeItem({ meetingId, itemId })
  expect((await staff.meetings.get({ meetingId })).files).toMatchObject([{ id: fileId, itemId: null }])
  await staff.meetings.removeFile({ meetingId, fileId })
  await expect(member.meetings.downloadFile({ fileId })).rejects.toMatchObject({ code: 'notFound' })
})

test('a document is handed out for keeping, by its type, and nothing in it could run here', async () => {
  const meetingId = await create()
  const { id: fileId } = await staff.meetings.addFile({ meetingId, name: 'x.html', file: pdf })
  const session = await portal.sessionOf((await aMember(portal.db)).id)
  const { headers } = await portal.app.inject({
    url: `/api/tools/meetings/files/${fileId}/`,
    headers: { cookie: `sessionid=${session}` },
  })
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=x.html.pdf',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
  await staff.meetings.removeFile({ meetingId, fileId })
})

test('a meeting holds twenty documents, also when the last place is wanted twice', async () => {
  const meetingId = await create()
  for (let n = 1; n <= 19; n += 1) await staff.meetings.addFile({ meetingId, name: `${n}.pdf`, file: pdf })
  const last = await Promise.allSettled(
    ['a.pdf', 'b.pdf'].map((name) => staff.meetings.addFile({ meetingId, name, file: pdf })),
  )
  expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await staff.meetings.get({ meetingId })).files).toHaveLength(20)
})
