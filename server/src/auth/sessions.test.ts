import { test, expect } from 'vitest'
import { setUpAccounts } from '../accounts.testing.ts'
import { anAccount } from './factory.ts'

const password = 'correct horse battery'

const accounts = setUpAccounts()

test('logging out ends the session for every copy of its token', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const browser = accounts.browse()
  await browser.logIn(email, password)
  const token = browser.cookies.get('sessionid') ?? ''
  const answer = await browser.post('/api/logout/')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true })
  expect(browser.cookies.has('sessionid')).toBe(false)
  expect(await accounts.sessionsOf(id)).toEqual([])
  const replay = await accounts.portal.app.inject({
    url: '/api/loggedin/',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(replay.statusCode).toBe(401)
  expect(await accounts.eventsOf(id)).toEqual(['account.loggedIn', 'account.loggedOut'])
})

test('another site logs no member out', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const browser = accounts.browse()
  await browser.logIn(email, password)
  browser.cookies.set('csrftoken', 'something else')
  const answer = await accounts.portal.app.inject({
    method: 'POST',
    url: '/api/logout/',
    cookies: Object.fromEntries(browser.cookies),
  })
  expect(answer.statusCode).toBe(403)
})

test('a session goes on while it is used and ends fourteen days after it was', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const browser = accounts.browse()
  const day = 24 * 60 * 60 * 1000
  const start = accounts.clock.now
  try {
    await browser.logIn(email, password)
    accounts.clock.now = new Date(start.getTime() + 13 * day)
    expect(await browser.isLoggedIn()).toBe(true)
    accounts.clock.now = new Date(start.getTime() + 26 * day)
    const renewal = await browser.get('/api/loggedin/')
    expect(renewal.statusCode).toBe(200)
    expect(renewal.cookies.find(({ name }) => name === 'sessionid')?.maxAge).toBe(14 * 24 * 60 * 60)
    expect((await accounts.sessionsOf(id))[0]?.last_used_at).toEqual(accounts.clock.now)
    accounts.clock.now = new Date(start.getTime() + 42 * day)
    expect(await browser.isLoggedIn()).toBe(false)
    await accounts.portal.services.pool.query(`select graphile_worker.add_job('cleanUp', '{}'::json)`)
    await accounts.portal.runJobs()
    expect(await accounts.sessionsOf(id)).toEqual([])
  } finally {
    accounts.clock.now = start
  }
})

test('the use of a session is noted once a minute, not at every request', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const browser = accounts.browse()
  await browser.logIn(email, password)
  const start = accounts.clock.now
  try {
    accounts.clock.now = new Date(start.getTime() + 30_000)
    await browser.isLoggedIn()
    expect((await accounts.sessionsOf(id))[0]?.last_used_at).toEqual(start)
  } finally {
    accounts.clock.now = start
  }
})
