import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../test-portal.ts'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/test-smtp-server.ts'
import { anAccount } from './factory.ts'
import { mailLink } from './mail-link.ts'
import { openBrowser } from './open-browser.ts'

const password = 'correct horse battery'
const hour = 60 * 60 * 1000
let smtp: TestSmtpServer
let portal: TestPortal
const realNow = new Date()
let now = realNow
beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url, now: () => now })
})
afterEach(async () => {
  await portal.runJobs()
  now = realNow
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const anUnverified = () => anAccount(portal.db, { password, isVerified: false })
const tokenIn = (text: string | undefined) => /\/profile\/email\/([\w-]+)\/verify/.exec(text ?? '')?.[1] ?? ''

/** Mails a member his link and reads the token out of the mail. */
const mailedToken = async (memberId: number) => {
  await mailLink(portal.ctx, { memberId, purpose: 'verifyEmail' })
  await portal.runJobs()
  return tokenIn(smtp.mails.at(-1)?.text)
}
const verify = (token: string, browser = openBrowser(portal.app)) => browser.post(`/api/email/${token}/verify/`)
const isVerified = async (memberId: number) => {
  const row = await portal.db
    .selectFrom('members')
    .select('email_verified_at')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.email_verified_at !== null
}

test('the mailed link verifies the address and logs its owner in', async () => {
  const { id, email } = await anUnverified()
  const browser = openBrowser(portal.app)
  const answer = await verify(await mailedToken(id), browser)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('')
  expect(await isVerified(id)).toBe(true)
  expect(await browser.isLoggedIn()).toBe(true)
  expect((await openBrowser(portal.app).logIn(email, password)).statusCode).toBe(200)
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events.map(({ event }) => event)).toEqual(['account.verifyLinkSent', 'account.verified', 'account.loggedIn'])
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
  now = new Date(realNow.getTime() + 24 * hour - 1000)
  expect((await verify(token)).statusCode).toBe(200)
})

test('a link that is too old brings a new one by mail, and only the new one works', async () => {
  const { id } = await anUnverified()
  const token = await mailedToken(id)
  now = new Date(realNow.getTime() + 24 * hour + 1000)
  const answer = await verify(token)
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'linkExpired', message: 'error.emailVerificationExpired' })
  expect(answer.cookies.some(({ name }) => name === 'sessionid')).toBe(false)
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(2)
  expect((await verify(token)).statusCode).toBe(401)
  expect((await verify(tokenIn(smtp.mails.at(-1)?.text))).statusCode).toBe(200)
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
  now = new Date(realNow.getTime() + 25 * hour)
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
  await portal.runJobs()
  expect(smtp.mails.length).toBeLessThanOrEqual(4)
})

test('a link to reset a password verifies no address', async () => {
  const { id } = await anUnverified()
  await mailLink(portal.ctx, { memberId: id, purpose: 'resetPassword' })
  await portal.runJobs()
  const token = /\/reset\/([\w-]+)/.exec(smtp.mails.at(-1)?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  expect((await verify(token)).statusCode).toBe(401)
})

test('links used or ended a month ago are removed, younger ones are not', async () => {
  const { id } = await anUnverified()
  await mailedToken(id)
  const count = async () => {
    const rows = await portal.db.selectFrom('email_links').select('id').where('member_id', '=', id).execute()
    return rows.length
  }
  const prune = async () => {
    await portal.services.pool.query(`select graphile_worker.add_job('pruneProofs', '{}'::json)`)
    await portal.runJobs()
  }
  now = new Date(realNow.getTime() + 30 * 24 * hour)
  await prune()
  expect(await count()).toBe(1)
  now = new Date(realNow.getTime() + 32 * 24 * hour)
  await prune()
  expect(await count()).toBe(0)
})
