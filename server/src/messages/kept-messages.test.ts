import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { countKept, sendKept } from './kept-messages.ts'

const now = new Date('2026-03-02T10:00:00Z')
const hourMs = 3_600_000

let smtp: TestSmtpServer
let portal: TestPortal
let clerk: { id: number }
let api: TestClient
beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url, now: () => now })
  clerk = await aMember(portal.db, { permissions: ['members'] })
  api = await portal.as(clerk.id)
})
afterEach(async () => {
  smtp.mails.length = 0
  await portal.db.deleteFrom('messages').execute()
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

type MessageFacts = Partial<{
  channel: 'email' | 'sms'
  member_id: number
  template: string
  text: string | null
  is_secret: boolean
  news_until: Date
  unsubscribe_url: string
}>

/** Messages that were kept so many hours ago, before there was a mail server. */
const keep = (hours: number, facts: MessageFacts = {}, count = 1) =>
  portal.db
    .insertInto('messages')
    .values(
      Array.from({ length: count }, (_, n) => ({
        recipient: `m${n}@example.org`,
        template: 'welcome',
        subject: 'Hello',
        text: 'Hi',
        html: '<p>Hi</p>',
        state: 'kept',
        created_at: new Date(now.getTime() - hours * hourMs),
        ...facts,
      })),
    )
    .execute()

const kept = async () => (await api.messages.list({})).kept

const keptSent = async () =>
  portal.db.selectFrom('audit_events').selectAll().where('event', '=', 'messages.keptSent').orderBy('id').execute()

test('all that was kept is sent at once, in batches, with one audit event that says how many', async () => {
  await keep(30, {}, 2)
  await keep(5, {}, 501)
  expect(await kept()).toEqual({ count: 503, oldest: '2026-03-01T04:00:00.000Z' })
  expect(await api.messages.sendKept()).toEqual({ queued: 503 })
  expect(await kept()).toBeNull()
  expect(await keptSent()).toMatchObject([{ actor_id: clerk.id, data: { count: 503 } }])
  const queued = portal.db.selectFrom('messages').select('id').where('state', '=', 'queued')
  expect(await queued.execute()).toHaveLength(503)
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
  expect(await api.messages.sendKept()).toEqual({ queued: 0 })
  expect(await keptSent()).toHaveLength(1)
})

test('what can no longer be sent stays kept: expired links, deleted texts, unwanted news, and what has no channel', async () => {
  const { id } = await aMember(portal.db)
  await portal.db.updateTable('members').set({ wants_news: false }).where('id', '=', id).execute()
  await keep(25, { is_secret: true, template: 'resetPassword', news_until: now })
  await keep(8 * 24, { template: 'meetingReminder', news_until: now })
  await keep(1, { text: null })
  await keep(1, { template: 'mailing', member_id: id, unsubscribe_url: 'http://localhost/unsubscribe' })
  await keep(1, { channel: 'sms' })
  expect(await kept()).toBeNull()
  expect(await api.messages.sendKept()).toEqual({ queued: 0 })
  await keep(2 * 24, { template: 'mailing', member_id: id })
  expect(await kept()).toMatchObject({ count: 1 })
})

test('of two who send what was kept at once, each message is sent by one', async () => {
  await keep(1, {}, 20)
  const outcomes = await Promise.all([api.messages.sendKept(), api.messages.sendKept()])
  expect(outcomes.reduce((sum, { queued }) => sum + queued, 0)).toBe(20)
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(20)
})

test('without a mail server nothing is offered and nothing is queued', async () => {
  const ctx = { ...portal.ctx, smtpUrl: undefined }
  await keep(1)
  expect(await countKept(ctx)).toBeNull()
  expect(await sendKept(ctx)).toEqual({ queued: 0 })
})
