import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { change, record } from '../db/change.ts'
import { openDatabaseLine } from '../db/database-line.testing.ts'
import { callers } from '../http/callers.ts'
import { channel } from './channel.ts'
import { createEventStreams } from './event-stream.ts'
import { listen } from './listen.ts'
import { memberListener } from './listeners.ts'
import { screens } from './screens.ts'

const greetings = channel('greetings', z.object({ text: z.string() }))

let portal: TestPortal
let url: string
beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})
afterAll(() => portal.close())

type StreamOptions = { lastEventId?: string | undefined; at?: string; query?: string }

const openStream = async (memberId: number, { lastEventId, at = url, query = '' }: StreamOptions = {}) => {
  const stop = new AbortController()
  const answer = await fetch(`${at}/api/events/${query}`, {
    headers: {
      cookie: `sessionid=${await portal.sessionOf(memberId)}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    topics: () => [...text.matchAll(/"topic":"(\w+)"/g)].map((match) => match[1]),
    lastId: () => [...text.matchAll(/id: (\S+)/g)].at(-1)?.[1],
    text: () => text,
    ended: reading,
    close: () => stop.abort(),
  }
}

test('what is told on one process is heard on all, once the change is committed', async () => {
  const other = await portal.another()
  const heard: string[] = []
  for (const { services } of [portal, other]) services.live.on(greetings, ({ text }) => heard.push(text))
  await change(portal.ctx, 'test.greeted', async () => ({
    result: undefined,
    tell: [greetings.notice({ text: 'hello' })],
  }))
  await expect.poll(() => heard).toEqual(['hello', 'hello'])
  await other.close()
})

test('listeners do not hear of a change that was rolled back, and it leaves no audit event', async () => {
  const heard: string[] = []
  portal.services.live.on(greetings, ({ text }) => heard.push(text))
  const failing = change(portal.ctx, 'test.failed', async ({ tx }) => {
    await tx.insertInto('settings').values({ key: 'X', value: '1', changed_at: new Date() }).execute()
    await tx.insertInto('settings').values({ key: 'X', value: '1', changed_at: new Date() }).execute()
    return { result: undefined, tell: [greetings.notice({ text: 'never' })] }
  })
  await expect(failing).rejects.toThrow('settings_pkey')
  await change(portal.ctx, 'test.greeted', async () => ({
    result: undefined,
    tell: [greetings.notice({ text: 'after' })],
  }))
  await expect.poll(() => heard).toEqual(['after'])
  const audit = await portal.db.selectFrom('audit_events').select('event').where('event', '=', 'test.failed').execute()
  expect(audit).toEqual([])
})

test('a listener that fails to handle a notice keeps no other from hearing it', async () => {
  const heard: string[] = []
  const stop = portal.services.live.on(greetings, () => {
    throw new Error('not my day')
  })
  portal.services.live.on(greetings, ({ text }) => heard.push(text))
  await portal.services.live.send([greetings.notice({ text: 'still' })])
  await expect.poll(() => heard).toEqual(['still'])
  expect(portal.logLines.join('')).toContain('not my day')
  stop()
})

test('a notice too long for the database is refused before the change', () => {
  expect(() => greetings.notice({ text: 'x'.repeat(8000) })).toThrow('longer than')
})

test('each screen hears only what its caller may know of', async () => {
  const [member, inactive, admin, treasurer, secretary] = [
    await aMember(portal.db),
    await aMember(portal.db, { state: 'inactive' }),
    await aMember(portal.db, { isAdmin: true }),
    await aMember(portal.db, { permissions: ['money'] }),
    await aMember(portal.db, { state: 'inactive', permissions: ['members'] }),
  ]
  const streams = await Promise.all([member, inactive, admin, treasurer, secretary].map(({ id }) => openStream(id)))
  await portal.services.live.send([
    screens.notice({ topic: 'config', audience: 'everybody' }),
    screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
    screens.notice({ topic: 'messages', audience: 'admins' }),
    screens.notice({ topic: 'devices', audience: { staff: ['devices', 'money'] } }),
    screens.notice({ topic: 'members', audience: { staff: ['members'] } }),
    screens.notice({ topic: 'access', audience: { memberId: inactive.id } }),
    screens.notice({ topic: 'visits', audience: 'everybody' }),
  ])
  await expect
    .poll(() => streams.map((stream) => stream.topics()))
    .toEqual([
      ['config', 'swipes', 'visits'],
      ['config', 'access', 'visits'],
      ['config', 'swipes', 'messages', 'devices', 'members', 'visits'],
      ['config', 'swipes', 'devices', 'visits'],
      ['config', 'swipes', 'members', 'visits'],
    ])
  for (const stream of streams) stream.close()
})

test('an event says whether it is about the listener alone or about others', async () => {
  const { id } = await aMember(portal.db)
  const stream = await openStream(id)
  await portal.services.live.send([
    screens.notice({ topic: 'visits', audience: 'activeMembers' }),
    screens.notice({ topic: 'visits', audience: { memberId: id } }),
    screens.notice({ topic: 'visits', audience: 'everybody' }),
  ])
  await expect.poll(() => stream.topics()).toHaveLength(3)
  expect([...stream.text().matchAll(/^data: ({.*})$/gm)].map((match) => match[1])).toEqual([
    '{"topic":"visits","of":"others"}',
    '{"topic":"visits","of":"own"}',
    '{"topic":"visits"}',
  ])
  stream.close()
})

test('news of a write names it to the member whose page wrote, and to no other', async () => {
  const [writer, other] = [await aMember(portal.db), await aMember(portal.db)]
  const streams = [await openStream(writer.id), await openStream(other.id)]
  const { headers } = await portal.app.inject({
    method: 'POST',
    url: '/api/sitesessions/signin/',
    headers: { cookie: `sessionid=${await portal.sessionOf(writer.id)}; csrftoken=abc`, 'x-csrftoken': 'abc' },
    payload: { guests: [] },
  })
  const told = (of: string) => `{"topic":"visits","of":"${of}"`
  await expect.poll(() => streams[0]?.text()).toContain(`${told('own')},"by":"${String(headers['x-request-id'])}"}`)
  await expect.poll(() => streams[1]?.text()).toContain(`${told('others')}}`)
  for (const stream of streams) stream.close()
})

test('news of what is done behind an answer names no write', async () => {
  const { id } = await aMember(portal.db)
  const stream = await openStream(id)
  const actor = { kind: 'member' as const, id, isAdmin: false, permissions: [], state: 'active' as const, sessionId: 1 }
  await record({ ...portal.ctx, actor, requestId: 'r-1', isAnswered: () => true }, async () => ({
    result: undefined,
    tell: [screens.notice({ topic: 'swipes', audience: 'everybody' })],
  }))
  await expect.poll(() => stream.text()).toContain('{"topic":"swipes"}')
  stream.close()
})

test('a screen hears with each beat how many are open, and when to come back if the line breaks', async () => {
  const { id } = await aMember(portal.db)
  const [first, second] = [await openStream(id), await openStream(id)]
  await expect.poll(() => second.text()).toMatch(/event: beat\ndata: [2-9]\d*\n/)
  const retries = [first, second].map((stream) => Number(/^retry: (\d+)$/m.exec(stream.text())?.[1]))
  for (const ms of retries) expect(Math.abs(ms - 2000)).toBeLessThanOrEqual(1000)
  for (const stream of [first, second]) stream.close()
})

test('a screen that comes back gets what it missed; one from another process is told to ask for everything', async () => {
  const { id } = await aMember(portal.db)
  const first = await openStream(id)
  await portal.services.live.send([screens.notice({ topic: 'config', audience: 'everybody' })])
  await expect.poll(() => first.topics()).toEqual(['config'])
  first.close()
  await portal.services.live.send([screens.notice({ topic: 'swipes', audience: 'everybody' })])
  await wait(50)
  const again = await openStream(id, { lastEventId: first.lastId() })
  await expect.poll(() => again.topics()).toEqual(['swipes'])
  const stranger = await openStream(id, { lastEventId: 'abcdef-12' })
  await expect.poll(() => stranger.topics()).toEqual(['reset'])
  for (const stream of [again, stranger]) stream.close()
})

test('a screen that can send no header says in the address what it heard last, also when it heard only that the line is open', async () => {
  const { id } = await aMember(portal.db)
  const first = await openStream(id)
  await expect.poll(() => first.lastId()).toBeDefined()
  first.close()
  await portal.services.live.send([screens.notice({ topic: 'swipes', audience: 'everybody' })])
  await wait(50)
  const again = await openStream(id, { query: `?lastEventId=${first.lastId()}` })
  await expect.poll(() => again.topics()).toEqual(['swipes'])
  const stranger = await openStream(id, { query: '?lastEventId=0' })
  await expect.poll(() => stranger.topics()).toEqual(['reset'])
  for (const stream of [again, stranger]) stream.close()
})

test('a page that began to listen after it had asked hears what happened in between', async () => {
  const { id } = await aMember(portal.db)
  await portal.services.live.send([screens.notice({ topic: 'meetings', audience: 'everybody' })])
  await wait(50)
  const late = await openStream(id, { query: '?ageMs=60000' })
  await expect.poll(() => late.topics()).toContain('meetings')
  const early = await openStream(id)
  await portal.services.live.send([screens.notice({ topic: 'config', audience: 'everybody' })])
  await expect.poll(() => early.topics()).toEqual(['config'])
  late.close()
  early.close()
})

test('a stream ends when the session it came with is gone', async () => {
  const { id } = await aMember(portal.db)
  const stream = await openStream(id)
  await portal.db.deleteFrom('sessions').where('member_id', '=', id).execute()
  await portal.services.live.send([
    screens.notice({ topic: 'profile', audience: { memberId: id } }),
    callers.notice({ memberId: id }),
  ])
  await stream.ended
  expect(stream.topics()).toEqual(['profile'])
})

test('after the line to the database broke, listening goes on and screens are told to ask again', async () => {
  const { id } = await aMember(portal.db)
  const stream = await openStream(id)
  await portal.services.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'spacekeeper live' and datname = current_database()",
  )
  await expect.poll(() => stream.topics()).toContain('reset')
  await portal.services.live.send([screens.notice({ topic: 'swipes', audience: 'everybody' })])
  await expect.poll(() => stream.topics()).toContain('swipes')
  stream.close()
})

test('a line that a network swallowed is found out and opened anew', async () => {
  const line = await openDatabaseLine(portal.connectionString)
  onTestFinished(line.close)
  let returns = 0
  const heard: string[] = []
  const listener = await listen({
    connectionString: line.connectionString,
    log: portal.services.log,
    onNotice: (text) => void heard.push(text),
    onReturn: () => void (returns += 1),
    checkMs: 20,
    answerMs: 1_000,
  })
  onTestFinished(listener.close)
  line.swallow()
  await expect.poll(listener.state, { interval: 5 }).toBe('lost')
  await expect.poll(() => returns).toBe(1)
  await portal.services.pool.query("select pg_notify('spacekeeper', 'after')")
  await expect.poll(() => heard).toContain('after')
})

test('a member has twenty streams; with one more the oldest gives way, and those of others stay', async () => {
  const [{ id }, other] = [await aMember(portal.db), await aMember(portal.db)]
  const neighbour = await openStream(other.id)
  const oldest = await openStream(id)
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  for (let count = 0; count < 19; count += 1) streams.push(await openStream(id))
  const newest = await openStream(id)
  await oldest.ended
  expect(oldest.text()).toContain('event: full\nretry: 60000\n')
  await portal.services.live.send([screens.notice({ topic: 'config', audience: 'everybody' })])
  await expect
    .poll(() => [neighbour, newest, ...streams].map((stream) => stream.topics()))
    .toEqual(Array.from({ length: 21 }, () => ['config']))
  for (const stream of [neighbour, newest, ...streams]) stream.close()
})

test('a stream stays open while the database that knows its session is away', async () => {
  const app = Fastify()
  app.decorate('findCaller', () => Promise.reject(Object.assign(new Error('shutting down'), { code: '57P01' })))
  const streams = createEventStreams(app, portal.services)
  const { id } = await aMember(portal.db)
  const actor = { kind: 'member' as const, id, isAdmin: false, permissions: [], state: 'active' as const, sessionId: 1 }
  app.get('/api/events/', (request, reply) => {
    streams.open({ request, reply, listener: memberListener(app, { request, actor }) })
    return reply
  })
  const stream = await openStream(id, { at: await app.listen({ port: 0, host: '127.0.0.1' }) })
  // The first makes the portal look at the session again.
  await portal.services.live.send([screens.notice({ topic: 'profile', audience: { memberId: id } })])
  await expect.poll(() => stream.topics()).toEqual(['profile'])
  await portal.services.live.send([screens.notice({ topic: 'config', audience: 'everybody' })])
  await expect.poll(() => stream.topics()).toEqual(['profile', 'config'])
  stream.close()
  await app.close()
})
