import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { listFailedJobs } from '#platform/jobs/list-failed-jobs.ts'
import { screens } from '#platform/live/screens.ts'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { queueMessage, type NewMessage } from './outbox.ts'

let smtp: TestSmtpServer
let portal: TestPortal
/** The same database, seen by a process that knows no mail server. */
let mailless: TestPortal

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  mailless = await startTestPortal()
})
afterEach(() => {
  smtp.refuse(undefined)
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await mailless.close()
  await smtp.close()
})

const secret = 'https://portal.example.org/reset/very-secret-token'
const aMessage = (facts: Partial<NewMessage> = {}): NewMessage => ({
  to: 'ada@example.org',
  memberId: null,
  template: 'test',
  mail: { subject: 'Good news', text: `Hello ${secret}`, html: `<p>Hello ${secret}</p>` },
  isSecret: false,
  ...facts,
})
const queue = (on: TestPortal, facts?: Partial<NewMessage>) =>
  record(on.ctx, async (work) => ({ result: await queueMessage(work, { message: aMessage(facts) }) }))
const rowOf = (on: TestPortal, id: number) =>
  on.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.db)
const asAdmin = async (on: TestPortal) => on.as((await aMember(on.db, { isAdmin: true })).id)

test('a message leaves in both forms, from the site, and an answer goes where it should', async () => {
  const id = await queue(portal, { replyTo: 'new@example.org' })
  await portal.runJobs()
  const [mail] = smtp.mails
  expect(mail).toMatchObject({
    subject: 'Good news',
    from: { name: 'MemberMatters Portal', address: 'noreply@localhost' },
    to: [{ address: 'ada@example.org' }],
    replyTo: [{ address: 'new@example.org' }],
  })
  expect(mail?.text).toContain(secret)
  expect(mail?.html).toContain(secret)
  expect(await rowOf(portal, id)).toMatchObject({ state: 'sent', attempts: 1, error: null, sent_at: expect.any(Date) })
})

test('a message of a transaction that was rolled back is never sent', async () => {
  const rolledBack = record(portal.ctx, async (work) => {
    await queueMessage(work, { message: aMessage() })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
})

test('what a mail server does not take now is tried again, and the reason can be read meanwhile', async () => {
  const admin = await asAdmin(portal)
  smtp.refuse({ code: 451, text: 'please come back' })
  const id = await queue(portal)
  await portal.runJobs()
  const waiting = await admin.messages.get({ messageId: id })
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1 })
  expect(waiting.error).toContain('please come back')
  expect((await admin.messages.listFailedJobs()).jobs).toMatchObject([{ task: 'sendMessage', isGivenUp: false }])

  smtp.refuse(undefined)
  await makeDue()
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(1)
  expect(await admin.messages.get({ messageId: id })).toMatchObject({ state: 'sent', attempts: 2, error: null })
  expect((await admin.messages.listFailedJobs()).jobs).toEqual([])
})

test('what a mail server refuses for good is not tried again', async () => {
  smtp.refuse({ code: 550, text: 'no such person' })
  const id = await queue(portal, { isSecret: true })
  await portal.runJobs()
  const row = await rowOf(portal, id)
  expect(row).toMatchObject({ state: 'failed', attempts: 1, text: null, html: null })
  expect(row.error).toContain('no such person')
  expect(await listFailedJobs(portal.ctx)).toEqual([])
})

test('a message that used up its tries has failed', async () => {
  smtp.refuse({ code: 421, text: 'busy' })
  const id = await queue(portal)
  await sql`update graphile_worker._private_jobs set max_attempts = 1`.execute(portal.db)
  await portal.runJobs()
  expect(await rowOf(portal, id)).toMatchObject({ state: 'failed', attempts: 1 })
  expect(await listFailedJobs(portal.ctx)).toEqual([])
})

test('a mail server that never answers holds nothing up', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', () => resolve()))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stuck = await startTestPortal({ smtpUrl: `smtp://127.0.0.1:${port}` })
  try {
    const id = await queue(stuck)
    const admin = await asAdmin(stuck)
    expect(await admin.messages.get({ messageId: id })).toMatchObject({ state: 'queued', attempts: 0 })
  } finally {
    await stuck.close()
    silent.close()
  }
})

test('a mail server that is not there is tried again later', async () => {
  const gone = await startTestSmtpServer()
  await gone.close()
  const lonely = await startTestPortal({ smtpUrl: gone.url })
  try {
    const id = await queue(lonely)
    await lonely.runJobs()
    const row = await rowOf(lonely, id)
    expect(row).toMatchObject({ state: 'queued', attempts: 1 })
    expect(row.error).toMatch(/^Nothing answers at 127\.0\.0\.1:\d+\. Check .* SMTP_URL/)
  } finally {
    await lonely.close()
  }
})

test('a message is sent once, however often its job runs', async () => {
  const id = await queue(portal)
  await portal.runJobs()
  await sql`select graphile_worker.add_job('sendMessage', json_build_object('messageId', ${id}::int))`.execute(
    portal.db,
  )
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]?.messageId).toMatch(new RegExp(`^<message-${id}-\\d+@localhost>$`))
})

test('a secret link is stored in no clear form and forgotten once it has left', async () => {
  const id = await queue(portal, { isSecret: true })
  const queued = await rowOf(portal, id)
  expect(`${queued.text} ${queued.html}`).not.toContain('very-secret-token')
  await portal.runJobs()
  expect(smtp.mails[0]?.text).toContain(secret)
  expect(await rowOf(portal, id)).toMatchObject({ state: 'sent', text: null, html: null })
  expect(portal.logLines.join()).not.toContain('very-secret-token')
})

test('where there is a mail server, not even administrators read the secret link of another member', async () => {
  const admin = await asAdmin(portal)
  const id = await queue(portal, { isSecret: true })
  expect(await admin.messages.get({ messageId: id })).toMatchObject({ state: 'queued', text: null })
  await portal.runJobs()
})

test('without a mail server a message is kept and readable for administrators, and its text stands in no log', async () => {
  const id = await queue(mailless, { to: 'bo@example.org', isSecret: true })
  await mailless.runJobs()
  const admin = await asAdmin(mailless)
  expect(await admin.messages.get({ messageId: id })).toMatchObject({ state: 'kept', text: `Hello ${secret}` })
  expect(mailless.logLines.join('')).toContain('nothing to send a message with')
  expect(mailless.logLines.join('')).not.toContain('very-secret-token')
  expect(mailless.logLines.join('')).not.toContain('bo@example.org')
})

test('an administrator who reads a secret link of another member leaves a trace', async () => {
  const id = await queue(mailless, { isSecret: true })
  await mailless.runJobs()
  const { id: adminId } = await aMember(mailless.db, { isAdmin: true })
  await (await mailless.as(adminId)).messages.get({ messageId: id })
  const trace = await mailless.db
    .selectFrom('audit_events')
    .selectAll()
    .where('event', '=', 'message.secretRead')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(trace).toMatchObject({ actor_id: adminId, data: {} })
})

test('staff for members alone read mails, and no link that would let them in as another member', async () => {
  const { id: staffId } = await aMember(mailless.db, { permissions: ['members'] })
  const staff = await mailless.as(staffId)
  const id = await queue(mailless, { isSecret: true })
  const plain = await queue(mailless)
  await mailless.runJobs()
  expect(await staff.messages.get({ messageId: id })).toMatchObject({ state: 'kept', isSecret: true, text: null })
  expect(await staff.messages.get({ messageId: plain })).toMatchObject({ text: `Hello ${secret}` })
  await expect(staff.messages.listFailedJobs()).rejects.toMatchObject({ code: 'notAllowed' })
})

test('a mail server without a public address and without a sender is said to be a problem', async () => {
  const problemsOn = async (on: TestPortal) => (await (await asAdmin(on)).messages.list({})).mailProblems
  expect(await problemsOn(portal)).toEqual(['localLinks', 'localSender'])
  await changeSetting(portal.ctx, { key: 'EMAIL_DEFAULT_FROM', value: 'office@example.org' })
  await expect.poll(() => problemsOn(portal)).toEqual(['localLinks'])
  await changeSetting(portal.ctx, { key: 'EMAIL_DEFAULT_FROM', value: '' })
  await expect.poll(() => problemsOn(portal)).toContain('localSender')
  expect(await problemsOn(mailless)).toEqual([])
})

test('messages are listed newest first, a page at a time', async () => {
  const admin = await asAdmin(mailless)
  for (let n = 0; n < 3; n += 1) await queue(mailless)
  const first = await admin.messages.list({ limit: 2 })
  expect(first).toMatchObject({ hasMore: true, isMailConfigured: false })
  const [newer, older] = first.messages
  expect(newer?.id).toBeGreaterThan(older?.id ?? 0)
  const next = await admin.messages.list({ limit: 100, before: older?.id ?? 0 })
  expect(next.hasMore).toBe(false)
  expect(next.messages[0]?.id).toBe((older?.id ?? 0) - 1)
  await mailless.runJobs()
})

test('an unknown message is not found', async () => {
  const admin = await asAdmin(portal)
  await expect(admin.messages.get({ messageId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('open screens of staff learn what became of a message', async () => {
  const heard = Promise.withResolvers<unknown>()
  const stop = portal.services.live.on(screens, (event) => {
    if (event.topic === 'messages') heard.resolve(event.audience)
  })
  await queue(portal)
  await portal.runJobs()
  expect(await heard.promise).toEqual({ staff: ['members'] })
  stop()
})

test('after a year the words of a message are forgotten, and that it was sent is not', async () => {
  const id = await queue(portal)
  await portal.runJobs()
  await portal.db
    .updateTable('messages')
    .set({ created_at: new Date(Date.now() - 366 * 24 * 60 * 60 * 1000) })
    .where('id', '=', id)
    .execute()
  await sql`select graphile_worker.add_job('cleanUp', '{}'::json)`.execute(portal.db)
  await portal.runJobs()
  expect(await rowOf(portal, id)).toMatchObject({ state: 'sent', text: null, html: null, subject: 'Test' })
})
