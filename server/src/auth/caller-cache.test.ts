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
  tokenEndsAt: null,
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
  await expect.poll(() => statusOf(other, token)).toBe(401)
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
    change(portal.ctx, 'test.officeChanged', async ({ tx }) => {
      await tx.updateTable('members').set({ is_admin: isAdmin }).where('id', '=', id).execute()
      return { result: undefined, tell: [callers.notice({ memberId: id })] }
    })
  await setAdmin(true)
  expect(await search(portal)).toBe(200)
  await expect.poll(() => search(other)).toBe(200)
  await setAdmin(false)
  expect(await search(portal)).toBe(403)
  await expect.poll(() => search(other)).toBe(403)
})

test.each([
  ['is suspended', "update members set suspended_at = now(), suspension_reason = 'test' where id = $1"],
  ['is no member any more', "update members set membership_state = 'inactive' where id = $1"],
  ['becomes an administrator', 'update members set is_admin = true where id = $1'],
  ['loses a permission', "update members set permissions = '{}' where id = $1"],
  ['has an address that is not confirmed', 'update members set email_verified_at = null where id = $1'],
  ['has no session any more', 'delete from sessions where member_id = $1'],
  [
    'has a session that ends sooner',
    "update sessions set expires_at = now() + interval '1 minute' where member_id = $1",
  ],
  ['has a session for another token', "update sessions set token_hash = 'other' where member_id = $1"],
  ['has a session at a kiosk that is revoked', 'update kiosks set authorised_at = null where $1 > 0'],
  ['has a session at a kiosk of another browser', "update kiosks set claim_hash = 'other' where $1 > 0"],
])('every process hears that a member %s, though the database was edited by hand', async (_, statement) => {
  const { id } = await aMember(portal.db, { permissions: ['members'] })
  await portal.sessionOf(id)
  const kiosk = await portal.db
    .insertInto('kiosks')
    .values({
      name: 'Hall',
      screen_id: `screen ${id}`,
      claim_hash: Buffer.from(`claim ${id}`),
      pairing_code: '123456',
      ip_address: '127.0.0.1',
      registered_at: new Date(),
      last_seen_at: new Date(),
      authorised_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  onTestFinished(async () => void (await portal.db.deleteFrom('kiosks').where('id', '=', kiosk.id).execute()))
  await portal.db.updateTable('sessions').set({ kiosk_id: kiosk.id }).where('member_id', '=', id).execute()
  const heard: number[] = []
  onTestFinished(other.services.live.on(callers, ({ memberId }) => void heard.push(memberId)))
  // What the lines above told comes before what is told now.
  await portal.services.live.send([callers.notice({ memberId: 0 })])
  await expect.poll(() => heard).toContain(0)
  heard.length = 0
  await portal.services.pool.query(statement, [id])
  await expect.poll(() => heard).toEqual([id])
})

test('a use of a session, and its end long after it ran out, are no news', async () => {
  const { id } = await aMember(portal.db)
  await portal.sessionOf(id)
  const heard: number[] = []
  onTestFinished(portal.services.live.on(callers, ({ memberId }) => void heard.push(memberId)))
  const { pool, live } = portal.services
  await pool.query(
    "update sessions set last_used_at = now(), expires_at = expires_at + interval '1 day' where member_id = $1",
    [id],
  )
  await pool.query('update members set last_seen_at = now(), first_name = $2 where id = $1', [id, 'Ada'])
  await pool.query("update sessions set expires_at = now() - interval '2 days' where member_id = $1", [id])
  await pool.query('delete from sessions where member_id = $1', [id])
  await live.send([callers.notice({ memberId: 0 })])
  await expect.poll(() => heard).toContain(0)
  // Only that it ends sooner than it was to end.
  expect(heard).toEqual([id, 0])
})

test('a change that was rolled back is not heard', async () => {
  let heard = 0
  onTestFinished(portal.services.live.on(callers, () => void (heard += 1)))
  const failing = change(portal.ctx, 'test.failed', async ({ tx }) => {
    await tx.deleteFrom('sessions').execute()
    await tx.insertInto('settings').values({ key: 'X', value: 'no json', changed_at: new Date() }).execute()
    return { result: undefined, tell: [callers.notice({ memberId: 1 })] }
  })
  await expect(failing).rejects.toThrow('json')
  expect(heard).toBe(0)
})

test('without a notice a cached caller is used for a minute at most', async () => {
  let now = 0
  const cache = createCallerCache({ live: portal.services.live, clockMs: () => now })
  await cache.ask('key', async () => aCaller(1))
  now = 59_999
  expect(cache.recall('key')?.actor.id).toBe(1)
  now = 60_000
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

test('all sessions of a member are dropped at once, and what is remembered anew after that is believed', async () => {
  const { live } = portal.services
  const cache = createCallerCache({ live })
  for (const key of ['phone', 'desktop']) await cache.ask(key, async () => aCaller(1))
  live.hearAtOnce([callers.notice({ memberId: 1 })])
  expect([cache.recall('phone'), cache.recall('desktop')]).toEqual([undefined, undefined])
  await cache.ask('phone', async () => aCaller(1))
  expect(cache.recall('phone')?.actor.id).toBe(1)
  live.hearAtOnce([callers.notice({ memberId: 1 })])
  expect(cache.recall('phone')).toBeUndefined()
})
