import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { contentOf, startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { domains } from '../domains.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { queueMessage, type NewMessage } from './outbox.ts'
import { eraseMessages } from './retention.ts'
import { sampleMails } from './samples.ts'

let smtp: TestSmtpServer
let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  admin = await portal.as((await aMember(portal.db, { isAdmin: true, email: 'ada@example.org', phone: '' })).id)
})
afterEach(async () => {
  smtp.refuse(undefined)
  await portal.runJobs()
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const queue = (facts: Partial<NewMessage> = {}) => {
  const mail = { subject: 'Good news', text: 'Hello there', html: '<p>Hello there</p>' }
  const message = { to: 'bo@example.org', memberId: null, template: 'some', mail, isSecret: false, ...facts }
  return record(portal.ctx, async (work) => ({ result: await queueMessage(work, { message }) }))
}
const found = async (filter: Parameters<TestClient['messages']['list']>[0]) =>
  (await admin.messages.list(filter)).messages.map(({ id }) => id)
/** What a member downloads of one list. */
const listOf = async (name: string, memberId: number) => {
  const list = domains.flatMap(({ personalData }) => personalData?.lists ?? []).find((one) => one.name === name)
  const rows: unknown[] = []
  for await (const page of list?.read(portal.ctx, memberId) ?? []) rows.push(...page)
  return rows
}
const eventsOf = (messageId: number) =>
  portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'message')
    .where('subject_id', '=', messageId)
    .execute()

test('messages are found by member, by name, by address, by subject and by state', async () => {
  const { id: memberId } = await aMember(portal.db, { firstName: 'Zora', lastName: 'Quill' })
  const to = 'someone%_else@example.org'
  const mail = { subject: 'A rare subject', text: 'x', html: 'x' }
  const id = await queue({ memberId, to, mail })
  await queue({ to: 'somebodyxyelse@example.org' })
  for (const text of ['zora qu', 'RARE SUB', 'someone%_else']) expect(await found({ text })).toEqual([id])
  expect(await found({ member: memberId })).toEqual([id])
  expect(await found({ member: memberId, state: 'sent' })).toEqual([])
  await portal.runJobs()
  expect(await found({ member: memberId, state: 'sent', channel: 'email' })).toEqual([id])
  expect(await found({ member: memberId, channel: 'sms' })).toEqual([])
  expect(await found({ text: 'nothing of the kind' })).toEqual([])
})

test('a message shows both its forms, what kind it is, and whom an answer goes to', async () => {
  const messageId = await queue({ replyTo: 'hello@example.org' })
  expect(await admin.messages.get({ messageId })).toMatchObject({
    text: 'Hello there',
    html: '<p>Hello there</p>',
    kind: 'some',
    replyTo: 'hello@example.org',
    mayCancel: true,
    retryRefusal: 'settled',
  })
})

test('a message that failed is sent again when an administrator says so, and the audit names it', async () => {
  smtp.refuse({ code: 550, text: 'mailbox unavailable' })
  const messageId = await queue()
  await portal.runJobs()
  expect(await admin.messages.get({ messageId })).toMatchObject({ state: 'failed', retryRefusal: null })
  smtp.refuse(undefined)
  await admin.messages.retry({ messageId })
  await portal.runJobs()
  expect(await admin.messages.get({ messageId })).toMatchObject({ state: 'sent', attempts: 1, error: null })
  expect(smtp.mails).toHaveLength(1)
  expect(await eventsOf(messageId)).toEqual([{ event: 'message.retried' }])
  await expect(admin.messages.retry({ messageId })).rejects.toMatchObject({ status: 409, code: 'messageSettled' })
})

test('files leave with their mail, also when it is sent again; they are listed, and are deleted with its text', async () => {
  const { id: memberId, email: to } = await aMember(portal.db)
  const files = [
    { name: 'Rechnung für Žofie.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7 one') },
    { name: 'list.csv', mediaType: 'text/csv', content: Buffer.from('a,b') },
  ]
  smtp.refuse({ code: 550, text: 'mailbox unavailable' })
  const messageId = await queue({ memberId, to, files })
  await queue({ to })
  await portal.runJobs()
  smtp.refuse(undefined)
  await admin.messages.retry({ messageId })
  await portal.runJobs()
  expect(smtp.mails.map(({ attachments }) => attachments)).toMatchObject([
    files.map(({ name, mediaType }) => ({ filename: name, mimeType: mediaType, disposition: 'attachment' })),
  ])
  expect(Buffer.from(contentOf(smtp.mails[0]?.attachments[0])).toString()).toBe('%PDF-1.7 one')
  expect(await admin.messages.get({ messageId })).toMatchObject({
    hasFiles: true,
    files: [
      { name: 'Rechnung für Žofie.pdf', bytes: 12 },
      { name: 'list.csv', bytes: 3 },
    ],
  })
  expect((await admin.messages.list({ text: to })).messages.map(({ hasFiles }) => hasFiles)).toEqual([false, true])
  const own = JSON.stringify(await listOf('messages', memberId))
  expect(own).toContain('"files":["Rechnung für Žofie.pdf","list.csv"]')
  await record(portal.ctx, async (work) => ({
    result: await eraseMessages(work, { memberIds: [memberId], isWaitingToo: true }),
  }))
  expect(await admin.messages.get({ messageId })).toMatchObject({ text: null, hasFiles: false, files: [] })
})

test('a failed message that carried a secret link cannot be sent again, and says why', async () => {
  smtp.refuse({ code: 550, text: 'mailbox unavailable' })
  const messageId = await queue({ isSecret: true })
  await portal.runJobs()
  expect(await admin.messages.get({ messageId })).toMatchObject({ text: null, html: null, retryRefusal: 'notKept' })
  await expect(admin.messages.retry({ messageId })).rejects.toMatchObject({ code: 'messageSettled' })
})

test('a message that waits is stopped, is not sent, and its secret is gone', async () => {
  smtp.refuse({ code: 451, text: 'later' })
  const messageId = await queue({ isSecret: true })
  await portal.runJobs()
  await admin.messages.cancel({ messageId })
  smtp.refuse(undefined)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.db)
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
  const row = portal.db.selectFrom('messages').selectAll().where('id', '=', messageId)
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({ state: 'cancelled', text: null, html: null })
  expect(await eventsOf(messageId)).toEqual([{ event: 'message.cancelled' }])
  await expect(admin.messages.cancel({ messageId })).rejects.toMatchObject({ code: 'messageSettled' })
})

test('who looks after members stops what staff sent; what the portal writes by itself, an administrator', async () => {
  const api = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  const { id: memberId } = await aMember(portal.db)
  const mailing = { messageId: await queue({ memberId, template: 'mailing' }) }
  expect(await api.messages.get(mailing)).toMatchObject({ mayCancel: true })
  await api.messages.cancel(mailing)
  for (const template of ['emailChanged', 'passwordChanged', 'resetPassword']) {
    const messageId = await queue({ memberId, template })
    expect(await api.messages.get({ messageId })).toMatchObject({ mayCancel: false })
    await expect(api.messages.cancel({ messageId })).rejects.toMatchObject({ code: 'notAllowed', status: 403 })
    await admin.messages.cancel({ messageId })
  }
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
})

test('of two who send a failed message again at once, one does', async () => {
  smtp.refuse({ code: 550, text: 'no' })
  const messageId = await queue()
  await portal.runJobs()
  smtp.refuse(undefined)
  const tries = await Promise.allSettled([admin.messages.retry({ messageId }), admin.messages.retry({ messageId })])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(1)
})

test('a message that does not exist can be neither sent nor stopped', async () => {
  for (const act of [admin.messages.retry, admin.messages.cancel]) {
    await expect(act({ messageId: 999_999 })).rejects.toMatchObject({ status: 404 })
  }
})

test('a test mail goes to the member who asks for it', async () => {
  const { messageId } = await admin.messages.sendTest({ channel: 'email' })
  await portal.runJobs()
  expect(smtp.mails).toMatchObject([
    { to: [{ address: 'ada@example.org' }], subject: expect.stringMatching(/^A test email/) },
  ])
  expect(await admin.messages.get({ messageId })).toMatchObject({ state: 'sent', kind: 'test' })
  expect(await eventsOf(messageId)).toEqual([{ event: 'message.testSent' }])
})

test('a test mail that is not taken has failed at once, in the words of the mail server', async () => {
  smtp.refuse({ code: 451, text: 'greylisted, come back' })
  const { messageId } = await admin.messages.sendTest({ channel: 'email' })
  await portal.runJobs()
  expect(await admin.messages.get({ messageId })).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('greylisted, come back'),
  })
  expect((await admin.messages.listFailedJobs()).jobs).toEqual([])
})

test('a test text message needs an account and a number', async () => {
  await expect(admin.messages.sendTest({ channel: 'sms' })).rejects.toMatchObject({ code: 'smsNotSetUp' })
  const settings = {
    SMS_ENABLE: true,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'x',
    SMS_SENDER_ID: 'Makers',
  } as const
  for (const [key, value] of Object.entries(settings)) await admin.settings.update({ key, value })
  await expect(admin.messages.sendTest({ channel: 'sms' })).rejects.toMatchObject({ code: 'noPhoneNumber' })
})

test('a failed job is tried again at once, and one that is gone is not found', async () => {
  await sql`select graphile_worker.add_job('mailMember', '{"memberId": 1, "mail": "nonsense"}'::json, max_attempts => 1)`.execute(
    portal.db,
  )
  await portal.runJobs()
  const [job] = (await admin.messages.listFailedJobs()).jobs
  expect(job).toMatchObject({ task: 'mailMember', isGivenUp: true })
  await admin.messages.retryJob({ jobId: job?.id ?? '' })
  expect((await admin.messages.listFailedJobs()).jobs).toMatchObject([{ id: job?.id, isGivenUp: false, attempts: 0 }])
  const audit = portal.db.selectFrom('audit_events').select('data').where('event', '=', 'job.retried')
  expect(await audit.execute()).toEqual([{ data: { task: 'mailMember' } }])
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
  await expect(admin.messages.retryJob({ jobId: '999999' })).rejects.toMatchObject({ status: 404 })
  await expect(admin.messages.retryJob({ jobId: 'x' })).rejects.toMatchObject({ status: 400 })
})

test('every message the portal writes by itself is shown in the words and colours of the site', async () => {
  await changeSetting(portal.ctx, { key: 'SITE_NAME', value: "O'Neill & Co" })
  await changeSetting(portal.ctx, { key: 'THEME_PRIMARY', value: '#0461b1' })
  await changeSetting(portal.ctx, { key: 'SITE_MAIL_ADDRESS', value: '1 High Street' })
  const { samples } = await admin.messages.listSamples()
  expect(new Set(samples.map(({ kind }) => kind)).size).toBe(samples.length)
  for (const sample of samples.filter(({ channel }) => channel === 'email')) {
    expect(sample.text).toContain("O'Neill & Co")
    expect(sample.text).toContain('1 High Street')
    expect(sample.html).toContain('#0461b1')
  }
  expect(samples.filter(({ channel }) => channel === 'sms')).toHaveLength(4)
})

test('no message the portal writes is escaped twice, and none in its plain text', async () => {
  await changeSetting(portal.ctx, { key: 'SITE_NAME', value: "It's <Makers> & Co" })
  const { samples } = await admin.messages.listSamples()
  for (const { text, html } of samples) {
    expect(text).not.toMatch(/&(#x27|amp|lt|gt|quot|#39);/)
    expect(html ?? '').not.toMatch(/&amp;(#x27|amp|lt|gt|quot|#39);/)
    expect(html ?? '').not.toContain('<Makers>')
  }
})

test('the welcome mail has the cards of the site for it, or else those of the home page', async () => {
  const welcome = async () => {
    const mails = await sampleMails(portal.ctx, domains)
    return mails.find(({ kind }) => kind === 'welcome')?.mail.cards
  }
  const home = { title: 'Calendar', description: 'When', routerLink: { name: 'dashboard' }, btn_text: 'Look' }
  await changeSetting(portal.ctx, { key: 'HOME_PAGE_CARDS', value: [home] })
  expect(await welcome()).toEqual([
    { title: 'Calendar', description: 'When', links: [{ label: 'Look', url: 'http://localhost:8000/dashboard' }] },
  ])
  const own = {
    title: 'Rules',
    description: '',
    links: [
      { url: '/rules', btn_text: 'Read' },
      { url: 'https://example.org', btn_text: 'More' },
    ],
  }
  await changeSetting(portal.ctx, { key: 'WELCOME_EMAIL_CARDS', value: [own] })
  expect(await welcome()).toEqual([
    {
      title: 'Rules',
      description: '',
      links: [
        { label: 'Read', url: 'http://localhost:8000/rules' },
        { label: 'More', url: 'https://example.org' },
      ],
    },
  ])
  const { id, email } = await aMember(portal.db, { state: 'noob' })
  await admin.members.makeMember({ memberId: id })
  await portal.runJobs()
  await portal.runJobs()
  const mail = smtp.mails.find(({ to }) => to?.[0]?.address === email)
  expect(mail?.text).toContain('More https://example.org')
})
