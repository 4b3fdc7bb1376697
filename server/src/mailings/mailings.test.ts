import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { sendMailing } from './mailing-delivery.ts'

let smtp: TestSmtpServer
let portal: TestPortal
let api: TestClient
let ada: { id: number }
let tag = 0

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  ada = await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })
  api = await portal.as(ada.id)
})
beforeEach(() => {
  tag += 1
})
afterEach(() => {
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const word = () => `choir${tag}x`
const add = (name: string, facts: MemberFacts = {}) =>
  aMember(portal.db, { firstName: name, lastName: word(), ...facts })
const exclude = (id: number) =>
  portal.db.updateTable('members').set({ exclude_from_email_export: true }).where('id', '=', id).execute()
const newMailing = (more: { concernsMembership?: boolean } = {}) => ({
  selection: { filter: { text: word() } },
  subject: 'The kiln is back',
  text: 'Hello,\r\nit works again.\n\nCome & see <it>.',
  ...more,
})
const start = async (more: { concernsMembership?: boolean } = {}) => {
  const { fingerprint, key } = await api.mailings.preview(newMailing(more))
  return { ...(await api.mailings.start({ ...newMailing(more), fingerprint, key })), fingerprint, key }
}
const recipients = () => smtp.mails.flatMap(({ envelope }) => envelope.to).toSorted()
const stateOf = async (mailingId: number) =>
  (await api.mailings.list()).mailings.find((mailing) => mailing.id === mailingId)

test('a preview names whom it reaches, counts who is left out, and shows the mail as the first of them gets it', async () => {
  for (const name of ['Abe', 'Bea']) await add(name)
  await exclude((await add('Cal')).id)
  await add('Dot', { isVerified: false })
  const preview = await api.mailings.preview(newMailing())
  expect(preview).toMatchObject({
    recipients: { count: 2, names: [`Abe ${word()}`, `Bea ${word()}`], more: 0 },
    leftOut: 1,
    unverified: 1,
    isMailConfigured: true,
  })
  expect(preview.html).toContain('Hi Abe,')
  expect(preview.html).toMatch(/Hello,<br\s?\/?>it works again\./)
  expect(preview.html).toContain('Come &amp; see &lt;it&gt;.')
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
})

test('each of them gets the mail once, with their own name and the lines as they were written', async () => {
  const [abe, bea] = [await add('Abe'), await add('Bea')]
  const { mailingId } = await start()
  expect(await stateOf(mailingId)).toMatchObject({ total: 2, sent: 0, isDone: false, startedBy: 'Ada Okafor' })
  await portal.runJobs()
  expect(recipients()).toEqual([abe.email, bea.email].toSorted())
  const [first] = smtp.mails.filter(({ envelope }) => envelope.to.includes(abe.email))
  expect(first).toMatchObject({ subject: 'The kiln is back' })
  expect(first?.text).toMatch(/Hi Abe,\s+Hello,\s*\n?it works again\.\s+Come & see <it>\./)
  expect(await stateOf(mailingId)).toMatchObject({ total: 2, sent: 2, failed: 0, isDone: true })
})

test('who asked not to be written to in bulk is left out, unless it concerns the membership', async () => {
  const abe = await add('Abe')
  const cal = await add('Cal')
  await exclude(cal.id)
  await start()
  await portal.runJobs()
  expect(recipients()).toEqual([abe.email])
  smtp.mails.length = 0
  await start({ concernsMembership: true })
  await portal.runJobs()
  expect(recipients()).toEqual([abe.email, cal.email].toSorted())
})

test('a confirmation that arrives twice sends once', async () => {
  await add('Abe')
  const { mailingId, fingerprint, key } = await start()
  expect(await api.mailings.start({ ...newMailing(), fingerprint, key })).toEqual({ mailingId })
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(1)
})

test('a batch that ran already, or runs twice at a time, writes to no one again', async () => {
  for (let n = 0; n < 5; n += 1) await add(`P${n}`)
  const { mailingId } = await start()
  const run = () => sendMailing(portal.ctx, { mailingId, goOn: async () => undefined })
  await Promise.all([run(), run()])
  await run()
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(5)
})

test('a portal that stops in the middle goes on with those who have no mail yet', async () => {
  for (let n = 0; n < 4; n += 1) await add(`P${n}`)
  const { mailingId } = await start()
  const crash = sendMailing(portal.ctx, { mailingId, goOn: () => Promise.reject(new Error('out of power')) })
  await expect(crash).rejects.toThrow('out of power')
  expect(await stateOf(mailingId)).toMatchObject({ total: 4, isDone: false })
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(4)
  expect(await stateOf(mailingId)).toMatchObject({ sent: 4, isDone: true })
})

test('more than one batch is written one after the other until all have their mail', async () => {
  for (let n = 0; n < 53; n += 1) await add(`P${n}`)
  const { mailingId } = await start()
  await portal.runJobs()
  expect(new Set(recipients()).size).toBe(53)
  expect(await stateOf(mailingId)).toMatchObject({ total: 53, sent: 53, isDone: true })
})

test('when the recipients have changed since the preview nothing is sent', async () => {
  await add('Abe')
  const { fingerprint, key } = await api.mailings.preview(newMailing())
  await add('Bea')
  await expect(api.mailings.start({ ...newMailing(), fingerprint, key })).rejects.toMatchObject({
    code: 'previewOutdated',
  })
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
})

test('a mailing without recipients is refused', async () => {
  const { fingerprint, key, recipients: found } = await api.mailings.preview(newMailing())
  expect(found.count).toBe(0)
  await expect(api.mailings.start({ ...newMailing(), fingerprint, key })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'selection', message: 'There’s no one to write to.' }] },
  })
})

test('one event says who wrote what to whom', async () => {
  const abe = await add('Abe')
  const { mailingId } = await start()
  const events = await portal.db
    .selectFrom('audit_events')
    .selectAll()
    .where('event', '=', 'mailing.started')
    .where('subject_id', '=', mailingId)
    .execute()
  expect(events).toMatchObject([
    { actor_id: ada.id, subject_kind: 'mailing', data: { title: 'The kiln is back', count: 1, memberIds: [abe.id] } },
  ])
})

test.each([
  ['no subject', { subject: ' ' }, 'subject', 'This field cannot be empty.'],
  ['no text', { text: '\n \n' }, 'text', 'This field cannot be empty.'],
  ['a subject of two lines', { subject: 'a\nBcc: b@example.org' }, 'subject', 'Must be plain text on one line.'],
  ['a text that is too long', { text: 'x'.repeat(10_001) }, 'text', 'Must be at most 10,000 characters.'],
])('%s is bad input', async (_what, wrong, field, message) => {
  await expect(api.mailings.preview({ ...newMailing(), ...wrong })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field, message }] },
  })
})

test('without a mail server the mails wait to be read, and the mailing is done', async () => {
  const mailless = await startTestPortal()
  const boss = await aMember(mailless.db, { isAdmin: true })
  await aMember(mailless.db, { firstName: 'Abe', lastName: word() })
  const calls = await mailless.as(boss.id)
  const { fingerprint, key, isMailConfigured } = await calls.mailings.preview(newMailing())
  expect(isMailConfigured).toBe(false)
  await calls.mailings.start({ ...newMailing(), fingerprint, key })
  await mailless.runJobs()
  expect((await calls.mailings.list()).mailings).toMatchObject([{ kept: 1, sent: 0, isDone: true }])
  await mailless.close()
})
