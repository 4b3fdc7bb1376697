import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChatServer, startTestChatServer } from '#platform/chat/chat-server.testing.ts'
import { listWebhooks } from '#platform/chat/list-webhooks.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { setTo } from '../settings/changed-setting.testing.ts'
import { type FakeBoard, startBoard } from './boards.testing.ts'
import { sendIssue } from './channel-delivery.ts'
import { aPhoto, newestReport } from './report-scene.testing.ts'

let portal: TestPortal
let staff: TestClient
let member: TestClient
let trello: FakeBoard
let vikunja: FakeBoard
let discord: TestChatServer
let slack: TestChatServer

const switches = ['TRELLO', 'VIKUNJA', 'DISCORD', 'SLACK', 'EMAIL'] as const

const turnOn = async (...wanted: (typeof switches)[number][]) => {
  for (const name of switches) await setTo(portal, `REPORT_ISSUE_ENABLE_${name}`, wanted.includes(name))
}

beforeAll(async () => {
  portal = await startTestPortal()
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'], firstName: 'Di' })).id)
  member = await portal.as(
    (await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg', screenName: 'bo', email: 'bo@example.org' })).id,
  )
  ;[trello, vikunja] = await Promise.all([startBoard('trello'), startBoard('vikunja')])
  ;[discord, slack] = await Promise.all([startTestChatServer(), startTestChatServer()])
  await setTo(portal, 'EMAIL_ADMIN', 'admin@example.org')
  await setTo(portal, 'TRELLO_API_URL', trello.url)
  await setTo(portal, 'TRELLO_API_KEY', trello.state.key)
  await setTo(portal, 'TRELLO_API_TOKEN', trello.state.token)
  await setTo(portal, 'TRELLO_ID_LIST', trello.state.place)
  await setTo(portal, 'VIKUNJA_API_URL', `${vikunja.url}/`)
  await setTo(portal, 'VIKUNJA_API_TOKEN', vikunja.state.token)
  await setTo(portal, 'VIKUNJA_DEFAULT_PROJECT_ID', vikunja.state.place)
  await setTo(portal, 'DISCORD_REPORT_ISSUE_WEBHOOK', discord.url)
  await setTo(portal, 'SLACK_REPORT_ISSUE_WEBHOOK', slack.url)
  await setTo(portal, 'ENABLE_DISCORD_INTEGRATION', true)
  await setTo(portal, 'ENABLE_SLACK_INTEGRATION', true)
})
afterAll(async () => {
  await portal.close()
  await Promise.all([trello.close(), vikunja.close(), discord.close(), slack.close()])
})
beforeEach(async () => {
  await portal.db
    .updateTable('issue_reports')
    .set({ reported_at: new Date(0) })
    .execute()
  for (const board of [trello, vikunja]) {
    board.be({ kind: 'takes' })
    board.state.entries = []
  }
  for (const chat of [discord, slack]) {
    chat.be({ kind: 'takes' })
    chat.posts.length = 0
  }
  await setTo(portal, 'VIKUNJA_DEFAULT_LABEL_ID', '')
  await setTo(portal, 'TRELLO_API_TOKEN', trello.state.token)
})

const channelOf = async (name: string) => {
  const report = await newestReport(staff)
  return { issueId: report.id, post: report.channels.find(({ channel }) => channel === name) }
}

test('a report becomes a card and a task with its photos, each with an address', async () => {
  await turnOn('TRELLO', 'VIKUNJA')
  await setTo(portal, 'VIKUNJA_DEFAULT_LABEL_ID', '3')
  const { pictureId } = await member.issues.uploadPhoto({ file: await aPhoto() })
  const description = 'It wobbles <b>a lot</b>.\nThe guard is open.'
  await member.issues.report({ title: 'Blade is loose', description, area: 'Wood room', pictureIds: [pictureId] })
  await portal.runJobs()
  const photo = { name: `photo-${pictureId}.jpg`, bytes: expect.any(Number) }
  expect(trello.state.entries).toMatchObject([{ title: 'Blade is loose', attachments: [photo] }])
  expect(trello.state.entries[0]?.description).toContain('Reported by: Bo Berg\n\nWhere: Wood room\n\nIt wobbles')
  expect(vikunja.state.entries).toMatchObject([{ title: 'Blade is loose', labels: [3], attachments: [photo] }])
  expect(vikunja.state.entries[0]?.description).toContain('&lt;b&gt;a lot&lt;/b&gt;.<br>The guard')
  expect((await newestReport(staff)).channels).toMatchObject([
    { channel: 'trello', state: 'sent', url: `${trello.url}/c/card1`, error: null, tries: 1 },
    { channel: 'vikunja', state: 'sent', url: `${vikunja.url}/tasks/1`, error: null, tries: 1 },
  ])
})

test('Vikunja without a label is fine, and an unknown label loses no task', async () => {
  await turnOn('VIKUNJA')
  await member.issues.report({ title: 'No label' })
  await portal.runJobs()
  expect((await channelOf('vikunja')).post).toMatchObject({ state: 'sent', error: null })
  await setTo(portal, 'VIKUNJA_DEFAULT_LABEL_ID', '99')
  await member.issues.report({ title: 'Unknown label' })
  await portal.runJobs()
  expect(vikunja.state.entries.map(({ title }) => title)).toEqual(['No label', 'Unknown label'])
  expect((await channelOf('vikunja')).post).toMatchObject({
    state: 'sent',
    error: 'The label is missing there. Vikunja can’t find the label (404).',
  })
})

test('while one channel is down the others get the report, and it is sent there later', async () => {
  await turnOn('TRELLO', 'VIKUNJA')
  trello.be({ kind: 'answers', status: 503 })
  await member.issues.report({ title: 'Heater is cold' })
  await portal.runJobs()
  expect(vikunja.state.entries).toHaveLength(1)
  const { issueId, post } = await channelOf('trello')
  expect(post).toMatchObject({ state: 'waiting', error: 'Trello has a problem (503).', tries: 1 })
  expect(post?.nextTryAt).not.toBeNull()
  trello.be({ kind: 'takes' })
  await staff.issues.sendAgain({ issueId, channel: 'trello' })
  await portal.runJobs()
  expect(trello.state.entries).toMatchObject([{ title: 'Heater is cold' }])
  expect((await channelOf('trello')).post).toMatchObject({ state: 'sent', error: null })
  await expect(staff.issues.sendAgain({ issueId, channel: 'trello' })).rejects.toMatchObject({ code: 'messageSettled' })
  await expect(staff.issues.sendAgain({ issueId, channel: 'slack' })).rejects.toMatchObject({ code: 'notFound' })
})

test('a wrong token is not tried for ever: staff read why, put it right and send it again', async () => {
  await turnOn('TRELLO')
  await setTo(portal, 'TRELLO_API_TOKEN', 'old')
  await member.issues.report({ title: 'Tap drips' })
  await portal.runJobs()
  const { issueId, post } = await channelOf('trello')
  expect(post).toMatchObject({
    state: 'failed',
    error: 'Trello doesn’t accept the key or the token (401).',
    nextTryAt: null,
  })
  expect((await staff.issues.listReports({})).issues.find(({ id }) => id === issueId)?.failedChannels).toEqual([
    'trello',
  ])
  await setTo(portal, 'TRELLO_API_TOKEN', trello.state.token)
  await staff.issues.sendAgain({ issueId, channel: 'trello' })
  await portal.runJobs()
  expect((await channelOf('trello')).post).toMatchObject({ state: 'sent' })
})

test('a channel that is not set up says what it lacks, and the report is there', async () => {
  await turnOn('TRELLO')
  await setTo(portal, 'TRELLO_ID_LIST', '')
  await member.issues.report({ title: 'No list' })
  await portal.runJobs()
  await setTo(portal, 'TRELLO_ID_LIST', trello.state.place)
  expect((await channelOf('trello')).post).toMatchObject({ state: 'failed', error: 'The list in Trello isn’t set.' })
})

test('a try that breaks off after the card goes on with the photos and makes no second card', async () => {
  await turnOn('TRELLO')
  const photos = [await member.issues.uploadPhoto({ file: await aPhoto() })]
  photos.push(await member.issues.uploadPhoto({ file: await aPhoto(300, 400) }))
  trello.be({ kind: 'answers', status: 429, headers: { 'retry-after': '10' } }, 2)
  await member.issues.report({ title: 'Two photos', pictureIds: photos.map(({ pictureId }) => pictureId) })
  await portal.runJobs()
  const { issueId, post } = await channelOf('trello')
  expect(post).toMatchObject({ state: 'waiting', error: 'Trello asked for fewer requests (429).' })
  trello.be({ kind: 'takes' })
  await staff.issues.sendAgain({ issueId, channel: 'trello' })
  await portal.runJobs()
  expect(trello.state.entries).toHaveLength(1)
  expect(trello.state.entries[0]?.attachments).toHaveLength(2)
})

test('chats hear of a report without pinging anyone, with the card where there is one', async () => {
  await turnOn('TRELLO', 'DISCORD', 'SLACK')
  await member.issues.report({ title: '@everyone look **here**', description: 'See https://bad.example.org' })
  await portal.runJobs()
  const { issueId } = await channelOf('discord')
  // They wait a few seconds for the card.
  for (const channel of ['discord', 'slack'] as const) await sendIssue(portal.ctx, { reportId: issueId, channel })
  const [post] = discord.posts
  expect(JSON.stringify(post)).not.toContain('@everyone')
  expect(JSON.stringify(post)).not.toContain('**here**')
  expect(post).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ url: expect.stringContaining(`/manage/issues/${issueId}`) }],
  })
  expect(JSON.stringify(post)).toContain(`Trello: ${trello.url}/c/card1`)
  expect(JSON.stringify(slack.posts[0])).toContain('bo reported this.')
  expect(JSON.stringify(slack.posts[0])).not.toContain('https://bad')
  expect((await listWebhooks(portal.ctx)).find(({ key }) => key === 'SLACK_REPORT_ISSUE_WEBHOOK')).toMatchObject({
    isOpen: true,
    error: null,
    postedAt: expect.any(String),
  })
})

test('a chat that is down is noted at the report and at its webhook', async () => {
  await turnOn('SLACK')
  slack.be({ kind: 'answers', status: 404 })
  await member.issues.report({ title: 'Nothing hears' })
  await portal.runJobs()
  const error = 'The service does not know this webhook (404). It may have been deleted there.'
  expect((await channelOf('slack')).post).toMatchObject({ state: 'failed', error })
  expect((await listWebhooks(portal.ctx)).find(({ key }) => key === 'SLACK_REPORT_ISSUE_WEBHOOK')).toMatchObject({
    error,
  })
})

test('administrators get an email with the photos that they can answer to the member', async () => {
  await turnOn('EMAIL')
  const { pictureId } = await member.issues.uploadPhoto({ file: await aPhoto() })
  await member.issues.report({ title: 'Leak', description: 'Under the sink.', pictureIds: [pictureId] })
  await portal.runJobs()
  const message = await portal.db
    .selectFrom('messages')
    .selectAll()
    .where('template', '=', 'issueReported')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(message).toMatchObject({ recipient: 'admin@example.org', reply_to: 'bo@example.org', subject: 'Leak' })
  expect(message.text).toContain('Bo Berg reported a problem.')
  const files = await portal.db
    .selectFrom('message_files')
    .select('name')
    .where('message_id', '=', message.id)
    .execute()
  expect(files).toEqual([{ name: `photo-${pictureId}.jpg` }])
  // Without a mail server it stays in the outbox.
  expect((await channelOf('email')).post).toMatchObject({ state: 'kept' })
})

test('neither keys nor tokens are in what staff read or in the audit', async () => {
  await turnOn('TRELLO', 'VIKUNJA')
  await member.issues.report({ title: 'Secrets' })
  await portal.runJobs()
  const audit = await portal.db.selectFrom('audit_events').select('data').execute()
  expect(JSON.stringify([await newestReport(staff), audit])).not.toMatch(/key-1|token-1/)
})
