import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { aMember } from '../members/factory.ts'
import type { TestPortal } from '../portal.testing.ts'
import { verify } from './receiver.testing.ts'
import { sendDue } from './sending.ts'
import { openWebhookScene } from './webhook-scene.testing.ts'

let scene: Awaited<ReturnType<typeof openWebhookScene>>
let portal: TestPortal

beforeAll(async () => {
  scene = await openWebhookScene()
  portal = scene.portal
})

afterAll(() => scene.close())

beforeEach(() => scene.begin())

/** Something that ends up in the audit. */
const happen = (event: 'visit.signedIn' | 'member.activate', memberId: number, data = {}) =>
  change({ ...portal.ctx, actor: { kind: 'system' } }, event, async () => ({
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data,
  }))

const dayMs = 24 * 60 * 60 * 1000

test('an event reaches those who want its kind, signed, with numbers and figures and nothing personal', async () => {
  const { receiverId, secret } = await scene.addReceiver()
  const { id } = await aMember(portal.db, { firstName: 'Bo', email: 'bo@example.org' })
  await happen('visit.signedIn', id, { guests: 2, reason: 'a birthday', name: 'Workshop' })
  await happen('member.activate', id)
  await portal.runJobs()
  expect(scene.other().heard).toHaveLength(1)
  const [message] = scene.other().heard
  if (!message) throw new Error('nothing was heard')
  expect(verify(secret, message)).toEqual({
    type: 'visit.signedIn',
    timestamp: expect.any(String),
    data: {
      eventId: expect.any(Number),
      kind: 'visits',
      actor: { kind: 'system', id: null },
      subject: { kind: 'member', id },
      facts: { guests: 2, name: 'Workshop' },
    },
  })
  expect(message.headers['content-type']).toBe('application/json')
  expect(() => verify('whsec_c29tZXRoaW5nIGVsc2U=', message)).toThrow('No matching signature')
  expect(await scene.logOf(receiverId)).toMatchObject([
    { state: 'delivered', status: 200, answer: 'thanks', attempts: 1 },
  ])
})

test('names and addresses go along where that was chosen, and never those of closed accounts', async () => {
  await scene.addReceiver({ hasNames: true })
  const [bo, closed] = [
    await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg', email: 'bo.berg@example.org' }),
    await aMember(portal.db, { email: 'gone@example.org' }),
  ]
  await scene.admin.profile.closeMember({ memberId: closed.id, confirmation: closed.email })
  await happen('visit.signedIn', bo.id)
  await happen('visit.signedIn', closed.id)
  await portal.runJobs()
  const subjects = scene
    .other()
    .heard.map(({ body }) => JSON.parse(body).data.subject)
    .toSorted((a, b) => a.id - b.id)
  expect(subjects).toEqual([
    { kind: 'member', id: bo.id, name: 'Bo Berg', email: 'bo.berg@example.org' },
    { kind: 'member', id: closed.id },
  ])
})

test('of votes nothing says which member cast them', async () => {
  await scene.addReceiver({ kinds: ['votes'], hasNames: true })
  const { id, email } = await aMember(portal.db)
  const ctx = {
    ...portal.ctx,
    actor: { kind: 'member' as const, id, isAdmin: false, permissions: [], state: 'active' as const, sessionId: 1 },
  }
  await change(ctx, 'vote.cast', async () => ({ result: undefined, data: { name: 'A new lathe', count: 1 } }))
  await portal.runJobs()
  expect(JSON.parse(scene.other().heard[0]?.body ?? '{}').data).toMatchObject({
    actor: { kind: 'member', id: null },
    subject: null,
    facts: { count: 1 },
  })
  expect(scene.other().heard[0]?.body).not.toContain(email)
})

test('without a receiver that is on, a write adds no job', async () => {
  const jobs = async () =>
    (await portal.services.pool.query("select 1 from graphile_worker.jobs where task_identifier like '%Webhook%'"))
      .rowCount
  const { receiverId } = await scene.addReceiver()
  await scene.admin.webhooks.setOn({ receiverId, isOn: false })
  await portal.runJobs()
  const { id } = await aMember(portal.db)
  await happen('visit.signedIn', id)
  expect(await jobs()).toBe(0)
  await scene.admin.webhooks.setOn({ receiverId, isOn: true })
  await portal.runJobs()
  await happen('visit.signedIn', id)
  expect(await jobs()).toBe(1)
})

test('what was rolled back is told to no one', async () => {
  await scene.addReceiver()
  const { id } = await aMember(portal.db)
  const failing = change(portal.ctx, 'visit.signedIn', async ({ tx }) => {
    await tx.selectFrom('members').select('id').where('id', '=', id).execute()
    await tx.deleteFrom('members').where('id', '=', -1).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await portal.runJobs()
  expect(scene.other().heard).toEqual([])
})

test('an event that is taken twice is in the log once', async () => {
  const { receiverId } = await scene.addReceiver()
  const { id } = await aMember(portal.db)
  await happen('visit.signedIn', id)
  await portal.services.pool.query(
    "select graphile_worker.add_job('takeWebhookEvents', payload) from graphile_worker._private_jobs where payload->'auditIds' is not null",
  )
  await portal.runJobs()
  expect(await scene.logOf(receiverId)).toHaveLength(1)
  expect(scene.other().heard).toHaveLength(1)
})

test('what did not arrive is tried again under the same id, ever later, ten times in all', async () => {
  const { receiverId, secret } = await scene.addReceiver()
  scene.other().answerWith((reply) => void reply.writeHead(500).end('no database'))
  const { id } = await aMember(portal.db)
  await happen('visit.signedIn', id)
  await portal.runJobs()
  expect(await scene.logOf(receiverId)).toMatchObject([
    { state: 'waiting', status: 500, answer: 'no database', error: 'The receiver answered 500.', attempts: 1 },
  ])
  expect(await scene.admin.webhooks.get({ receiverId })).toMatchObject({ failingSince: expect.any(String), waiting: 1 })
  const waits: number[] = []
  for (let tries = 1; tries < 10; tries += 1) {
    const [entry] = await scene.logOf(receiverId)
    waits.push((Date.parse(entry?.nextTryAt ?? '') - Date.parse(entry?.triedAt ?? '')) / 60_000)
    scene.setLate(Date.parse(entry?.nextTryAt ?? '') - Date.now() + 1)
    await sendDue(systemCtx(portal.services), receiverId)
  }
  expect(waits.map((minutes) => minutes >= 0.08 && minutes <= 29 * 60)).not.toContain(false)
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
  expect(await scene.logOf(receiverId)).toMatchObject([{ state: 'failed', attempts: 10, nextTryAt: null }])
  expect(new Set(scene.other().heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  scene.setLate(0)
  scene.other().answerWith((reply) => void reply.writeHead(204).end())
  expect(await scene.admin.webhooks.replayFailed({ receiverId })).toEqual({ count: 1 })
  await portal.runJobs()
  expect(await scene.logOf(receiverId)).toMatchObject([{ state: 'delivered', status: 204, attempts: 1, answer: null }])
  expect(await scene.admin.webhooks.get({ receiverId })).toMatchObject({ failingSince: null, waiting: 0 })
  const last = scene.other().heard.at(-1)
  expect(last && verify(secret, last)).toMatchObject({ type: 'visit.signedIn' })
  expect(last?.headers['webhook-id']).toBe(scene.other().heard[0]?.headers['webhook-id'])
})

test('410 switches a receiver off at once and tells the administrators; nothing more is sent', async () => {
  const { receiverId } = await scene.addReceiver({ name: 'Old wiki' })
  scene.other().answerWith((reply) => void reply.writeHead(410).end())
  const { id } = await aMember(portal.db)
  await happen('visit.signedIn', id)
  await portal.runJobs()
  expect(await scene.admin.webhooks.get({ receiverId })).toMatchObject({ offReason: 'gone', waiting: 0 })
  expect(await scene.logOf(receiverId)).toMatchObject([{ state: 'failed', status: 410 }])
  const mails = await portal.db.selectFrom('messages').select('subject').where('template', '=', 'webhookOff').execute()
  expect(mails).toEqual([{ subject: 'The webhook “Old wiki” was switched off' }])
  await happen('visit.signedIn', id)
  await portal.runJobs()
  expect(scene.other().heard).toHaveLength(1)
  await expect(scene.admin.webhooks.replayFailed({ receiverId })).rejects.toMatchObject({ code: 'receiverOff' })
})

test('after five days without success a receiver is switched off, and what waited is stopped', async () => {
  const { receiverId } = await scene.addReceiver()
  scene.other().answerWith((reply) => void reply.writeHead(503).end())
  const { id } = await aMember(portal.db)
  await happen('visit.signedIn', id)
  await portal.runJobs()
  scene.setLate(5 * dayMs + 60_000)
  await sendDue(systemCtx(portal.services), receiverId)
  expect(await scene.admin.webhooks.get({ receiverId })).toMatchObject({ offReason: 'failing' })
  expect(await scene.logOf(receiverId)).toMatchObject([{ state: 'stopped' }])
})

test('a try that was cut off with its process is made again under the same id', async () => {
  const { receiverId } = await scene.addReceiver()
  const { id } = await aMember(portal.db)
  await happen('visit.signedIn', id)
  await portal.runJobs()
  await portal.db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', settled_at: null, next_try_at: new Date(Date.now() - 1) })
    .execute()
  await sendDue(systemCtx(portal.services), receiverId)
  expect(new Set(scene.other().heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(scene.other().heard).toHaveLength(2)
})

test('a hundred events are all told, each once, while two work on them', async () => {
  await scene.addReceiver()
  const { id } = await aMember(portal.db)
  await Promise.all(Array.from({ length: 100 }, () => happen('visit.signedIn', id)))
  await Promise.all([portal.runJobs(), portal.runJobs()])
  await portal.runJobs()
  expect(new Set(scene.other().heard.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
  expect(scene.other().heard).toHaveLength(100)
  expect(Math.max(...scene.other().heard.map(({ body }) => body.length))).toBeLessThan(20_000)
})
