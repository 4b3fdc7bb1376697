import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import { beforeAll, afterAll, beforeEach, afterEach, expect, test } from 'vitest'
import { type TestChatServer, startTestChatServer } from '#platform/chat/chat-server.testing.ts'
import { listWebhooks } from '#platform/chat/list-webhooks.ts'
import { postToChat } from '#platform/chat/post-to-chat.ts'
import type { TestClient } from '../client.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aGrant } from './factory.ts'

let portal: TestPortal

let url = ''

let admin: TestClient

let discord: TestChatServer

let slack: TestChatServer

let cards = 7000

const dialled: DialledDevice[] = []

/** So far ahead the portal's clock is. */
let aheadMs = 0

const pass = (ms: number) => (aheadMs += ms)

const set = (key: SettingKey, value: unknown) => changeSetting(portal.ctx, { key, value })

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
  url = await portal.listen()
  const { id } = await aMember(portal.db, { isAdmin: true, screenName: 'ada' })
  admin = await portal.as(id)
})

afterAll(() => portal.close())

beforeEach(async () => {
  aheadMs = 0
  await portal.db.deleteFrom('chat_lines').execute()
  await portal.db.deleteFrom('chat_webhooks').execute()
  ;[discord, slack] = await Promise.all([startTestChatServer(), startTestChatServer()])
  await set('DISCORD_DOOR_WEBHOOK', discord.url)
  await set('SLACK_DOOR_WEBHOOK', slack.url)
  await set('ENABLE_DISCORD_INTEGRATION', true)
  await set('ENABLE_SLACK_INTEGRATION', true)
})

afterEach(async () => {
  for (const device of dialled.splice(0)) await device.close()
  await Promise.all([discord.close(), slack.close()])
})

const waiting = async () => (await portal.db.selectFrom('chat_lines').selectAll().orderBy('id').execute()).length

/** Swipes are queued a moment after their acknowledgement. */
const queued = async (count: number) => {
  await expect.poll(waiting).toBe(count)
}

const connect = async (facts: Parameters<typeof aDoor>[1] = {}) => {
  const door = await aDoor(portal.db, facts)
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  dialled.push(device)
  await device.settle()
  return { door, device }
}

const aCardholder = async (facts: MemberFacts = {}) => {
  const card = String((cards += 1))
  return { card, ...(await aMember(portal.db, { ...facts, cards: [card] })) }
}

const swipe = async (device: DialledDevice, card: string, command = 'log_access') => {
  device.send({ command, card_id: card })
  expect(await device.next()).toMatchObject({ command, success: true })
}

const stateOf = async (key: string) => (await listWebhooks(portal.ctx)).find((chat) => chat.key === key)

test('slow chat is no dead device: while webhooks hang, swipes are acknowledged and signing in answers', async () => {
  discord.be({ kind: 'hangs' })
  slack.be({ kind: 'hangs' })
  const { door, device } = await connect()
  const { card, id } = await aCardholder()
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  await swipe(device, card)
  await queued(2)
  const posting = Promise.all(ChatWebhook.options.map((webhook) => postToChat(portal.ctx, webhook)))
  await Promise.all([discord.arrived(1), slack.arrived(1)])
  // Both posts hang now.
  for (let n = 0; n < 20; n += 1) await swipe(device, card)
  const member = await portal.as(id)
  await member.visits.signIn({ guests: [] })
  await member.visits.signOut()
  await posting
  expect(await stateOf('DISCORD_DOOR_WEBHOOK')).toMatchObject({
    error: 'The service did not answer within 5 seconds.',
    failingSince: expect.any(String),
  })
})

test('a swipe that was let in, one that was not and one at a locked door are said in both chats', async () => {
  const { door, device } = await connect({ name: 'Workshop' })
  const { card, id } = await aCardholder({ screenName: 'bo' })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  await swipe(device, card)
  await swipe(device, card, 'log_access_denied')
  await device.settle()
  await swipe(device, card, 'log_access_locked_out')
  await queued(6)
  await portal.runJobs()
  expect(discord.posts).toEqual([
    {
      description: '',
      embeds: [
        { description: 'bo opened Workshop.', color: 5_025_616 },
        { description: 'bo was refused at Workshop.', color: 16_007_990 },
        { description: 'bo was refused at Workshop, which is locked for maintenance.', color: 16_750_592 },
      ],
      allowed_mentions: { parse: [] },
    },
  ])
  expect(slack.posts).toEqual([{ text: expect.stringContaining('bo opened Workshop.\n'), mrkdwn: false }])
  expect(await waiting()).toBe(0)
})

test('a device posts where its flags say, and one that is hidden from members nowhere', async () => {
  const { card } = await aCardholder()
  for (const facts of [{ postsToSlack: false }, { postsToDiscord: false }, { isHidden: true }]) {
    const { device } = await connect(facts)
    await swipe(device, card)
  }
  await queued(2)
  const lines = await portal.db.selectFrom('chat_lines').select('webhook').orderBy('webhook').execute()
  expect(lines).toEqual([{ webhook: 'DISCORD_DOOR_WEBHOOK' }, { webhook: 'SLACK_DOOR_WEBHOOK' }])
})

test('unknown cards are not said, and a member who is hidden has no name', async () => {
  const { device } = await connect({ name: 'Side door' })
  const { card } = await aCardholder({ screenName: 'shy', isHidden: true })
  await swipe(device, 'unknown', 'log_access_denied')
  await swipe(device, card)
  await queued(2)
  await portal.runJobs()
  expect(slack.posts).toEqual([{ text: 'A member opened Side door.', mrkdwn: false }])
  expect(JSON.stringify([discord.posts, slack.posts])).not.toContain('shy')
})

test('signing in and out on site is said in Discord and in Slack, whichever of them has an address', async () => {
  await admin.settings.reset({ key: 'SLACK_DOOR_WEBHOOK' })
  const { id } = await aMember(portal.db, { screenName: '@everyone' })
  const member = await portal.as(id)
  await member.visits.signIn({ guests: ['Ann', 'Ben'] })
  await member.visits.signIn({ guests: ['Ann'] })
  await member.visits.signOut()
  await portal.runJobs()
  expect(discord.posts).toMatchObject([
    {
      embeds: [
        { description: '@\u200beveryone is on site with 2 guests.', color: 5_025_616 },
        { description: '@\u200beveryone has left.', color: 16_750_592 },
      ],
    },
  ])
  await set('SLACK_DOOR_WEBHOOK', slack.url)
  await admin.settings.reset({ key: 'DISCORD_DOOR_WEBHOOK' })
  await member.visits.signIn({ guests: [] })
  await member.visits.signOut()
  await portal.runJobs()
  expect(slack.posts).toEqual([{ text: '@\u200beveryone is on site.\n@\u200beveryone has left.', mrkdwn: false }])
})

test('a door opened from the portal is said with who did it', async () => {
  const { door, device } = await connect({ name: 'Gate' })
  await admin.doors.bump({ doorId: door.id })
  expect(await device.next()).toEqual({ command: 'bump' })
  await portal.runJobs()
  expect(slack.posts).toEqual([{ text: 'ada opened Gate from the portal.', mrkdwn: false }])
})

test('a rush of swipes becomes few posts, so far apart that chats take them', async () => {
  const { device } = await connect({ name: 'Front door' })
  const { card } = await aCardholder({ screenName: 'cy' })
  for (let n = 0; n < 70; n += 1) await swipe(device, card)
  await queued(140)
  await portal.runJobs()
  await postToChat(portal.ctx, 'SLACK_DOOR_WEBHOOK')
  expect(slack.posts).toHaveLength(1)
  for (let n = 0; n < 4; n += 1) {
    pass(4_100)
    await postToChat(portal.ctx, 'SLACK_DOOR_WEBHOOK')
  }
  expect(slack.posts).toHaveLength(3)
  const said = slack.posts.map(({ text }) => String(text).split('\n').length)
  expect(said).toEqual([30, 30, 10])
})
