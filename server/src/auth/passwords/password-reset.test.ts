import { sql } from 'kysely'
import { test, expect } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { anAccount } from '../factory.ts'
import { mailLink } from '../links/links.ts'

const password = 'correct horse battery'

const newPassword = 'staple of another kind'

const accounts = setUpAccounts()

const reset = (body: Record<string, unknown>, browser = accounts.browse()) => browser.post('/api/password/reset/', body)

const tokenFor = async (email: string) => {
  await reset({ email })
  await accounts.portal.runJobs()
  return /\/profile\/password\/reset\/([\w-]+)/.exec(accounts.smtp.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

test('a forgotten password is replaced in three stages', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const token = await tokenFor(email.toUpperCase())
  expect((await reset({ token })).json()).toEqual({ success: true, email })
  expect((await reset({ token, password: newPassword })).json()).toEqual({ success: true })
  expect((await accounts.browse().logIn(email, password)).statusCode).toBe(401)
  expect((await accounts.browse().logIn(email, newPassword)).statusCode).toBe(200)
})

test('asking for a link answers the same whether or not the address is known', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const known = await reset({ email })
  const unknown = await reset({ email: 'unknown@example.org' })
  expect(known.statusCode).toBe(200)
  expect(known.json()).toEqual({ success: true })
  expect(unknown.statusCode).toBe(200)
  expect(unknown.json()).toEqual({ success: true })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.map((mail) => mail.envelope.to)).toEqual([[email]])
})

test('a new password ends every session, every other link, and is told to its owner', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const browser = accounts.browse()
  await browser.logIn(email, password)
  const token = await tokenFor(email)
  const answer = await reset({ token, password: newPassword })
  expect(answer.cookies.some(({ name }) => name === 'sessionid')).toBe(false)
  expect(await browser.isLoggedIn()).toBe(false)
  expect((await reset({ token })).json()).toEqual({ success: false })
  expect((await reset({ token, password: 'yet another password' })).json()).toEqual({ success: false })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.at(-1)).toMatchObject({ subject: 'Your password was changed' })
  const open = await accounts.portal.db
    .selectFrom('email_links')
    .selectAll()
    .where('member_id', '=', id)
    .where('used_at', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('of two who use a link at once, one sets the password', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const token = await tokenFor(email)
  const answers = await Promise.all(
    ['first password it is', 'second password it is'].map((chosen) => reset({ token, password: chosen })),
  )
  expect(answers.filter((answer) => answer.json().success === true)).toHaveLength(1)
})

test('a reset verifies the address, because the link was read there', async () => {
  const { email } = await anAccount(accounts.portal.db, { password, isVerified: false })
  await reset({ token: await tokenFor(email), password: newPassword })
  expect((await accounts.browse().logIn(email, newPassword)).statusCode).toBe(200)
})

test('a link is worth nothing after 24 hours', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const token = await tokenFor(email)
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 24 * 60 * 60 * 1000 + 1000)
  expect((await reset({ token })).json()).toEqual({ success: false })
  expect((await reset({ token, password: newPassword })).json()).toEqual({ success: false })
  expect((await accounts.browse().logIn(email, password)).statusCode).toBe(200)
})

test('only the newest link works', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const old = await tokenFor(email)
  const fresh = await tokenFor(email)
  expect((await reset({ token: old })).json()).toEqual({ success: false })
  expect((await reset({ token: fresh })).json()).toMatchObject({ success: true })
})

test.each(['unknown', 'not-a-uuid', "' or 1=1"])(
  'the token %j is answered with no, not with an error',
  async (token) => {
    expect((await reset({ token })).json()).toEqual({ success: false })
    const answer = await reset({ token, password: newPassword })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: false })
  },
)

test('a weak password is refused with its field, and the link stays good', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const token = await tokenFor(email)
  for (const weak of ['short', 'password1', email]) {
    const answer = await reset({ token, password: weak })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toMatchObject([{ field: 'password' }])
  }
  expect((await reset({ token, password: newPassword })).json()).toEqual({ success: true })
})

test.each([
  {},
  { password: newPassword },
  { email: 'a@example.org', password: newPassword },
  { token: null },
  { email: 'nonsense' },
  { token: '' },
])('a reset with %j is bad input that names its fields', async (body) => {
  const answer = await reset(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields.length).toBeGreaterThan(0)
})

test('one place has three links an hour mailed to one address, and what it asks then is answered the same', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  for (const address of [email, 'ghost@example.org']) {
    const browser = accounts.browse()
    for (let n = 0; n < 5; n += 1) {
      const answer = await reset({ email: n === 4 ? address.toUpperCase() : address }, browser)
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    }
  }
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.map((mail) => mail.envelope.to)).toEqual([[email], [email], [email]])
})

test('strangers who ask for resets use up none of the owner’s: the newest link in the mailbox works', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  for (let place = 0; place < 9; place += 1) await reset({ email })
  expect((await reset({ token: await tokenFor(email) })).json()).toEqual({ success: true, email })
  expect(accounts.smtp.mails).toHaveLength(6)
})

test('one place has twenty links an hour mailed, and after that only to members who have none that works', async () => {
  const browser = accounts.browse()
  for (let n = 0; n < 20; n += 1) await reset({ email: `many${n}@example.org` }, browser)
  const { email } = await anAccount(accounts.portal.db, { password })
  for (let n = 0; n < 3; n += 1) {
    expect((await reset({ email }, browser)).statusCode).toBe(200)
    await accounts.portal.runJobs()
  }
  expect(accounts.smtp.mails.map((mail) => mail.envelope.to)).toEqual([[email]])
})

const waitingJobs = async () => {
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs order by id`.execute(accounts.portal.db)
  return rows.map(({ name }) => name)
}

test('for an unknown address the same jobs do the same work as for a known one, up to the greeting of the mail server', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  for (const address of [email, 'unknown@example.org']) {
    await reset({ email: address })
    expect(await waitingJobs()).toEqual(['mailResetLink'])
    await accounts.portal.runJobs()
  }
  expect(accounts.smtp.mails.map((mail) => mail.envelope.to)).toEqual([[email]])
  for (const memberId of [id, null]) {
    await mailLink(accounts.portal.ctx, { memberId, purpose: 'resetPassword' })
    expect(await waitingJobs()).toEqual(['sendMessage'])
    if (memberId !== null) await accounts.portal.runJobs()
  }
  const { greetings, mails } = { ...accounts.smtp, mails: accounts.smtp.mails.length }
  await accounts.portal.runJobs()
  expect(accounts.smtp.greetings).toBe(greetings + 1)
  expect(accounts.smtp.mails).toHaveLength(mails)
})

test('neither tokens nor passwords appear in a log line or, in the clear, in any table', async () => {
  const { email } = await anAccount(accounts.portal.db, { password: 'a-first-and-private-one' })
  const token = await tokenFor(email)
  await reset({ token, password: 'a-second-and-private-one' })
  const browser = accounts.browse()
  await browser.logIn(email, 'a-second-and-private-one')
  await browser.logIn(email, 'a-wrong-and-private-one')
  const session = browser.cookies.get('sessionid') ?? ''
  await reset({ email })
  const { rows: tables } = await accounts.portal.services.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  const secrets = [token, session, 'private-one']
  const contents = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await accounts.portal.services.pool.query<{ content: string | null }>(
        `select string_agg(t::text, ' ') as content from ${name} t`,
      )
      return rows[0]?.content ?? ''
    }),
  )
  expect(tables.length).toBeGreaterThan(10)
  for (const secret of secrets) {
    expect(secret).not.toBe('')
    expect(contents.join(' ')).not.toContain(secret)
    expect(accounts.portal.logLines.join(' ')).not.toContain(secret)
  }
  await accounts.portal.runJobs()
  for (const secret of secrets) expect(accounts.portal.logLines.join(' ')).not.toContain(secret)
})
