import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { sendMessage } from '../messages/delivery.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { sendMailing } from './mailing-delivery.ts'

let smtp: TestSmtpServer
let portal: TestPortal
let api: TestClient
let tag = 0

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  const ada = await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })
  api = await portal.as(ada.id)
})
beforeEach(() => {
  tag += 1
})
afterEach(() => {
  smtp.mails.length = 0
  smtp.refuse(undefined)
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const start = async (count: number, subject = `News ${tag}`) => {
  for (let n = 0; n < count; n += 1) await aMember(portal.db, { firstName: `P${n}`, lastName: `news${tag}x` })
  const mailing = { selection: { filter: { text: `news${tag}x` } }, subject, text: 'Come and see.' }
  const { fingerprint, key } = await api.mailings.preview(mailing)
  const { mailingId } = await api.mailings.start({ ...mailing, fingerprint, key })
  return mailingId
}
const prepare = (mailingId: number) => sendMailing(portal.ctx, { mailingId, goOn: async () => undefined })
const eventsOf = (mailingId: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'data'])
    .where('subject_kind', '=', 'mailing')
    .where('subject_id', '=', mailingId)
    .orderBy('id')
    .execute()

test('a mailing that is stopped sends nothing more: neither what waits nor what was not written yet', async () => {
  const mailingId = await start(53)
  await prepare(mailingId) // the first fifty
  expect(await api.mailings.get({ mailingId })).toMatchObject({ total: 53, waiting: 53, isDone: false, stopped: null })
  expect(await api.mailings.stop({ mailingId })).toEqual({ cancelled: 53 })
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
  expect(await api.mailings.get({ mailingId })).toMatchObject({
    cancelled: 53,
    waiting: 0,
    isDone: true,
    stopped: { by: 'Ada Okafor' },
  })
  expect(await eventsOf(mailingId)).toMatchObject([
    { event: 'mailing.started' },
    { event: 'mailing.stopped', data: { title: `News ${tag}`, count: 53 } },
  ])
  await expect(api.mailings.stop({ mailingId })).rejects.toMatchObject({ code: 'mailingStopped' })
  await expect(api.mailings.retry({ mailingId })).rejects.toMatchObject({ code: 'mailingStopped' })
})

test('stopped while a batch is written, either the batch is cancelled or it is never written', async () => {
  const mailingId = await start(20)
  await Promise.all([prepare(mailingId), api.mailings.stop({ mailingId })])
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
  expect(await api.mailings.get({ mailingId })).toMatchObject({ total: 20, cancelled: 20, waiting: 0, sent: 0 })
})

test('an email that was on its way when the mailing was stopped counts as sent', async () => {
  const mailingId = await start(1)
  await prepare(mailingId)
  const { id } = await portal.db
    .selectFrom('messages')
    .select('id')
    .where('mailing_id', '=', mailingId)
    .executeTakeFirstOrThrow()
  let stopping: Promise<unknown> = Promise.resolve()
  const ctx = {
    ...portal.ctx,
    settings: {
      ...portal.ctx.settings,
      all: async () => {
        stopping = api.mailings.stop({ mailingId })
        await stopping
        return portal.ctx.settings.all()
      },
    },
  }
  await sendMessage(ctx, { messageId: id, attempt: { number: 1, isLast: false } })
  await stopping
  expect(smtp.mails).toHaveLength(1)
  expect(await api.mailings.get({ mailingId })).toMatchObject({ sent: 1, cancelled: 0 })
})

test('what failed is sent again with one press, and what was sent is not', async () => {
  const mailingId = await start(3)
  await prepare(mailingId)
  smtp.refuse({ code: 550, text: 'mailbox unavailable' })
  await portal.runJobs()
  expect(await api.mailings.get({ mailingId })).toMatchObject({ failed: 3, isDone: true })
  smtp.refuse(undefined)
  expect(await api.mailings.retry({ mailingId })).toEqual({ retried: 3 })
  await portal.runJobs()
  expect(await api.mailings.get({ mailingId })).toMatchObject({ sent: 3, failed: 0 })
  await expect(api.mailings.retry({ mailingId })).rejects.toMatchObject({ code: 'mailingStopped' })
  expect(smtp.mails).toHaveLength(3)
})

test('a mailing is one row of the outbox, and its recipients are found behind it', async () => {
  const mailingId = await start(4, `Kiln ${tag}`)
  await portal.runJobs()
  const page = await api.messages.list({ limit: 2 })
  expect(page.mailings[0]).toMatchObject({ id: mailingId, subject: `Kiln ${tag}`, sent: 4 })
  expect(page.messages.some(({ subject }) => subject === `Kiln ${tag}`)).toBe(false)
  const behind = await api.messages.list({ mailing: mailingId, limit: 3 })
  expect(behind).toMatchObject({ hasMore: true, mailings: [] })
  const rest = await api.messages.list({ mailing: mailingId, before: behind.next ?? 0 })
  expect([...behind.messages, ...rest.messages]).toHaveLength(4)
  const found = await api.messages.list({ mailing: mailingId, text: `P2 news${tag}x` })
  expect(found.messages.map(({ member }) => member?.fullName)).toEqual([`P2 news${tag}x`])
})

test('a mailing that was stopped before any of it was written goes down the outbox like any other', async () => {
  const mailingId = await start(2)
  const placeOf = async () =>
    (await api.messages.list({ limit: 50 })).mailings.find(({ id }) => id === mailingId)?.place
  await api.mailings.stop({ mailingId })
  await portal.runJobs()
  const { messageId } = await api.messages.sendTest({ channel: 'email' })
  await portal.runJobs()
  expect(await placeOf()).toBeLessThan(messageId)
})

test('filters of the outbox find a mailing by its recipients and states, and a member’s own messages one by one', async () => {
  const mailingId = await start(2, `Lathe ${tag}`)
  await portal.runJobs()
  const idsOf = async (query: Parameters<typeof api.messages.list>[0]) =>
    (await api.messages.list(query)).mailings.map(({ id }) => id)
  expect(await idsOf({ text: `P1 news${tag}x` })).toEqual([mailingId])
  expect(await idsOf({ text: `lathe ${tag}` })).toEqual([mailingId])
  expect(await idsOf({ text: `lathe ${tag}`, state: 'failed' })).toEqual([])
  expect(await idsOf({ channel: 'sms', text: `lathe ${tag}` })).toEqual([])
  const { id } = await portal.db
    .selectFrom('members')
    .select('id')
    .where('last_name', '=', `news${tag}x`)
    .limit(1)
    .executeTakeFirstOrThrow()
  const own = await api.messages.list({ member: id })
  expect(own).toMatchObject({ mailings: [], messages: [{ subject: `Lathe ${tag}` }] })
})

test('pages of the outbox hold messages and mailings in their order, each once', async () => {
  const first = await start(2, `Old ${tag}`)
  await portal.runJobs()
  await api.messages.sendTest({ channel: 'email' })
  tag += 1
  const second = await start(2, `Young ${tag}`)
  await portal.runJobs()
  const places: number[] = []
  const mailings: number[] = []
  let before: number | undefined
  for (let n = 0; n < 50; n += 1) {
    const page = await api.messages.list({ limit: 1, ...(before !== undefined && { before }) })
    places.push(...page.messages.map(({ id }) => id), ...page.mailings.map(({ place }) => place))
    mailings.push(...page.mailings.map(({ id }) => id))
    if (page.next === null) break
    before = page.next
  }
  expect(places).toEqual(places.toSorted((a, b) => b - a))
  expect(new Set(places).size).toBe(places.length)
  expect(mailings.slice(0, 2)).toEqual([second, first])
})
