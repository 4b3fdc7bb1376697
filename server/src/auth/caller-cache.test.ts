import { beforeAll, afterAll, test, expect, onTestFinished } from 'vitest'
import { change } from '#platform/db/change.ts'
import { callers } from '#platform/http/callers.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { openBrowser } from './browser.testing.ts'
import { type SessionCaller, createCallerCache } from './caller-cache.ts'
import { anAccount } from './factory.ts'

let portal: TestPortal

let other: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  other = await portal.another()
})

afterAll(async () => {
  await other.close()
  await portal.close()
})

const statusOf = async (where: TestPortal, token: string) => {
  const answer = await where.app.inject({ url: '/api/profile/', headers: { authorization: `Bearer ${token}` } })
  return answer.statusCode
}

const cutLine = () =>
  portal.services.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'spacekeeper live' and datname = current_database()",
  )

const aCaller = (id: number): SessionCaller => ({
  actor: { kind: 'member', id, isAdmin: false, permissions: [], state: 'active', sessionId: id },
  lastUsedAt: new Date(),
  claimHash: null,
  expiresAt: new Date(Date.now() + 1_000_000),
})

test('a member who logs out is out at once here, and within moments in every other process', async () => {
  const { email } = await anAccount(portal.db, { password: 'correct horse battery' })
  const browser = openBrowser(portal.app)
  await browser.logIn(email, 'correct horse battery')
  const token = browser.cookies.get('sessionid') ?? ''
  expect([await statusOf(portal, token), await statusOf(other, token)]).toEqual([200, 200])
  await browser.post('/api/logout/')
  expect(await statusOf(portal, token)).toBe(401)
  await expect.poll(() => statusOf(other, token), { timeout: 4_000 }).toBe(401)
})

test('a log-in ends the session before it at once', async () => {
  const { email } = await anAccount(portal.db, { password: 'correct horse battery' })
  const browser = openBrowser(portal.app)
  await browser.logIn(email, 'correct horse battery')
  const token = browser.cookies.get('sessionid') ?? ''
  expect(await statusOf(portal, token)).toBe(200)
  await browser.logIn(email, 'correct horse battery')
  expect(await statusOf(portal, token)).toBe(401)
})

test('a change of a member’s rights counts from the next request on, in every process', async () => {
  const { id } = await aMember(portal.db)
  const token = await portal.sessionOf(id)
  const search = async (where: TestPortal) => {
    const answer = await where.app.inject({
      url: '/api/admin/members/search/',
      headers: { authorization: `Bearer ${token}` },
    })
    return answer.statusCode
  }
  expect([await search(portal), await search(other)]).toEqual([403, 403])
  const setAdmin = (isAdmin: boolean) =>
    change(portal.ctx, 'test.officeChanged', async (tx) => {
      await tx.updateTable('members').set({ is_admin: isAdmin }).where('id', '=', id).execute()
      return { result: undefined, tell: [callers.notice({ memberId: id })] }
    })
  await setAdmin(true)
  expect(await search(portal)).toBe(200)
  await expect.poll(() => search(other), { timeout: 4_000 }).toBe(200)
  await setAdmin(false)
  expect(await search(portal)).toBe(403)
  await expect.poll(() => search(other), { timeout: 4_000 }).toBe(403)
})

test('a change that was rolled back is not heard', async () => {
  let heard = 0
  onTestFinished(portal.services.live.on(callers, () => void (heard += 1)))
  const failing = change(portal.ctx, 'test.failed', async (tx) => {
    await tx.deleteFrom('sessions').execute()
    await tx.insertInto('settings').values({ key: 'X', value: 'no json', changed_at: new Date() }).execute()
    return { result: undefined, tell: [callers.notice({ memberId: 1 })] }
  })
  await expect(failing).rejects.toThrow('json')
  expect(heard).toBe(0)
})

test('without a notice a cached caller is used for five seconds at most', async () => {
  let now = 0
  const cache = createCallerCache({ live: portal.services.live, clockMs: () => now })
  await cache.ask('key', async () => aCaller(1))
  now = 4_999
  expect(cache.recall('key')?.actor.id).toBe(1)
  now = 5_000
  expect(cache.recall('key')).toBeUndefined()
})

test('an answer that a notice overtook is used once and not remembered', async () => {
  const { live } = portal.services
  const cache = createCallerCache({ live })
  const asked = cache.ask('key', async () => {
    live.hearAtOnce([callers.notice({ memberId: 1 })])
    return aCaller(1)
  })
  expect((await asked)?.actor.id).toBe(1)
  expect(cache.recall('key')).toBeUndefined()
})

test('a notice drops the member it names and no other', async () => {
  const { live } = portal.services
  const cache = createCallerCache({ live })
  for (const id of [1, 2]) await cache.ask(String(id), async () => aCaller(id))
  live.hearAtOnce([callers.notice({ memberId: 1 })])
  expect([cache.recall('1'), cache.recall('2')?.actor.id]).toEqual([undefined, 2])
})

test('while notices cannot be heard nothing cached is used, and afterwards only what was read since', async () => {
  const { live } = portal.services
  const cache = createCallerCache({ live })
  await cache.ask('key', async () => aCaller(1))
  const isBack = new Promise<void>((resolve) => void live.onReconnect(resolve))
  await cutLine()
  await expect.poll(live.isConnected, { interval: 5 }).toBe(false)
  expect(cache.recall('key')).toBeUndefined()
  await cache.ask('key', async () => aCaller(1))
  expect(cache.recall('key')).toBeUndefined()
  await isBack
  expect(cache.recall('key')).toBeUndefined()
  await cache.ask('key', async () => aCaller(1))
  expect(cache.recall('key')?.actor.id).toBe(1)
})

test('of very many callers those asked for longest ago are forgotten', async () => {
  const cache = createCallerCache({ live: portal.services.live })
  for (let id = 0; id <= 10_000; id += 1) await cache.ask(String(id), async () => aCaller(id))
  expect([cache.recall('0'), cache.recall('1')?.actor.id]).toEqual([undefined, 1])
})
