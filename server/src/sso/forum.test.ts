import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { anAppToken, openPhone } from '../auth/tokens/phone.testing.ts'
import type { MemberFacts } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { signForum } from './rules.ts'

const secret = 'a secret of the forum'
const password = 'walnut lathe 9'
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  await changeSetting(portal.ctx, { key: 'ENABLE_DISCOURSE_SSO_PROTOCOL', value: true })
  await changeSetting(portal.ctx, { key: 'DISCOURSE_SSO_PROTOCOL_SECRET_KEY', value: secret })
  await changeSetting(portal.ctx, { key: 'DISCOURSE_SSO_SITES', value: 'https://forum.example.org' })
})
afterAll(() => portal.close())

const request = (more: object = {}) => {
  const fields = new URLSearchParams({ nonce: 'n1', return_sso_url: 'https://forum.example.org/session/sso_login' })
  const sso = Buffer.from(fields.toString()).toString('base64')
  return { sso, sig: signForum(secret, sso), ...more }
}

const fieldsOf = (redirect: string) =>
  Object.fromEntries(
    new URLSearchParams(Buffer.from(new URL(redirect).searchParams.get('sso') ?? '', 'base64').toString()),
  )

test('a member logs in and goes on to the forum; once logged in they go there at once', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const browser = openBrowser(portal.app)
  const first = await browser.post('/api/login/', { email, password, sso: request() })
  expect(first.statusCode).toBe(200)
  expect(fieldsOf(first.json().redirect)).toMatchObject({ nonce: 'n1', email, external_id: String(id) })
  expect(await browser.isLoggedIn()).toBe(true)
  // Existing clients send both fields empty.
  const second = await browser.post('/api/login/', { email: '', password: '', sso: request() })
  expect(fieldsOf(second.json().redirect)).toMatchObject({ external_id: String(id) })
  const plain = await browser.post('/api/login/', {})
  expect([plain.statusCode, plain.body]).toEqual([200, ''])
})

test('a member who is logged in in the app gets the answer for the forum by its token, and begins nothing else', async () => {
  const { id } = await anAccount(portal.db, { password })
  const access = await anAppToken(portal.ctx, id)
  const payload = { email: '', password: '', sso: request() }
  const { send } = openPhone(portal.app)
  const answer = await send('/api/login/', { method: 'POST', payload, access })
  expect(fieldsOf(answer.json().redirect)).toMatchObject({ nonce: 'n1', external_id: String(id) })
  expect(answer.headers).not.toHaveProperty('x-access-token')
  expect(await portal.db.selectFrom('sessions').select('id').where('member_id', '=', id).execute()).toHaveLength(1)
  const ended = await send('/api/login/', { method: 'POST', payload, access: 'x' })
  expect(ended.json()).not.toHaveProperty('redirect')
})

test('what the forum sent is looked at before the password', async () => {
  const { email } = await anAccount(portal.db, { password })
  const browser = openBrowser(portal.app)
  const forged = await browser.post('/api/login/', { email, password, sso: request({ sig: 'x' }) })
  expect([forged.statusCode, forged.json().code]).toEqual([400, 'forumForged'])
  expect(await browser.isLoggedIn()).toBe(false)
  const wrong = await browser.post('/api/login/', { email, password: 'wrong', sso: request() })
  expect(wrong.statusCode).toBe(401)
  const nothing = await browser.post('/api/login/', { email: '', password: '', sso: request() })
  expect(nothing.json()).toMatchObject({ code: 'badInput', fields: [{ field: 'email' }, { field: 'password' }] })
})

test.each([['text'], [7], [null], [[]], [{}], [{ sso: 1, sig: 2 }]])(
  '%j instead of a request is bad input',
  async (sso) => {
    const answer = await openBrowser(portal.app).post('/api/login/', { email: 'a@example.org', password, sso })
    expect(answer.statusCode).toBe(400)
  },
)

test('a suspended member is logged in here, and not at the forum', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  await portal.db
    .updateTable('members')
    .set({ suspended_at: new Date(), suspension_reason: 'why' })
    .where('id', '=', id)
    .execute()
  const browser = openBrowser(portal.app)
  const answer = await browser.post('/api/login/', { email, password, sso: request() })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'keptOut'])
  expect(await browser.isLoggedIn()).toBe(true)
})

describe('where the space wants a strong login of staff', () => {
  beforeAll(() => changeSetting(portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'staff' }))
  afterAll(() => changeSetting(portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'none' }))

  test.each([
    ['an administrator', { isAdmin: true }],
    ['staff', { permissions: ['members'] }],
  ] satisfies [string, MemberFacts][])(
    'the forum gets no groups of %s from a login by password alone',
    async (_who, office) => {
      const { id, email } = await anAccount(portal.db, { password, ...office })
      const browser = openBrowser(portal.app)
      const first = await browser.post('/api/login/', { email, password, sso: request() })
      expect([first.statusCode, first.json().code]).toEqual([403, 'strongLoginNeeded'])
      expect(await browser.isLoggedIn()).toBe(true)
      const second = await browser.post('/api/login/', { email: '', password: '', sso: request() })
      expect([second.statusCode, second.json().code]).toEqual([403, 'strongLoginNeeded'])
      const strong = await portal.as(id)
      await portal.db.updateTable('sessions').set({ is_strong: true }).where('member_id', '=', id).execute()
      const answer = await strong.auth.login({ email: '', password: '', sso: request() })
      expect(fieldsOf(answer?.redirect ?? '')['groups']).toContain('staff')
    },
  )

  test('members without permissions go on to the forum as before', async () => {
    const { email } = await anAccount(portal.db, { password })
    const answer = await openBrowser(portal.app).post('/api/login/', { email, password, sso: request() })
    expect(fieldsOf(answer.json().redirect)).toMatchObject({ email })
  })
})

test('without a secret there is no login to the forum, however it is signed', async () => {
  await changeSetting(portal.ctx, { key: 'DISCOURSE_SSO_PROTOCOL_SECRET_KEY', value: '' })
  const { sso } = request()
  const answer = await openBrowser(portal.app).post('/api/login/', { sso: { sso, sig: signForum('', sso) } })
  expect(answer.json()).toMatchObject({ code: 'forumOff' })
})
