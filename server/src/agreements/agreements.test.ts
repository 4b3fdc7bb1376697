import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { contentOf, startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import { aSubscription } from '../billing/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { tellOfNewWordings } from './new-wordings.ts'
import { agreementPersonalData } from './personal-data.ts'

let smtp: TestSmtpServer
let portal: TestPortal
let staff: TestClient
let now = new Date('2026-03-11T13:40:00Z')

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url, now: () => now })
  staff = await portal.as(
    (await aMember(portal.db, { permissions: ['members'], firstName: 'Ada', lastName: 'Okafor' })).id,
  )
})
beforeEach(async () => {
  now = new Date('2026-03-11T13:40:00Z')
  for (const { id } of (await staff.agreements.list()).agreements)
    await staff.agreements.setArchived({ agreementId: id, isArchived: true })
  await portal.runJobs()
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const rules = { title: 'House rules', text: 'Sweep the floor.\n\nLock the door.', inForceFrom: '2026-03-11' }
const create = (more: Partial<Parameters<TestClient['agreements']['create']>[0]> = {}) =>
  staff.agreements.create({ ...rules, requiredOf: 'everyone', ...more })
const join = async (facts: MemberFacts = {}) => {
  const { id, email } = await aMember(portal.db, { firstName: 'Zoë', lastName: 'Quill', state: 'noob', ...facts })
  return { id, email, api: await portal.as(id) }
}
const dueOf = async (api: TestClient) => (await api.agreements.listOwn()).due
const signAll = async (api: TestClient, guardian: { name: string; email: string } | null = null, name = 'zoe quill') =>
  api.agreements.sign({ versionIds: (await dueOf(api)).map(({ versionId }) => versionId), name, guardian })
const peopleOf = async (agreementId: number) => {
  const { signed, missing } = await staff.agreements.listPeople({ agreementId })
  return { signed: signed.map(({ memberId }) => memberId), missing: missing.map(({ memberId }) => memberId) }
}
const linkIn = (text: string | undefined) => /\/guardian\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''
const eventsOf = async (memberId: number) =>
  (
    await portal.db
      .selectFrom('audit_events')
      .select(['event', 'data'])
      .where('subject_kind', '=', 'member')
      .where('subject_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).filter(({ event }) => event.startsWith('agreement.'))

test('a newcomer signs by typing their name; time, address and the hash of the text are kept, and a copy is mailed', async () => {
  await create()
  const { id, email, api } = await join()
  expect(await dueOf(api)).toMatchObject([{ title: 'House rules', text: rules.text, isChanged: false }])
  await signAll(api)
  expect(await api.agreements.listOwn()).toMatchObject({
    due: [],
    signed: [
      { title: 'House rules', version: 1, isFormer: false, signedName: 'zoe quill', signedAt: now.toISOString() },
    ],
  })
  const hash = createHash('sha256').update('House rules\n\nSweep the floor.\n\nLock the door.').digest()
  const row = portal.db.selectFrom('agreement_signatures').selectAll().where('member_id', '=', id)
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({ text_hash: hash, client_address: '127.0.0.1' })
  expect(await eventsOf(id)).toMatchObject([
    { event: 'agreement.signed', data: { titles: '“House rules”', hashes: [hash.toString('hex')] } },
  ])
  await portal.runJobs()
  const [mail] = smtp.mails
  expect(mail).toMatchObject({ envelope: { to: [email] }, subject: 'You signed “House rules”' })
  expect(mail?.text).toContain('The PDF is attached')
  const [file] = mail?.attachments ?? []
  const [signed] = (await api.agreements.listOwn()).signed
  expect(file).toMatchObject({ filename: `agreement-${signed?.id}.pdf`, mimeType: 'application/pdf' })
  expect(readPdf(contentOf(file))).toContain('Lock the door.')
})

test('a name that is not theirs is refused beside its field, and nothing is signed', async () => {
  await create()
  const { api } = await join()
  const versionIds = (await dueOf(api)).map(({ versionId }) => versionId)
  await expect(api.agreements.sign({ versionIds, name: 'Mickey Mouse' })).rejects.toMatchObject({
    code: 'badInput',
    body: { fields: [{ field: 'name', message: 'Type your name as it is in your profile: Zoë Quill.' }] },
  })
  expect(await dueOf(api)).toHaveLength(1)
})

test('two clicks on Sign make one signature and one mail', async () => {
  await create()
  const { id, api } = await join()
  await Promise.allSettled([signAll(api), signAll(api)])
  const rows = portal.db.selectFrom('agreement_signatures').select('id').where('member_id', '=', id)
  expect(await rows.execute()).toHaveLength(1)
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(1)
})

test('a new text is asked again from its day on, and what was read before that cannot be signed any more', async () => {
  const { id: agreementId } = await create()
  const { id, email, api } = await join({ state: 'active' })
  await signAll(api)
  await portal.runJobs()
  smtp.mails.length = 0
  await staff.agreements.addVersion({ agreementId, ...rules, text: 'Sweep twice.', inForceFrom: '2026-03-12' })
  expect(await dueOf(api)).toEqual([])
  expect((await staff.agreements.list()).agreements.find((one) => one.id === agreementId)).toMatchObject({
    version: 1,
    nextFrom: '2026-03-12',
  })
  const other = await join()
  const [former] = await dueOf(other.api)
  // In Brisbane the 12th begins at 14:00 UTC of the 11th.
  now = new Date('2026-03-11T14:05:00Z')
  await tellOfNewWordings(portal.ctx)
  await tellOfNewWordings(portal.ctx)
  await portal.runJobs()
  expect(smtp.mails).toMatchObject([
    { envelope: { to: [email] }, subject: '“House rules” has changed: please sign it again' },
  ])
  expect(await dueOf(api)).toMatchObject([{ text: 'Sweep twice.', isChanged: true }])
  expect((await peopleOf(agreementId)).missing).toContain(id)
  await expect(
    other.api.agreements.sign({ versionIds: [former?.versionId ?? 0], name: 'Zoë Quill' }),
  ).rejects.toMatchObject({ code: 'agreementChanged', status: 409 })
  await signAll(api)
  expect((await api.agreements.listOwn()).signed).toMatchObject([
    { version: 2, isFormer: false },
    { version: 1, isFormer: true },
  ])
})

test('a minor’s signature counts once their guardian has signed too, by a link that is stored only as a hash', async () => {
  const { id: agreementId } = await create()
  const { id, api } = await join({ state: 'active' })
  await signAll(api, { name: 'Alex Quill', email: 'alex@example.org' })
  await portal.runJobs()
  expect((await peopleOf(agreementId)).missing).toContain(id)
  expect((await api.agreements.listOwn()).guardian).toMatchObject({ name: 'Alex Quill', isExpired: false })
  const asked = smtp.mails.find(({ envelope }) => envelope.to.includes('alex@example.org'))
  const token = linkIn(asked?.text)
  expect(token).not.toBe('')
  const stored = await portal.db.selectFrom('guardian_requests').selectAll().where('member_id', '=', id).execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const anyone = await portal.as(null)
  expect(await anyone.agreements.getGuardianRequest({ token })).toEqual({
    memberName: 'Zoë Quill',
    guardianName: 'Alex Quill',
    isSigned: false,
    agreements: [{ title: 'House rules', text: rules.text }],
  })
  smtp.mails.length = 0
  await anyone.agreements.signAsGuardian({ token, name: 'Alex Quill' })
  await anyone.agreements.signAsGuardian({ token, name: 'Alex Quill' })
  await portal.runJobs()
  expect(smtp.mails).toMatchObject([{ envelope: { to: ['alex@example.org'] }, subject: 'You signed for Zoë Quill' }])
  expect(readPdf(contentOf(smtp.mails[0]?.attachments[0]))).toMatch(/Guardian\nAlex Quill, /)
  expect((await peopleOf(agreementId)).missing).not.toContain(id)
  expect((await api.agreements.listOwn()).signed).toMatchObject([{ guardian: { name: 'Alex Quill' } }])
})

test('another guardian can be asked; the first link stops working, and so does one after 30 days', async () => {
  await create()
  const { api } = await join()
  await signAll(api, { name: 'Alex Quill', email: 'typo@example.org' })
  await portal.runJobs()
  const [first = ''] = smtp.mails.map(({ text }) => linkIn(text)).filter((token) => token !== '')
  smtp.mails.length = 0
  await api.agreements.askGuardian({ name: 'Alex Quill', email: 'alex@example.org' })
  await portal.runJobs()
  const second = linkIn(smtp.mails[0]?.text)
  const anyone = await portal.as(null)
  await expect(anyone.agreements.getGuardianRequest({ token: first })).rejects.toMatchObject({ code: 'invalidLink' })
  expect(await anyone.agreements.getGuardianRequest({ token: second })).toMatchObject({ isSigned: false })
  now = new Date('2026-04-11T02:00:00Z')
  await expect(anyone.agreements.signAsGuardian({ token: second, name: 'Alex' })).rejects.toMatchObject({
    code: 'invalidLink',
  })
})

test('a minor is not their own guardian', async () => {
  await create()
  const { api, email } = await join()
  await expect(signAll(api, { name: 'Zoë Quill', email: 'alex@example.org' })).rejects.toMatchObject({
    code: 'badInput',
  })
  await expect(signAll(api, { name: 'Alex Quill', email })).rejects.toMatchObject({
    body: { fields: [{ field: 'guardian', message: 'Your guardian needs an email address of their own.' }] },
  })
})

test('what was signed is a PDF for its member and for staff, and for no other member', async () => {
  await create()
  const { api } = await join({ firstName: 'محمد', lastName: 'علی' })
  await signAll(api, null, 'محمد علی')
  const [{ id: signatureId } = { id: 0 }] = (await api.agreements.listOwn()).signed
  const stranger = await join()
  await expect(stranger.api.agreements.downloadOwn({ signatureId })).rejects.toMatchObject({ status: 404 })
  await expect(stranger.api.agreements.download({ signatureId })).rejects.toMatchObject({ status: 403 })
  for (const file of [
    await api.agreements.downloadOwn({ signatureId }),
    await staff.agreements.download({ signatureId }),
  ]) {
    expect(file).toMatchObject({ name: `agreement-${signatureId}.pdf`, mediaType: 'application/pdf' })
    expect(readPdf(file.content)).toMatch(/House rules[^]*Lock the door\.[^]*محمد علی/)
  }
})

test('an agreement for plans is asked of their holders only, and needs a plan', async () => {
  await expect(create({ requiredOf: 'plans', planIds: [] })).rejects.toMatchObject({
    body: { fields: [{ field: 'planIds', message: 'Choose at least one plan.' }] },
  })
  await expect(create({ requiredOf: 'plans', planIds: [999_999] })).rejects.toMatchObject({ code: 'badInput' })
  const { id: planId } = await aPlan(portal.db)
  const { id: agreementId } = await create({ title: 'Storage', requiredOf: 'plans', planIds: [planId] })
  const [holder, other] = [await join({ state: 'active' }), await join({ state: 'active' })]
  await aSubscription(portal.db, { memberId: holder.id, planId })
  expect(await dueOf(holder.api)).toMatchObject([{ title: 'Storage' }])
  expect(await dueOf(other.api)).toEqual([])
  expect((await peopleOf(agreementId)).missing).toEqual([holder.id])
  await staff.agreements.update({ agreementId, requiredOf: 'everyone', planIds: [] })
  expect(await dueOf(other.api)).toMatchObject([{ title: 'Storage' }])
})

test('staff ask those who are missing by email, and an archived agreement asks no one', async () => {
  const { id: agreementId } = await create({ title: 'Waiver' })
  const { email, api } = await join({ state: 'active' })
  const { count } = await staff.agreements.askMissing({ agreementId })
  expect(count).toBeGreaterThan(0)
  await portal.runJobs()
  expect(smtp.mails.filter(({ envelope }) => envelope.to.includes(email))).toMatchObject([
    { subject: 'Please sign “Waiver”' },
  ])
  await staff.agreements.setArchived({ agreementId, isArchived: true })
  expect(await dueOf(api)).toEqual([])
  expect(await staff.agreements.askMissing({ agreementId })).toEqual({ count: 0 })
  for (const call of [staff.agreements.get, staff.agreements.askMissing, staff.agreements.listPeople])
    await expect(call({ agreementId: 999_999 })).rejects.toMatchObject({ status: 404 })
})

test('the wording of a text never changes, whatever writes', async () => {
  const { id } = await create()
  const { versions } = await staff.agreements.get({ agreementId: id })
  expect(versions).toMatchObject([{ number: 1, createdBy: 'Ada Okafor', signatures: 0 }])
  const change = portal.db.updateTable('agreement_versions').set({ text: 'Other' }).where('agreement_id', '=', id)
  await expect(change.execute()).rejects.toThrow(/never changes/)
})

test('a closed account keeps its signatures as proof, for a time, and asks no guardian any more', async () => {
  await create()
  const { id, api } = await join()
  await signAll(api, { name: 'Alex Quill', email: 'alex@example.org' })
  await record(portal.ctx, async (work) => {
    await agreementPersonalData.erase?.(work, id)
    return { result: undefined }
  })
  const signature = portal.db.selectFrom('agreement_signatures').selectAll().where('member_id', '=', id)
  expect(await signature.executeTakeFirstOrThrow()).toMatchObject({ signed_name: 'zoe quill', member_left_at: now })
  const request = portal.db.selectFrom('guardian_requests').selectAll().where('member_id', '=', id)
  expect(await request.executeTakeFirstOrThrow()).toMatchObject({ ended_at: now })
})
