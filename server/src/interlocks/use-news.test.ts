import { beforeAll, beforeEach, afterEach, afterAll, expect, test } from 'vitest'
import { type TestChatServer, startTestChatServer } from '#platform/chat/chat-server.testing.ts'
import { aGrant } from '../access/factory.ts'
import { swipeWords } from '../access/swipe-words.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aMachine } from './factory.ts'
import { machineScene, says, startedOf } from './machine-scene.testing.ts'
import { sweepSessions } from './sessions.ts'
import { endWords } from './use-news.ts'

let portal: TestPortal

let site: ReturnType<typeof machineScene>

let machines: TestChatServer

let doors: TestChatServer

/** So far ahead the portal's clock is. */
let aheadMs = 0

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
  site = machineScene({ db: portal.db, url: await portal.listen() })
})

beforeEach(async () => {
  aheadMs = 0
  await portal.db.deleteFrom('chat_lines').execute()
  await portal.db.deleteFrom('chat_webhooks').execute()
  ;[machines, doors] = await Promise.all([startTestChatServer(), startTestChatServer()])
  await changeSetting(portal.ctx, { key: 'SLACK_INTERLOCK_WEBHOOK', value: machines.url })
  await changeSetting(portal.ctx, { key: 'SLACK_DOOR_WEBHOOK', value: doors.url })
  await changeSetting(portal.ctx, { key: 'ENABLE_SLACK_INTEGRATION', value: true })
})

afterEach(async () => {
  await site.hangUp()
  await Promise.all([machines.close(), doors.close()])
})

afterAll(() => portal.close())

const lines = () => portal.db.selectFrom('chat_lines').select(['webhook', 'words']).orderBy('id').execute()

/** Lines follow the answer to the machine. */
const queued = async (count: number) => {
  await expect.poll(async () => (await lines()).length).toBe(count)
}

test('a start, a refusal and an end are said where machines are talked about, and not where doors are', async () => {
  const machine = await aMachine(portal.db, { name: 'Laser cutter' })
  const bo = await site.aUser(machine, { screenName: 'bo' })
  await aMember(portal.db, { screenName: 'eve', cards: ['7701'] })
  const { line } = await site.connect(machine)
  expect(await says.start(line, '7701')).toMatchObject({ command: 'interlock_session_rejected' })
  expect(await says.start(line, 'unknown')).toMatchObject({ command: 'interlock_session_rejected' })
  await queued(1)
  const id = await startedOf(line, bo.card)
  await queued(2)
  aheadMs = 40 * 60_000
  await portal.db.updateTable('interlock_sessions').set({ last_heard_at: portal.services.now() }).execute()
  expect(await says.end(line, id)).toMatchObject({ success: true })
  await portal.runJobs()
  await portal.runJobs()
  const said = machines.posts.map(({ text }) => text).join('\n')
  expect(said).toContain('eve couldn’t start Laser cutter.')
  expect(said).toContain('bo started Laser cutter.')
  expect(said + JSON.stringify(await lines())).toContain('bo finished with Laser cutter after 40 min.')
  expect(doors.posts).toEqual([])
})

test('a hidden machine is said nowhere, and a swipe at a door not among the machines', async () => {
  const machine = await aMachine(portal.db, { isHidden: true })
  const { line } = await site.connect(machine)
  await startedOf(line, (await site.aUser(machine)).card)
  const door = await aDoor(portal.db)
  await aGrant(portal.db, { memberId: (await aMember(portal.db)).id, deviceId: door.id })
  await line.settle()
  await portal.runJobs()
  expect(await lines()).toEqual([])
})

test('a machine that went offline is posted once', async () => {
  const machine = await aMachine(portal.db, { name: 'Lathe' })
  const bo = await site.aUser(machine, { screenName: 'cy' })
  const { line } = await site.connect(machine)
  await startedOf(line, bo.card)
  await queued(1)
  aheadMs = 10 * 60_000
  await sweepSessions(portal.ctx)
  await sweepSessions(portal.ctx)
  await portal.runJobs()
  await portal.runJobs()
  const said = [...machines.posts.map(({ text }) => String(text)), JSON.stringify(await lines())].join('\n')
  expect(said.match(/went offline/g)).toHaveLength(1)
})

const names = { member: 'bo', device: 'Saw' }
const news = { deviceId: 1, memberId: 1, at: new Date() }

test.for([
  ['granted', 'good', 'bo started Saw.'],
  ['refused', 'bad', 'bo couldn’t start Saw.'],
  ['lockedOut', 'notice', 'bo couldn’t start Saw, which is locked for maintenance.'],
] as const)('the words for a start that is %s', ([outcome, tone, words]) => {
  expect(swipeWords('interlock').describe({ ...news, outcome, product: null }, names)).toEqual({ words, tone })
})

test.for([
  ['card', 'bo finished with Saw after 1 h 30 min.'],
  ['newSession', 'bo finished with Saw after 1 h 30 min.'],
  ['lost', 'Saw went offline: the use by bo ended after 1 h 30 min.'],
  ['maxDuration', 'Saw switched off: the use by bo ended after 1 h 30 min, the longest allowed.'],
] as const)('the words for a use that ends by %s', ([reason, words]) => {
  expect(endWords.describe({ ...news, reason, durationMs: 90 * 60_000 }, names)).toEqual({ words, tone: 'notice' })
})
