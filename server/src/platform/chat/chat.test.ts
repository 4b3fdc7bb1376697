import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { startTestChatServer, type TestChatServer } from './chat-server.testing.ts'
import { listWebhooks } from './list-webhooks.ts'
import { postToChat } from './post-to-chat.ts'

const minuteMs = 60_000

let portal: TestPortal
let admin: TestClient
let discord: TestChatServer
let slack: TestChatServer

/** Where the portal's clock was stopped, so that a slow machine is not late. */
let stoppedAt: number | null = null
const stopAt = (ms: number) => (stoppedAt = ms)

const set = (key: SettingKey, value: unknown) => changeSetting(portal.ctx, { key, value })

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(stoppedAt ?? Date.now()) })
  const { id } = await aMember(portal.db, { isAdmin: true, screenName: 'ada' })
  admin = await portal.as(id)
})
afterAll(() => portal.close())

beforeEach(async () => {
  stoppedAt = null
  await portal.db.deleteFrom('chat_lines').execute()
  await portal.db.deleteFrom('chat_webhooks').execute()
  ;[discord, slack] = await Promise.all([startTestChatServer(), startTestChatServer()])
  await set('DISCORD_DOOR_WEBHOOK', discord.url)
  await set('SLACK_DOOR_WEBHOOK', slack.url)
  await set('ENABLE_DISCORD_INTEGRATION', true)
  await set('ENABLE_SLACK_INTEGRATION', true)
})
afterEach(async () => {
  await Promise.all([discord.close(), slack.close()])
})

const waiting = async () => (await portal.db.selectFrom('chat_lines').selectAll().orderBy('id').execute()).length
const stateOf = async (key: string) => (await listWebhooks(portal.ctx)).find((chat) => chat.key === key)
const nextTryOf = async (key: string) => Date.parse((await stateOf(key))?.nextTryAt ?? '')

test('a failing webhook never affects another, and is tried again later and later', async () => {
  discord.be({ kind: 'answers', status: 500 })
  const { id } = await aMember(portal.db)
  await (await portal.as(id)).visits.signIn({ guests: [] })
  await portal.runJobs()
  expect(slack.posts).toHaveLength(1)
  expect(discord.posts).toHaveLength(1)
  expect(await stateOf('SLACK_DOOR_WEBHOOK')).toMatchObject({ failingSince: null, error: null, waiting: 0 })
  expect(await stateOf('DISCORD_DOOR_WEBHOOK')).toMatchObject({ waiting: 1, error: 'The service has a problem (500).' })
  const second = await nextTryOf('DISCORD_DOOR_WEBHOOK')
  stopAt(second - 1)
  await postToChat(portal.ctx, 'DISCORD_DOOR_WEBHOOK')
  expect(discord.posts).toHaveLength(1)
  stopAt(second)
  await postToChat(portal.ctx, 'DISCORD_DOOR_WEBHOOK')
  expect(discord.posts).toHaveLength(2)
  const third = await nextTryOf('DISCORD_DOOR_WEBHOOK')
  expect(third - second).toBe(15_000)
  stopAt(third - 1)
  await postToChat(portal.ctx, 'DISCORD_DOOR_WEBHOOK')
  expect(discord.posts).toHaveLength(2)
  discord.be({ kind: 'takes' })
  stopAt(third)
  await postToChat(portal.ctx, 'DISCORD_DOOR_WEBHOOK')
  expect(discord.posts).toHaveLength(3)
  expect(await stateOf('DISCORD_DOOR_WEBHOOK')).toMatchObject({ waiting: 0, error: null, failingSince: null })
})

test('what could not be said for an hour is given up, with a reason that staff read', async () => {
  await discord.close()
  const { id } = await aMember(portal.db)
  await (await portal.as(id)).visits.signIn({ guests: [] })
  await portal.runJobs()
  const refused = { error: 'The service refused the connection.', waiting: 1, givenUp: 0 }
  expect(await stateOf('DISCORD_DOOR_WEBHOOK')).toMatchObject(refused)
  stopAt(Date.now() + 61 * minuteMs)
  await postToChat(portal.ctx, 'DISCORD_DOOR_WEBHOOK')
  expect(await stateOf('DISCORD_DOOR_WEBHOOK')).toMatchObject({ ...refused, waiting: 0, givenUp: 1 })
  discord = await startTestChatServer()
})

test('a webhook that was deleted there is given up at once, and begins anew with another address', async () => {
  discord.be({ kind: 'answers', status: 404 })
  const { id } = await aMember(portal.db)
  await (await portal.as(id)).visits.signIn({ guests: [] })
  await portal.runJobs()
  expect(await stateOf('DISCORD_DOOR_WEBHOOK')).toMatchObject({
    error: 'The service does not know this webhook (404). It may have been deleted there.',
    waiting: 0,
    givenUp: 1,
  })
  await set('DISCORD_DOOR_WEBHOOK', `${discord.url}/new`)
  expect(await stateOf('DISCORD_DOOR_WEBHOOK')).toMatchObject({ error: null, failingSince: null, givenUp: 0 })
})

test('a service that asks for patience gets it', async () => {
  slack.be({ kind: 'answers', status: 429, headers: { 'retry-after': '90' } })
  const { id } = await aMember(portal.db)
  await (await portal.as(id)).visits.signIn({ guests: [] })
  const before = Date.now()
  await portal.runJobs()
  slack.be({ kind: 'takes' })
  const next = await nextTryOf('SLACK_DOOR_WEBHOOK')
  expect(next - before).toBeGreaterThanOrEqual(90_000)
  stopAt(next - 1)
  await postToChat(portal.ctx, 'SLACK_DOOR_WEBHOOK')
  expect(slack.posts).toHaveLength(1)
  stopAt(next)
  await postToChat(portal.ctx, 'SLACK_DOOR_WEBHOOK')
  expect(slack.posts).toHaveLength(2)
  expect(await waiting()).toBe(0)
})

test('a redirect is not followed', async () => {
  slack.be({ kind: 'answers', status: 307, headers: { location: discord.url } })
  const { id } = await aMember(portal.db)
  await admin.settings.reset({ key: 'DISCORD_DOOR_WEBHOOK' })
  await (await portal.as(id)).visits.signIn({ guests: [] })
  await portal.runJobs()
  expect(discord.posts).toEqual([])
  expect(await stateOf('SLACK_DOOR_WEBHOOK')).toMatchObject({ error: 'The service refused the post (307).' })
})

test('a chat that is switched off hears nothing, but for a test post', async () => {
  await set('ENABLE_SLACK_INTEGRATION', false)
  const { id } = await aMember(portal.db)
  await (await portal.as(id)).visits.signIn({ guests: [] })
  await admin.settings.testChat({ key: 'SLACK_DOOR_WEBHOOK' })
  await portal.runJobs()
  expect(slack.posts).toEqual([{ text: 'A test post of MemberMatters Portal. Posts arrive here.', mrkdwn: false }])
  expect(await stateOf('SLACK_DOOR_WEBHOOK')).toMatchObject({ isOpen: false, postedAt: expect.any(String) })
})

test('a test post that fails says why at once and does not come later', async () => {
  slack.be({ kind: 'answers', status: 503 })
  await admin.settings.testChat({ key: 'SLACK_DOOR_WEBHOOK' })
  await portal.runJobs()
  expect(await stateOf('SLACK_DOOR_WEBHOOK')).toMatchObject({ error: 'The service has a problem (503).', waiting: 0 })
  await admin.settings.reset({ key: 'SLACK_DOOR_WEBHOOK' })
  await expect(admin.settings.testChat({ key: 'SLACK_DOOR_WEBHOOK' })).rejects.toMatchObject({ code: 'badInput' })
})

test('the address of a webhook is nowhere to be read', async () => {
  slack.be({ kind: 'answers', status: 500 })
  await admin.settings.testChat({ key: 'SLACK_DOOR_WEBHOOK' })
  await portal.runJobs()
  const audit = await portal.db.selectFrom('audit_events').selectAll().execute()
  const everything = [
    await admin.settings.listChats(),
    await admin.settings.list(),
    await admin.settings.describe(),
    await admin.settings.listChanges({ key: 'SLACK_DOOR_WEBHOOK' }),
    audit,
    portal.logLines,
  ]
  expect(JSON.stringify(everything)).not.toContain(slack.url)
})

test.each(['http://chat.example/hook', 'https://', 'ftp://127.0.0.1/x', 'http://127.0.0.1.evil.example/', 'hook'])(
  '%s is no address of a webhook',
  async (value) => {
    await expect(admin.settings.update({ key: 'SLACK_DOOR_WEBHOOK', value })).rejects.toMatchObject({
      code: 'badInput',
      body: { fields: [{ message: 'The address of a webhook begins with https://.' }] },
    })
  },
)

test('a public portal takes no address on its own machine', async () => {
  const ctx = { ...portal.ctx, siteUrl: 'https://portal.example.org' }
  await expect(changeSetting(ctx, { key: 'SLACK_DOOR_WEBHOOK', value: slack.url })).rejects.toMatchObject({
    code: 'badInput',
  })
  await changeSetting(ctx, { key: 'SLACK_DOOR_WEBHOOK', value: 'https://hooks.example.org/services/T/B/x' })
})
