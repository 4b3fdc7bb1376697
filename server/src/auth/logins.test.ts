import { test, expect, onTestFinished } from 'vitest'
import { hashToken } from '#platform/secrets/tokens.ts'
import { setUpAccounts } from '../accounts.testing.ts'
import { startTestPortal } from '../portal.testing.ts'
import { openBrowser } from './browser.testing.ts'
import { anAccount } from './factory.ts'
import { passwordCost } from './passwords/password-cost.ts'

const password = 'correct horse battery'

const accounts = setUpAccounts()

test('the right password logs in, whatever the letter case of the address', async () => {
  const { id } = await anAccount(accounts.portal.db, { email: 'Ada@Example.org', password })
  const browser = accounts.browse()
  const answer = await browser.logIn('aDA@example.ORG', password)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('')
  expect(await browser.isLoggedIn()).toBe(true)
  expect(await accounts.eventsOf(id)).toEqual(['account.loggedIn'])
})

test('the session cookie is out of reach of scripts and other sites, and its token is stored as a hash only', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const answer = await accounts.browse().logIn(email, password)
  const cookie = answer.cookies.find(({ name }) => name === 'sessionid')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 14 * 24 * 60 * 60 })
  expect(cookie?.secure).toBeUndefined()
  const [session] = await accounts.sessionsOf(id)
  expect(session?.token_hash).toEqual(hashToken(cookie?.value ?? ''))
  expect(session).toMatchObject({ user_agent: 'Testfox', ip_address: expect.stringMatching(/^10\.1\./) })
})

test('a portal on https hands out its cookies for https only', async () => {
  const secure = await startTestPortal()
  secure.services.siteUrl = 'https://portal.example.org'
  try {
    const { email } = await anAccount(secure.db, { password })
    const browser = openBrowser(secure.app)
    const answer = await browser.logIn(email, password)
    // The prefix: browsers take it from no other host, not even one above or beside this one.
    const session = answer.cookies.find(({ name }) => name === '__Host-sessionid')
    expect(session).toMatchObject({ secure: true, path: '/', httpOnly: true })
    expect(session?.domain).toBeUndefined()
    expect(answer.cookies.map(({ name }) => name)).toContain('__Host-browser')
    expect(answer.cookies.find(({ name }) => name === 'csrftoken')?.secure).toBe(true)
    expect(await browser.isLoggedIn()).toBe(true)
    browser.cookies.set('sessionid', 'planted')
    expect(await browser.isLoggedIn()).toBe(true)
    await browser.post('/api/logout/', {})
    expect([...browser.cookies.keys()]).not.toContain('__Host-sessionid')
    // A session from before the portal had https goes on.
    await browser.logIn(email, password)
    browser.cookies.set('sessionid', browser.cookies.get('__Host-sessionid') ?? '')
    browser.cookies.delete('__Host-sessionid')
    expect(await browser.isLoggedIn()).toBe(true)
  } finally {
    await secure.close()
  }
})

test('a log-in ends the session before it and changes both cookies', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const browser = accounts.browse()
  await browser.logIn(email, password)
  const [oldSession, oldCsrf] = [browser.cookies.get('sessionid'), browser.cookies.get('csrftoken')]
  expect((await browser.logIn(email, password)).statusCode).toBe(200)
  expect(browser.cookies.get('sessionid')).not.toBe(oldSession)
  expect(browser.cookies.get('csrftoken')).not.toBe(oldCsrf)
  const sessions = await accounts.sessionsOf(id)
  expect(sessions).toHaveLength(1)
  expect(await browser.isLoggedIn()).toBe(true)
})

test('a session cookie planted before the log-in is worth nothing after it', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const browser = accounts.browse()
  browser.cookies.set('sessionid', 'planted')
  browser.cookies.set('csrftoken', 'x')
  await browser.logIn(email, password)
  expect(browser.cookies.get('sessionid')).not.toBe('planted')
  expect(await browser.isLoggedIn()).toBe(true)
})

test('a wrong password, an unknown address and an account without a password get the same answer', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const { email: noPassword } = await anAccount(accounts.portal.db, { password })
  await accounts.portal.db.updateTable('members').set({ password_hash: null }).where('email', '=', noPassword).execute()
  const bodies = []
  for (const address of [email, 'unknown@example.org', noPassword]) {
    const answer = await accounts.browse().logIn(address, 'not the password')
    expect(answer.statusCode).toBe(401)
    expect(answer.cookies.some(({ name }) => name === 'sessionid')).toBe(false)
    const { requestId: _id, ...body } = answer.json()
    bodies.push(body)
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ code: 'wrongLogin' })
  expect(await accounts.eventsOf(id)).toEqual(['account.loginFailed'])
})

test('a failed log-in is kept without the password, and without the address when it is unknown', async () => {
  await accounts.browse().logIn('stranger@example.org', 'my secret guess')
  const row = await accounts.portal.db
    .selectFrom('audit_events')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(row).toMatchObject({ event: 'account.loginFailed', subject_id: null })
  expect(JSON.stringify(row)).not.toMatch(/stranger|guess/)
})

test('an unverified member is told so only with the right password, and gets a new link, but not every time', async () => {
  const { email } = await anAccount(accounts.portal.db, { password, isVerified: false })
  expect((await accounts.browse().logIn(email, 'wrong wrong')).statusCode).toBe(401)
  for (let n = 0; n < 3; n += 1) {
    const browser = accounts.browse()
    const answer = await browser.logIn(email, password)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'emailNotVerified', message: 'loginCard.emailNotVerified' })
    expect(browser.cookies.has('sessionid')).toBe(false)
  }
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toHaveLength(1)
  expect(accounts.smtp.mails[0]?.text).toMatch(/\/profile\/email\/[\w-]{43}\/verify/)
})

test.each([
  { state: 'inactive' },
  { state: 'accountonly' },
  { state: 'noob' },
  { suspension: 'Broke the laser' },
] as const)('a member who is %j can log in to see why they are kept out', async (facts) => {
  const { email } = await anAccount(accounts.portal.db, { password, ...facts })
  expect((await accounts.browse().logIn(email, password)).statusCode).toBe(200)
})

test('a hash made at lower cost is made anew when its owner logs in', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  passwordCost.timeCost += 1
  onTestFinished(() => {
    passwordCost.timeCost -= 1
  })
  expect((await accounts.browse().logIn(email, password)).statusCode).toBe(200)
  const row = await accounts.portal.db
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row?.password_hash).toContain(`t=${passwordCost.timeCost},`)
  expect((await accounts.browse().logIn(email, password)).statusCode).toBe(200)
})

test('a password typed on another keyboard, with other code points, is the same', async () => {
  const { email } = await anAccount(accounts.portal.db, { password: 'Größe größer'.normalize('NFC') })
  expect((await accounts.browse().logIn(email, 'Größe größer'.normalize('NFD'))).statusCode).toBe(200)
})

test.each([
  {},
  { email: 'a@example.org' },
  { password: 'x' },
  { email: 'nonsense', password: 'x' },
  { email: 'a@example.org', password: '' },
  { email: { $ne: 1 }, password: [] },
])('a log-in with %j is bad input that names its fields', async (body) => {
  const answer = await accounts.browse().post('/api/login/', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields.length).toBeGreaterThan(0)
})
