import { sql } from 'kysely'
import { test, expect } from 'vitest'
import { untilLocksAwaited } from '#platform/db/waiting-locks.testing.ts'
import { setUpAccounts } from '../accounts.testing.ts'
import { openBrowser } from './browser.testing.ts'
import { anAccount } from './factory.ts'
import { mailLink } from './links/links.ts'

const password = 'correct horse battery'

const hour = 60 * 60 * 1000

const accounts = setUpAccounts()

let registrations = 0

const anUnverified = () => anAccount(accounts.portal.db, { password, isVerified: false })

const tokenIn = (text: string | undefined) => /\/profile\/email\/([\w-]+)\/verify/.exec(text ?? '')?.[1] ?? ''

/** Emails a member a link and reads the token out of the email. */
const mailedToken = async (memberId: number) => {
  await mailLink(accounts.portal.ctx, { memberId, purpose: 'verifyEmail' })
  await accounts.portal.runJobs()
  return tokenIn(accounts.smtp.mails.at(-1)?.text)
}

const chosen = 'staple of another kind'

/** From a browser that did not register the account, and so with a new password. */
const verify = (token: string, browser = openBrowser(accounts.portal.app)) =>
  browser.post(`/api/email/${token}/verify/`, { password: chosen })

/** An account registered in this browser, and the token of the link that was emailed. */
const registered = async (browser = accounts.browse()) => {
  const name = `new${(registrations += 1)}`
  const email = `${name}@example.org`
  const person = { firstName: 'Ann', lastName: 'Other', screenName: name, mobile: '+61 400 000 000' }
  await browser.post('/api/register/', { ...person, email, password })
  await accounts.portal.runJobs()
  return { browser, email, token: tokenIn(accounts.smtp.mails.find(({ text }) => tokenIn(text))?.text) }
}

const isVerified = async (memberId: number) => {
  const row = await accounts.portal.db
    .selectFrom('members')
    .select('email_verified_at')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.email_verified_at !== null
}

test('in the browser that registered, the link asks nothing and logs in', async () => {
  const { browser, email, token } = await registered()
  expect((await browser.get(`/api/email/${token}/verify/`)).json()).toEqual({ asks: 'nothing', email })
  expect((await browser.post(`/api/email/${token}/verify/`)).statusCode).toBe(200)
  expect(await browser.isLoggedIn()).toBe(true)
  expect((await accounts.browse().logIn(email, password)).statusCode).toBe(200)
})

test('registering the address of another person gains nothing once its owner follows the link', async () => {
  const { browser: attacker, email, token } = await registered()
  const owner = accounts.browse()
  expect((await owner.get(`/api/email/${token}/verify/`)).json()).toEqual({ asks: 'newPassword', email })
  const bare = await owner.post(`/api/email/${token}/verify/`)
  expect([bare.statusCode, bare.json().code, await owner.isLoggedIn()]).toEqual([403, 'newPasswordNeeded', false])
  expect((await verify(token, owner)).statusCode).toBe(200)
  expect(await owner.isLoggedIn()).toBe(true)
  expect((await attacker.logIn(email, password)).statusCode).toBe(401)
  expect((await accounts.browse().logIn(email, chosen)).statusCode).toBe(200)
})

test('the mark of one account is worth nothing for the link of another', async () => {
  const { browser } = await registered()
  accounts.smtp.mails.length = 0
  const { token } = await registered()
  expect((await browser.get(`/api/email/${token}/verify/`)).json()).toMatchObject({ asks: 'newPassword' })
})

test('an existing client that follows the link elsewhere reads that another was sent, which leads to a new password', async () => {
  const { email, token } = await registered()
  const answer = await accounts.browse().post(`/api/email/${token}/verify/`, {})
  expect([answer.statusCode, answer.json().message]).toEqual([403, 'error.emailVerificationExpired'])
  await accounts.portal.runJobs()
  const reset = /\/reset\/([\w-]+)/.exec(accounts.smtp.mails.at(-1)?.text ?? '')?.[1]
  const client = accounts.browse()
  expect((await client.post('/api/password/reset/', { token: reset, password: chosen })).json()).toEqual({
    success: true,
  })
  expect((await client.logIn(email, chosen)).statusCode).toBe(200)
})

test.each([
  ['short', 'Must be at least 8 characters.'],
  ['password1', 'This password has appeared in data leaks. Please choose another one.'],
])('the new password %s is refused beside its field, and the link goes on working', async (wrong, message) => {
  const token = await mailedToken((await anUnverified()).id)
  const answer = await accounts.browse().post(`/api/email/${token}/verify/`, { password: wrong })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, [{ field: 'password', message }]])
  expect((await verify(token)).statusCode).toBe(200)
})

test('a link that does not work asks for nothing, and tells no address', async () => {
  const answer = await accounts.browse().get('/api/email/unknown/verify/')
  expect(answer.json()).toEqual({ asks: 'nothing', email: null })
})

test('the mailed link verifies the address and logs its owner in', async () => {
  const { id, email } = await anUnverified()
  const browser = openBrowser(accounts.portal.app)
  const answer = await verify(await mailedToken(id), browser)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('')
  expect(await isVerified(id)).toBe(true)
  expect(await browser.isLoggedIn()).toBe(true)
  expect((await openBrowser(accounts.portal.app).logIn(email, chosen)).statusCode).toBe(200)
  const events = await accounts.portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events.map(({ event }) => event)).toEqual([
    'account.verifyLinkSent',
    'account.verifiedAnew',
    'account.loggedIn',
  ])
})

test('a link works once', async () => {
  const { id } = await anUnverified()
  const token = await mailedToken(id)
  await verify(token)
  const again = await verify(token)
  expect(again.statusCode).toBe(401)
  expect(again.json()).toMatchObject({ code: 'invalidLink', message: 'error.emailVerificationFailed' })
})

test('of two who use a link at once, one is let in', async () => {
  const { id } = await anUnverified()
  const token = await mailedToken(id)
  const answers = await Promise.all([verify(token), verify(token), verify(token)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
})

test.each(['unknown', 'x'.repeat(43), '00000000-0000-0000-0000-000000000000', '%00', 'a%2Fb', "';--"])(
  'the unknown token %s is refused without fuss',
  async (token) => {
    const answer = await verify(token)
    expect([400, 401]).toContain(answer.statusCode)
  },
)

test('a link lives for 24 hours, whatever the time zone of the server', async () => {
  const { id } = await anUnverified()
  const token = await mailedToken(id)
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 24 * hour - 1000)
  expect((await verify(token)).statusCode).toBe(200)
})

test('a link that is too old brings a new one by mail, and only the new one works', async () => {
  const { id } = await anUnverified()
  const token = await mailedToken(id)
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 24 * hour + 1000)
  const answer = await verify(token)
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'linkExpired', message: 'error.emailVerificationExpired' })
  expect(answer.cookies.some(({ name }) => name === 'sessionid')).toBe(false)
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toHaveLength(2)
  expect((await verify(token)).statusCode).toBe(401)
  expect((await verify(tokenIn(accounts.smtp.mails.at(-1)?.text))).statusCode).toBe(200)
})

test('a new link ends the ones before it', async () => {
  const { id } = await anUnverified()
  const old = await mailedToken(id)
  await mailedToken(id)
  expect((await verify(old)).statusCode).toBe(401)
})

test('an old link asked for again and again sends only so many mails', async () => {
  const { id } = await anUnverified()
  const token = await mailedToken(id)
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 25 * hour)
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.length).toBeLessThanOrEqual(4)
})

test('a link to reset a password verifies no address', async () => {
  const { id } = await anUnverified()
  await mailLink(accounts.portal.ctx, { memberId: id, purpose: 'resetPassword' })
  await accounts.portal.runJobs()
  const token = /\/reset\/([\w-]+)/.exec(accounts.smtp.mails.at(-1)?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  expect((await verify(token)).statusCode).toBe(401)
})

test('links used or ended a month ago are removed, younger ones are not', async () => {
  const { id } = await anUnverified()
  await mailedToken(id)
  const count = async () => {
    const rows = await accounts.portal.db.selectFrom('email_links').select('id').where('member_id', '=', id).execute()
    return rows.length
  }
  const prune = async () => {
    await accounts.portal.services.pool.query(`select graphile_worker.add_job('cleanUp', '{}'::json)`)
    await accounts.portal.runJobs()
  }
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 30 * 24 * hour)
  await prune()
  expect(await count()).toBe(1)
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 32 * 24 * hour)
  await prune()
  expect(await count()).toBe(0)
})

test('a password that is checked while the link is followed elsewhere is not called wrong', async () => {
  const { id } = await anAccount(accounts.portal.db, { password })
  const api = await accounts.portal.as(id)
  await api.profile.requestEmailChange({ email: 'elsewhere@example.org', password })
  await accounts.portal.runJobs()
  const token = tokenIn(accounts.smtp.mails.find(({ text }) => tokenIn(text))?.text)
  const { late } = await accounts.portal.db.transaction().execute(async (tx) => {
    await sql`lock table rate_limits in share mode`.execute(tx)
    const waiting = accounts.browse().post(`/api/email/${token}/verify/`, { password })
    await untilLocksAwaited(accounts.portal.db)
    await api.auth.verifyEmail({ token })
    return { late: waiting }
  })
  const answer = await late
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalidLink'])
})
