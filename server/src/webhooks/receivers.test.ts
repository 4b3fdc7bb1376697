import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import type { TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { verify } from './receiver.testing.ts'
import { openWebhookScene } from './webhook-scene.testing.ts'

let scene: Awaited<ReturnType<typeof openWebhookScene>>
let portal: TestPortal

beforeAll(async () => {
  scene = await openWebhookScene()
  portal = scene.portal
})

afterAll(() => scene.close())

beforeEach(() => scene.begin())

test.each<[string, (reply: ServerResponse) => void, object]>([
  ['sends on', (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), { status: 302 }],
  ['breaks off', (reply) => void reply.destroy(), { status: null, error: 'The server closed the connection.' }],
])('a receiver that %s has not heard', async (_, answer, outcome) => {
  const { receiverId } = await scene.addReceiver()
  scene.other().answerWith(answer)
  await scene.admin.webhooks.test({ receiverId })
  await portal.runJobs()
  expect(await scene.logOf(receiverId)).toMatchObject([
    { event: 'webhook.test', state: 'failed', attempts: 1, ...outcome },
  ])
  expect(await scene.admin.webhooks.get({ receiverId })).toMatchObject({ failingSince: null })
})

test('a receiver that floods is heard as far as its answer matters', async () => {
  const { receiverId } = await scene.addReceiver()
  scene.other().answerWith((reply) => {
    reply.writeHead(200)
    const flood = setInterval(() => reply.write('x\u0000\u001b'.repeat(20_000)), 1)
    reply.on('close', () => clearInterval(flood))
  })
  await scene.admin.webhooks.test({ receiverId })
  await portal.runJobs()
  const [entry] = await scene.logOf(receiverId)
  expect(entry).toMatchObject({ state: 'delivered', status: 200 })
  expect(entry?.answer?.length).toBeLessThanOrEqual(300)
})

test('a receiver that hangs is given up after 15 seconds', async () => {
  const { receiverId } = await scene.addReceiver()
  scene.other().answerWith((reply) => {
    reply.writeHead(200).flushHeaders()
  })
  await scene.admin.webhooks.test({ receiverId })
  await portal.runJobs()
  const [entry] = await scene.logOf(receiverId)
  expect(entry).toMatchObject({ state: 'failed', error: 'The server did not answer within 15 seconds.' })
  expect(entry?.tookMs).toBeGreaterThan(10_000)
})

test('while a secret is replaced both are good, and afterwards the new one alone', async () => {
  const { receiverId, secret: old } = await scene.addReceiver()
  const { secret } = await scene.admin.webhooks.rotate({ receiverId })
  await scene.admin.webhooks.test({ receiverId })
  await portal.runJobs()
  const [first] = scene.other().heard
  if (!first) throw new Error('nothing was heard')
  for (const one of [old, secret]) expect(verify(one, first)).toMatchObject({ type: 'webhook.test' })
  await portal.db
    .updateTable('webhook_receivers')
    .set({ old_secret_until: new Date(0) })
    .execute()
  await scene.admin.webhooks.test({ receiverId })
  await portal.runJobs()
  const second = scene.other().heard.at(-1) ?? first
  expect(verify(secret, second)).toMatchObject({ type: 'webhook.test' })
  expect(() => verify(old, second)).toThrow('No matching signature')
})

test('secrets stand in one answer and nowhere else', async () => {
  const { receiverId, secret } = await scene.addReceiver({ address: `${scene.other().url}?password=of-the-receiver` })
  await scene.admin.webhooks.test({ receiverId })
  await portal.runJobs()
  const rows = await portal.db.selectFrom('webhook_receivers').selectAll().execute()
  const audit = await portal.db.selectFrom('audit_events').selectAll().where('event', 'like', 'webhook.%').execute()
  const bare = secret.slice('whsec_'.length)
  const answers = [await scene.admin.webhooks.list(), await scene.logOf(receiverId)]
  for (const text of [rows, audit, answers, portal.logLines].map((one) => JSON.stringify(one)))
    expect(text).not.toContain(bare)
  expect(JSON.stringify([audit, portal.logLines])).not.toContain('of-the-receiver')
})

test.each([
  ['http://169.254.169.254/latest', 'The portal never connects to this address.'],
  ['ftp://example.org/', 'An address such as https://example.org/hook.'],
  ['https://ada:secret@example.org/', 'An address without a user name, a password or a #.'],
])('%s is refused at its field', async (address, message) => {
  await expect(scene.addReceiver({ address })).rejects.toMatchObject({
    body: { code: 'badInput', fields: [{ field: 'address', message }] },
  })
})

test('the space’s own network needs the setting: to be entered, and to be sent to', async () => {
  const { receiverId } = await scene.addReceiver()
  await changeSetting(portal.ctx, { key: 'WEBHOOKS_ALLOW_PRIVATE', value: false })
  await scene.admin.webhooks.test({ receiverId })
  await portal.runJobs()
  expect(await scene.logOf(receiverId)).toMatchObject([
    { state: 'failed', error: 'The address has to begin with https://.' },
  ])
  await expect(scene.addReceiver()).rejects.toMatchObject({ body: { fields: [{ field: 'address' }] } })
  await expect(scene.addReceiver({ address: 'https://192.168.1.5/' })).rejects.toMatchObject({
    body: { fields: [{ field: 'address', message: 'The address is in a private network.' }] },
  })
  expect(scene.other().heard).toEqual([])
  await changeSetting(portal.ctx, { key: 'WEBHOOKS_ALLOW_PRIVATE', value: true })
})

test('a command to a door is told as what it is, and only administrators manage receivers', async () => {
  const { id } = await aMember(portal.db, { permissions: ['settings', 'devices', 'members'] })
  const staff = await portal.as(id)
  await expect(staff.webhooks.list()).rejects.toMatchObject({ code: 'notAllowed' })
  await scene.addReceiver({ kinds: ['devices'] })
  const door = await aDoor(portal.db)
  await scene.admin.devices.setLockout({ deviceId: door.id, isLockedOut: true, reason: 'a secret of the workshop' })
  await portal.runJobs()
  const [message] = scene.other().heard
  expect(JSON.parse(message?.body ?? '{}')).toMatchObject({
    type: 'device.lockedOut',
    data: { kind: 'devices', subject: { kind: 'device', id: door.id }, actor: { kind: 'member' } },
  })
  expect(message?.body).not.toContain('workshop')
})
