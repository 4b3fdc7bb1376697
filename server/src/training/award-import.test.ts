import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aCertificate, anAward } from './factory.ts'

const now = new Date('2026-06-30T02:00:00Z')

let smtp: TestSmtpServer
let portal: TestPortal
let staff: TestClient
let staffId: number
beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ now: () => now, smtpUrl: smtp.url })
  staffId = (await aMember(portal.db, { permissions: ['members'], email: 'ann@example.org' })).id
  staff = await portal.as(staffId)
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const send = (certificateId: number, content: string | Uint8Array<ArrayBuffer>, isTrial = false) =>
  staff.training.importAwards({
    certificateId,
    isTrial: String(isTrial),
    file: new Blob([content], { type: 'text/csv' }),
  })

const awardsOf = (certificateId: number) =>
  portal.db
    .selectFrom('awards')
    .select(['member_id', 'at', 'source', 'awarded_by', 'expires_on', 'used_on', 'end_kind'])
    .where('certificate_id', '=', certificateId)
    .orderBy('id')
    .execute()

/** A certificate, three members and a file about them, with four lines that are wrong. */
const aFile = async () => {
  const certificate = await aCertificate(portal.db, { validDays: 365 })
  const bo = await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg', email: 'Bo.Berg@example.org' })
  const cy = await aMember(portal.db)
  const gone = await aMember(portal.db, { state: 'inactive' })
  const closed = { closed_at: now, email_verified_at: null, password_hash: null }
  await portal.db.updateTable('members').set(closed).where('id', '=', gone.id).execute()
  const file = [
    'Member;Awarded;Ends',
    'bo.berg@EXAMPLE.org;28.02.2026;',
    `${cy.id};1.6.2026;31.12.2026`,
    '"stranger@example.org";01.06.2026;',
    `${gone.id};01.06.2026;`,
    'ann@example.org;01.06.2026;',
    `${cy.id};31.02.2026;`,
  ].join('\r\n')
  return { certificate, bo, cy, file }
}

test('a file is shown with what is wrong in it, then awards what is right, and the same file again awards nothing more', async () => {
  const { certificate, bo, cy, file } = await aFile()
  const { id, name } = certificate
  const expected = {
    awards: 2,
    known: 0,
    problems: [
      { line: 4, text: 'stranger@example.org, 01.06.2026, ', problem: 'unknownMember' },
      { line: 5, problem: 'unknownMember' },
      { line: 6, problem: 'ownCertificate' },
      { line: 7, problem: 'noDay' },
    ],
    sample: [
      { name: 'Bo Berg', on: '2026-02-28', endsOn: '2027-02-28' },
      { on: '2026-06-01', endsOn: '2026-12-31' },
    ],
  }
  expect(await send(id, file, true)).toMatchObject(expected)
  expect(await awardsOf(id)).toEqual([])
  expect(await send(id, file)).toMatchObject(expected)
  expect(await awardsOf(id)).toMatchObject([
    // Noon in Brisbane.
    { member_id: bo.id, at: new Date('2026-02-28T02:00:00Z'), source: 'import', awarded_by: staffId, used_on: null },
    { member_id: cy.id, expires_on: '2026-12-31', end_kind: null },
  ])
  expect(await send(id, file)).toMatchObject({ awards: 0, known: 2, sample: [] })
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'subject_id', 'data'])
    .where('event', 'in', ['certificate.imported', 'certificate.awarded'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { event: 'certificate.imported', subject_id: id, data: { name, count: 2, known: 0, problems: 4 } },
    { event: 'certificate.awarded', subject_id: bo.id, data: { certificate: name, source: 'import' } },
    { event: 'certificate.awarded', subject_id: cy.id },
  ])
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
})

test('of two who send the same file at once, one awards', async () => {
  const { id } = await aCertificate(portal.db)
  const { email } = await aMember(portal.db)
  await Promise.all([send(id, `${email},2026-06-01`), send(id, `${email},2026-06-01`)])
  expect(await awardsOf(id)).toHaveLength(1)
})

test('a newer day renews what a member has; what was withdrawn since stays so', async () => {
  const { id } = await aCertificate(portal.db, { unusedDays: 30 })
  const { id: memberId } = await aMember(portal.db)
  await anAward(portal.db, { memberId, certificateId: id, at: new Date('2026-01-10T02:00:00Z') })
  expect(await send(id, `${memberId},2026-03-01`)).toMatchObject({ awards: 1 })
  expect(await awardsOf(id)).toMatchObject([{ end_kind: 'renewed' }, { end_kind: null, used_on: '2026-06-30' }])
  const [award] = (await staff.training.listMemberAwards({ memberId })).awards
  await staff.training.endAward({ awardId: award?.id ?? 0, reason: 'A fire' })
  expect(await send(id, `${memberId},2026-03-01`)).toMatchObject({ awards: 0, known: 1 })
  expect(await send(id, `${memberId},2026-06-29`)).toMatchObject({ awards: 0, problems: [{ problem: 'withdrawn' }] })
})

test('an induction from a file counts for joining, unless a later one does', async () => {
  const { id } = await aCertificate(portal.db, { isInduction: true })
  const [first, second] = [await aMember(portal.db), await aMember(portal.db)]
  const later = new Date('2026-06-10T00:00:00Z')
  await portal.db.updateTable('members').set({ last_induction_at: later }).where('id', '=', second.id).execute()
  await send(id, `${first.id},2026-06-01\n${second.id},2026-06-01`)
  const rows = portal.db.selectFrom('members').select('last_induction_at').where('id', 'in', [first.id, second.id])
  expect(await rows.orderBy('id').execute()).toEqual([
    { last_induction_at: new Date('2026-06-01T02:00:00Z') },
    { last_induction_at: later },
  ])
})

test.each([
  ['nothing', '', 'The file is empty.'],
  ['a heading alone', 'Email,Day\n', 'nothing below it'],
  ['a spreadsheet', 'PK\u0003\u0004\u0000', 'Save it as CSV'],
  ['a quotation mark that is not closed', `a@example.org,"2026-06-01\n${'x'.repeat(30_000)}`, 'Line '],
  ['too many lines', 'a@example.org,2026-06-01\n'.repeat(1001), 'more than 1000 lines'],
])('a file with %s is refused with what is wrong', async (_, content, message) => {
  const { id } = await aCertificate(portal.db)
  await expect(send(id, content, true)).rejects.toMatchObject({
    body: { fields: [{ field: 'file', message: expect.stringContaining(message) }] },
  })
})

test('a file that is too large, a picture and an archived certificate are refused', async () => {
  const { id } = await aCertificate(portal.db)
  await expect(send(id, 'x'.repeat(500_001))).rejects.toMatchObject({ code: 'tooLarge' })
  await staff.training.setArchived({ certificateId: id, isArchived: true })
  for (const isTrial of [true, false]) {
    await expect(send(id, 'a@example.org,2026-06-01', isTrial)).rejects.toMatchObject({ code: 'notFound' })
  }
})
