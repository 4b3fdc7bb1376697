import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../test-portal.ts'
import { anAccount } from './factory.ts'
import { openBrowser } from './open-browser.ts'

const password = 'correct horse battery'
let portal: TestPortal
let now = new Date()
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
afterAll(() => portal.close())

let addresses = 0
const browse = () => {
  addresses += 1
  return openBrowser(portal.app, `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`)
}
const sessionsOf = (memberId: number) =>
  portal.db.selectFrom('sessions').selectAll().where('member_id', '=', memberId).execute()
const eventsOf = async (memberId: number) => {
  const rows = await portal.db
    .selectFrom('audit_events')
    .selectAll()
    .where('subject_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

test('logging out ends the session for whoever kept its token', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const browser = browse()
  await browser.logIn(email, password)
  const token = browser.cookies.get('sessionid') ?? ''
  const answer = await browser.post('/api/logout/')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true })
  expect(browser.cookies.has('sessionid')).toBe(false)
  expect(await sessionsOf(id)).toEqual([])
  const replay = await portal.app.inject({ url: '/api/loggedin/', headers: { authorization: `Bearer ${token}` } })
  expect(replay.statusCode).toBe(401)
  expect(await eventsOf(id)).toEqual(['account.loggedIn', 'account.loggedOut'])
})

test('nobody is logged out by another site', async () => {
  const { email } = await anAccount(portal.db, { password })
  const browser = browse()
  await browser.logIn(email, password)
  browser.cookies.set('csrftoken', 'something else')
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/logout/',
    cookies: Object.fromEntries(browser.cookies),
  })
  expect(answer.statusCode).toBe(403)
})

test('a session goes on while it is used and ends fourteen days after it was', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const browser = browse()
  const day = 24 * 60 * 60 * 1000
  const start = now
  try {
    await browser.logIn(email, password)
    now = new Date(start.getTime() + 13 * day)
    expect(await browser.isLoggedIn()).toBe(true)
    now = new Date(start.getTime() + 26 * day)
    const renewal = await browser.get('/api/loggedin/')
    expect(renewal.statusCode).toBe(200)
    expect(renewal.cookies.find(({ name }) => name === 'sessionid')?.maxAge).toBe(14 * 24 * 60 * 60)
    expect((await sessionsOf(id))[0]?.last_used_at).toEqual(now)
    now = new Date(start.getTime() + 41 * day)
    expect(await browser.isLoggedIn()).toBe(false)
    await portal.services.pool.query(`select graphile_worker.add_job('pruneProofs', '{}'::json)`)
    await portal.runJobs()
    expect(await sessionsOf(id)).toEqual([])
  } finally {
    now = start
  }
})

test('the use of a session is noted once a minute, not at every request', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const browser = browse()
  await browser.logIn(email, password)
  const start = now
  try {
    now = new Date(start.getTime() + 30_000)
    await browser.isLoggedIn()
    expect((await sessionsOf(id))[0]?.last_used_at).toEqual(start)
  } finally {
    now = start
  }
})
