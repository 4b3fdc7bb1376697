import { beforeAll, afterEach, afterAll, test, expect } from 'vitest'
import { type TestSmtpServer, startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { createTestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

const password = 'correct horse battery'

const day = 24 * 60 * 60 * 1000

const realNow = new Date()

let now = realNow

let smtp: TestSmtpServer

let portal: TestPortal

let count = 0

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

const freshAddress = () => `moved${(count += 1)}@example.org`

const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to?.some((one) => one.address === address))

const tokenTo = (address: string) =>
  /\/profile\/email\/([\w-]+)\/verify/.exec(mailsTo(address).at(-1)?.text ?? '')?.[1] ?? ''

/** In a browser where the member is not logged in, and so with the password. */
const follow = (token: string, browser = openBrowser(portal.app)) =>
  browser.post(`/api/email/${token}/verify/`, { password })

const emailOf = async (id: number) => {
  const row = portal.db.selectFrom('members').select('email').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).email
}

const eventsOf = async (id: number) => {
  const rows = portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', id).orderBy('id')
  return (await rows.execute()).map(({ event }) => event)
}

/** A member who asked for another address and has received the link. */
const anAsker = async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  const to = freshAddress()
  await api.profile.requestEmailChange({ email: to, password })
  await portal.runJobs()
  return { id, email, to, api, token: tokenTo(to) }
}

test('an email change without the password or without following the link changes nothing', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  const to = freshAddress()
  await expect(api.profile.update({ email: to })).rejects.toMatchObject({ body: { fields: [{ field: 'email' }] } })
  await expect(api.profile.requestEmailChange({ email: to, password: 'not it' })).rejects.toMatchObject({
    status: 403,
    code: 'wrongPassword',
  })
  expect(await api.profile.getEmailChange()).toEqual({ pending: null })
  await api.profile.requestEmailChange({ email: to, password })
  await portal.runJobs()
  expect(await emailOf(id)).toBe(email)
  expect((await api.profile.getEmailChange()).pending).toEqual({ email: to, askedAt: now.toISOString() })
  expect((await openBrowser(portal.app).logIn(to, password)).statusCode).toBe(401)
  expect((await openBrowser(portal.app).logIn(email, password)).statusCode).toBe(200)
})

test('the link goes to the new address alone, and the old one is told what was asked and how to stop it', async () => {
  const { email, to } = await anAsker()
  expect(mailsTo(to)).toHaveLength(1)
  const [told] = mailsTo(email)
  expect(told?.text).toContain(to)
  expect(told?.text).toContain('choose a new password')
  expect(told?.text).not.toContain('/profile/email/')
})

test('following the link replaces the address, logs in, tells both, and ends links to the old one', async () => {
  const { id, email, to, token, api } = await anAsker()
  await createTestClient(portal.app, null).auth.resetPassword({ email })
  await portal.runJobs()
  const reset = /\/reset\/([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? ''
  const browser = openBrowser(portal.app)
  const answer = await follow(token, browser)
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect(await browser.isLoggedIn()).toBe(true)
  expect(await emailOf(id)).toBe(to)
  expect((await api.profile.get()).email).toBe(to)
  expect(await api.profile.getEmailChange()).toEqual({ pending: null })
  await portal.runJobs()
  for (const address of [email, to]) {
    expect(mailsTo(address).at(-1)).toMatchObject({ subject: 'The email address of your account was changed' })
  }
  expect(await createTestClient(portal.app, null).auth.resetPassword({ token: reset })).toEqual({ success: false })
  expect((await openBrowser(portal.app).logIn(to.toUpperCase(), password)).statusCode).toBe(200)
  expect((await openBrowser(portal.app).logIn(email, password)).statusCode).toBe(401)
  expect(await eventsOf(id)).toEqual([
    'account.emailChangeAsked',
    'account.changeLinkSent',
    'account.resetLinkSent',
    'account.emailChanged',
    'account.loggedIn',
  ])
})

test('the link to a new address needs the member’s session or password: its reader may be a stranger', async () => {
  const { id, email, to, token } = await anAsker()
  const stranger = openBrowser(portal.app)
  expect((await stranger.get(`/api/email/${token}/verify/`)).json()).toEqual({ asks: 'password', email: to })
  for (const [body, code] of [
    [{}, 'passwordNeeded'],
    [{ password: 'not it at all' }, 'wrongPassword'],
  ] as const) {
    const answer = await stranger.post(`/api/email/${token}/verify/`, body)
    expect([answer.statusCode, answer.json().code]).toEqual([403, code])
  }
  expect([await emailOf(id), await stranger.isLoggedIn()]).toEqual([email, false])
  const own = openBrowser(portal.app)
  await own.logIn(email, password)
  expect((await own.get(`/api/email/${token}/verify/`)).json()).toEqual({ asks: 'nothing', email: to })
  expect((await own.post(`/api/email/${token}/verify/`)).statusCode).toBe(200)
  expect(await emailOf(id)).toBe(to)
})

test('of two who follow the link at once, one is let in', async () => {
  const { token } = await anAsker()
  const answers = await Promise.all([follow(token), follow(token), follow(token)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
})

test('a taken address is refused in every letter case, when asked and when confirmed', async () => {
  const { email: taken } = await aMember(portal.db)
  const { id, email } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  for (const variant of [taken, taken.toUpperCase()]) {
    await expect(api.profile.requestEmailChange({ email: variant, password })).rejects.toMatchObject({
      status: 409,
      code: 'emailTaken',
    })
  }
  const to = freshAddress()
  await api.profile.requestEmailChange({ email: to.toUpperCase(), password })
  await portal.runJobs()
  await aMember(portal.db, { email: to })
  const answer = await follow(tokenTo(to))
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'emailTaken'])
  expect(await emailOf(id)).toBe(email)
})

test('of two members who want the same address, the first to confirm gets it', async () => {
  const to = freshAddress()
  const askers = [await anAccount(portal.db, { password }), await anAccount(portal.db, { password })]
  const tokens: string[] = []
  for (const { id } of askers) {
    await (await portal.as(id)).profile.requestEmailChange({ email: to, password })
    await portal.runJobs()
    tokens.push(tokenTo(to))
  }
  const answers = await Promise.all(tokens.map((token) => follow(token)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('one’s own address, in any letter case, and what is no address are refused beside the field', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  for (const wrong of [email, email.toUpperCase(), 'no-address', `${'x'.repeat(250)}@example.org`]) {
    await expect(api.profile.requestEmailChange({ email: wrong, password })).rejects.toMatchObject({
      status: 400,
      body: { fields: [{ field: 'email' }] },
    })
  }
})

test('an address that staff enter meanwhile waits in place of the member’s, whose link is worthless', async () => {
  const { id, email, token, api } = await anAsker()
  const boss = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const chosen = freshAddress()
  await boss.members.updateDetails({ memberId: id, email: chosen })
  expect((await api.profile.getEmailChange()).pending?.email).toBe(chosen)
  expect((await follow(token)).statusCode).toBe(401)
  expect(await emailOf(id)).toBe(email)
})

test('asking for another address, cancelling, a new password and a reset each make the pending link worthless', async () => {
  const other = await anAsker()
  await other.api.profile.requestEmailChange({ email: freshAddress(), password })
  const cancelled = await anAsker()
  await cancelled.api.profile.cancelEmailChange()
  await cancelled.api.profile.cancelEmailChange()
  const changed = await anAsker()
  await changed.api.profile.changePassword({ current: password, new: 'staple of another kind' })
  const reset = await anAsker()
  const stranger = createTestClient(portal.app, null)
  await stranger.auth.resetPassword({ email: reset.email })
  await portal.runJobs()
  const resetToken = /\/reset\/([\w-]+)/.exec(mailsTo(reset.email).at(-1)?.text ?? '')?.[1] ?? ''
  await stranger.auth.resetPassword({ token: resetToken, password: 'staple of another kind' })
  for (const { token, id, email } of [other, cancelled, changed, reset]) {
    expect((await follow(token)).statusCode).toBe(401)
    expect(await emailOf(id)).toBe(email)
  }
  expect((await eventsOf(cancelled.id)).filter((event) => event === 'account.emailChangeCancelled')).toHaveLength(1)
})

test('a link that waited to be mailed while another address was asked for never reaches the first', async () => {
  const { id } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  const [first, second] = [freshAddress(), freshAddress()]
  for (const email of [first, second]) await api.profile.requestEmailChange({ email, password })
  await portal.runJobs()
  expect(mailsTo(first)).toEqual([])
  expect((await follow(tokenTo(second))).statusCode).toBe(200)
  expect(await emailOf(id)).toBe(second)
})

test('of two changes one after the other, the first link says that a newer one was sent', async () => {
  const { token, api } = await anAsker()
  const second = freshAddress()
  await api.profile.requestEmailChange({ email: second, password })
  await portal.runJobs()
  const answer = await follow(token)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ code: 'linkReplaced', message: 'error.emailVerificationFailed' })
  expect((await follow(tokenTo(second))).statusCode).toBe(200)
})

test('the link is sent again on request, and only the newest works', async () => {
  const { id, to, token, api } = await anAsker()
  await api.profile.resendEmailChange()
  await portal.runJobs()
  expect((await follow(token)).json()).toMatchObject({ code: 'linkReplaced' })
  expect((await follow(tokenTo(to))).statusCode).toBe(200)
  expect((await follow(token)).json()).toMatchObject({ code: 'invalidLink' })
  expect(await emailOf(id)).toBe(to)
  await expect(api.profile.resendEmailChange()).rejects.toMatchObject({ code: 'notFound' })
})

test('a link older than a day brings a new one; after a week the change is forgotten', async () => {
  const { id, email, to, token } = await anAsker()
  now = new Date(realNow.getTime() + day + 1000)
  const late = await follow(token)
  expect([late.statusCode, late.json().code]).toEqual([403, 'linkExpired'])
  await portal.runJobs()
  expect(tokenTo(to)).not.toBe(token)
  now = new Date(realNow.getTime() + 7 * day + 1000)
  await portal.services.pool.query(`select graphile_worker.add_job('cleanUp', '{}'::json)`)
  await portal.runJobs()
  expect((await (await portal.as(id)).profile.getEmailChange()).pending).toBeNull()
  expect((await follow(tokenTo(to))).statusCode).toBe(401)
  expect(await emailOf(id)).toBe(email)
})

test('guessing the password and asking for many addresses are both slowed down', async () => {
  const { id } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  const ask = (typed: string) =>
    api.profile.requestEmailChange({ email: freshAddress(), password: typed }).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  const asked: number[] = []
  for (let n = 0; n < 7; n++) asked.push(await ask(password))
  expect(asked).toEqual([200, 200, 200, 200, 200, 429, 429])
  const guessed = await Promise.all(Array.from({ length: 8 }, () => ask('a wrong guess')))
  expect(guessed.filter((status) => status === 403)).toHaveLength(5)
  expect(await ask(password)).toBe(429)
})

test('neither the password nor the link stands in the log or the audit', async () => {
  const { id, token } = await anAsker()
  await follow(token)
  const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  const everything = `${JSON.stringify(events)} ${portal.logLines.join(' ')}`
  expect(everything).not.toContain(password)
  expect(JSON.stringify(events)).not.toContain(token)
  const messages = await portal.db.selectFrom('messages').selectAll().where('member_id', '=', id).execute()
  expect(JSON.stringify(messages)).not.toContain(token)
})
