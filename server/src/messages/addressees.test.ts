import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { anAccount } from '../auth/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { type NewMessage, queueMessage } from './outbox.ts'

const hourMs = 3_600_000
let now = new Date('2026-03-02T10:00:00Z')
let smtp: TestSmtpServer
let portal: TestPortal
let boss: { id: number }
let admin: TestClient

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url, now: () => now })
  boss = await aMember(portal.db, { isAdmin: true })
})
beforeEach(async () => {
  admin = await portal.as(boss.id)
  await portal.runJobs()
  smtp.refuse(undefined)
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const queue = (facts: Partial<NewMessage> & ({ memberId: number } | { memberId: null; to: string })) =>
  record(portal.ctx, async (work) => ({
    result: await queueMessage(work, {
      message: {
        template: 'welcome',
        isSecret: false,
        ...facts,
        mail: { subject: 'Welcome', text: 'Hi', html: '<p>Hi</p>', ...facts.mail },
      },
    }),
  }))

const runAgain = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.db)
  await portal.runJobs()
}

const correct = (memberId: number, email: string) =>
  portal.db.updateTable('members').set({ email }).where('id', '=', memberId).execute()

const arrived = () => smtp.mails.map(({ envelope, subject }) => `${envelope.to.join()}: ${subject}`)

test('a message that waits goes to the address its member has when it leaves', async () => {
  const { id: memberId } = await aMember(portal.db, { email: 'bo-mistyped@example.org' })
  smtp.refuse({ code: 451, text: 'later' })
  const messageId = await queue({ memberId })
  await portal.runJobs()
  await correct(memberId, 'bo-right@example.org')
  expect(await admin.messages.get({ messageId })).toMatchObject({ to: 'bo-right@example.org', state: 'queued' })
  smtp.refuse(undefined)
  await runAgain()
  expect(arrived()).toEqual(['bo-right@example.org: Welcome'])
  await correct(memberId, 'bo-later@example.org')
  expect(await admin.messages.get({ messageId })).toMatchObject({ to: 'bo-right@example.org', state: 'sent' })
})

test('a message that failed is sent again to the address that was put right since', async () => {
  const { id: memberId } = await aMember(portal.db, { email: 'cy-mistyped@example.org' })
  smtp.refuse({ code: 550, text: 'no such user' })
  const messageId = await queue({ memberId })
  await portal.runJobs()
  smtp.refuse(undefined)
  await correct(memberId, 'cy-right@example.org')
  await admin.messages.retry({ messageId })
  await portal.runJobs()
  expect(arrived()).toEqual(['cy-right@example.org: Welcome'])
})

test('a corrected address gets what was kept while there was no mail server', async () => {
  const mailless = await portal.another({ smtpUrl: undefined })
  const { id: memberId } = await aMember(portal.db, { email: 'di-mistyped@example.org' })
  await queue({ memberId })
  await mailless.runJobs()
  await correct(memberId, 'di-right@example.org')
  expect(await admin.messages.sendKept()).toEqual({ queued: 1 })
  await portal.runJobs()
  expect(arrived()).toEqual(['di-right@example.org: Welcome'])
  await mailless.close()
})

test('news is not tried again with a member who has turned it off since, and the outbox says so', async () => {
  const { id: memberId } = await aMember(portal.db, { email: 'eve@example.org' })
  smtp.refuse({ code: 550, text: 'mailbox full' })
  const messageId = await queue({ memberId, unsubscribeUrl: 'http://localhost:8000/off' })
  await portal.runJobs()
  smtp.refuse(undefined)
  await portal.db.updateTable('members').set({ wants_news: false }).where('id', '=', memberId).execute()
  await admin.messages.retry({ messageId })
  await portal.runJobs()
  expect(arrived()).toEqual([])
  expect(await admin.messages.get({ messageId })).toMatchObject({
    state: 'cancelled',
    error: 'The member turned news off before it was sent.',
  })
})

test('what is no longer news is not sent: not what was kept, nor what waits, and the screen says so', async () => {
  const mailless = await portal.another({ smtpUrl: undefined })
  const { id: memberId } = await aMember(portal.db)
  const mail = { subject: 'Reminder', text: 'Pay', html: '', newsHours: 48 }
  const kept = await queue({ memberId, mail })
  await mailless.runJobs()
  smtp.refuse({ code: 451, text: 'later' })
  const waiting = await queue({ memberId, mail })
  await portal.runJobs()
  smtp.refuse(undefined)
  now = new Date(now.getTime() + 48 * hourMs)
  admin = await portal.as(boss.id)
  expect(await admin.messages.get({ messageId: kept })).toMatchObject({ state: 'kept', retryRefusal: 'outdated' })
  expect((await admin.messages.list({})).kept).toBeNull()
  await expect(admin.messages.retry({ messageId: kept })).rejects.toMatchObject({ code: 'messageSettled' })
  await runAgain()
  expect(arrived()).toEqual([])
  expect(await admin.messages.get({ messageId: waiting })).toMatchObject({
    state: 'cancelled',
    error: 'It was too old to be sent.',
  })
  await mailless.close()
})

test('an address that was meant itself stays, whatever address its member has now', async () => {
  const { id: memberId } = await aMember(portal.db, { email: 'flo-new@example.org' })
  await queue({ memberId, to: 'flo-former@example.org' })
  await portal.runJobs()
  expect(arrived()).toEqual(['flo-former@example.org: Welcome'])
})

test('what waits for a member who closes the account does not leave any more', async () => {
  const password = 'correct horse battery'
  const { id: memberId, email } = await anAccount(portal.db, { password })
  smtp.refuse({ code: 451, text: 'later' })
  const messageId = await queue({ memberId })
  await portal.runJobs()
  await (await portal.as(memberId)).profile.closeAccount({ password, confirmation: 'Close my account' })
  smtp.refuse(undefined)
  await runAgain()
  expect(smtp.mails.filter(({ envelope }) => envelope.to.includes(email)).map(({ subject }) => subject)).toEqual([
    'Your account is closed',
  ])
  expect(await admin.messages.get({ messageId })).toMatchObject({ state: 'cancelled' })
})

test('a message about a member is found beside those to them', async () => {
  const { id: memberId } = await aMember(portal.db, { firstName: 'Gus', lastName: 'Grey' })
  const messageId = await queue({ memberId: null, to: 'guardian@example.org', about: [memberId] })
  const { messages } = await admin.messages.list({ member: memberId })
  expect(messages).toMatchObject([
    { id: messageId, to: 'guardian@example.org', member: { id: memberId, fullName: 'Gus Grey' } },
  ])
})
