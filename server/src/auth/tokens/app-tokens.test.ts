import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { anAccount } from '../factory.ts'
import { openPhone } from './phone.testing.ts'

const password = 'correct horse battery'
const accounts = setUpAccounts()
const minute = 60_000

const later = (ms: number) => {
  accounts.clock.now = new Date(accounts.clock.now.getTime() + ms)
}

/** A member who is logged in on a phone. */
const aPhone = async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const phone = openPhone(accounts.portal.app)
  return { id, email, phone, pair: await phone.logIn(email, password) }
}

test('an app logs in with email and password, calls with the token, and shows in the list of logins', async () => {
  const { id, phone, pair } = await aPhone()
  expect(await phone.call(pair.access)).toBe(200)
  expect(await accounts.eventsOf(id)).toContain('account.loggedIn')
  const { sessions } = (await phone.send('/api/profile/sessions/', { access: pair.access })).json()
  expect(sessions).toMatchObject([{ app: 'Pixel', isCurrent: true, kiosk: null }])
  const rows = await accounts.portal.db.selectFrom('app_tokens').selectAll().execute()
  for (const token of Object.values(pair)) expect(rows.map((row) => row.token_hash.toString())).not.toContain(token)
})

test('an app may do what its member may in a browser, and a refresh token opens nothing', async () => {
  const { phone, pair } = await aPhone()
  const signIn = { method: 'POST' as const, payload: { guests: [] } } // the literal is wanted
  expect((await phone.send('/api/sitesessions/signin/', { ...signIn, access: pair.access })).statusCode).toBe(200)
  expect(await phone.call(pair.refresh)).toBe(401)
  expect((await phone.refresh(pair.access)).json().code).toBe('token_not_valid')
})

test('a wrong login hears what browsers hear, and is throttled with them', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const phone = openPhone(accounts.portal.app)
  const wrong = { email, password: 'wrong' }
  expect((await phone.obtain(wrong)).json()).toMatchObject({ code: 'wrongLogin', detail: expect.any(String) })
  const answers = []
  for (let i = 0; i < 6; i += 1) answers.push((await phone.obtain(wrong)).statusCode)
  expect(answers.at(-1)).toBe(429)
  expect((await phone.obtain({ email, password })).statusCode).toBe(429)
})

test('pitfall 5: an address that is not confirmed gets no token', async () => {
  const { email } = await anAccount(accounts.portal.db, { password, isVerified: false })
  const answer = await openPhone(accounts.portal.app).obtain({ email, password })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'emailNotVerified'])
})

test('missing fields are named as existing clients read them', async () => {
  const answer = await openPhone(accounts.portal.app).obtain({})
  expect(answer.statusCode).toBe(400)
  const missing = ['This field cannot be empty.']
  expect(answer.json()).toMatchObject({ code: 'badInput', email: missing, password: missing })
  expect((await openPhone(accounts.portal.app).send('/api/token/refresh/', { method: 'POST' })).json()).toMatchObject({
    refresh: [expect.any(String)],
  })
})

test('an access token that has run out is told apart, also where no login is needed, and is refreshed', async () => {
  const { phone, pair } = await aPhone()
  expect(await phone.call(pair.access)).toBe(200)
  later(16 * minute)
  for (const url of ['/api/loggedin/', '/api/config/', '/api/profile/']) {
    const answer = await phone.send(url, { access: pair.access })
    expect([url, answer.statusCode]).toEqual([url, 401])
    expect(answer.json()).toMatchObject({
      code: 'token_not_valid',
      detail: expect.any(String),
      messages: [{ token_class: 'AccessToken', token_type: 'access', message: expect.any(String) }],
    })
  }
  const renewed = await phone.refresh(pair.refresh)
  expect(renewed.statusCode).toBe(200)
  expect(await phone.call(renewed.json().access)).toBe(200)
  expect((await phone.refresh('unknown')).json()).toMatchObject({
    code: 'token_not_valid',
    messages: [{ token_class: 'RefreshToken' }],
  })
})

test('logging in and refreshing work although an old token is sent along', async () => {
  const { email, phone, pair } = await aPhone()
  later(16 * minute)
  const payload = { email, password }
  const sent = { method: 'POST' as const, access: pair.access } // the literal is wanted
  expect((await phone.send('/api/token/obtain/', { ...sent, payload })).statusCode).toBe(200)
  const refreshed = await phone.send('/api/token/refresh/', { ...sent, payload: { refresh: pair.refresh } })
  expect(refreshed.statusCode).toBe(200)
})

test('pitfall 6: logging out, a new password, a login ended elsewhere and a closed account end every token', async () => {
  const ends = [
    async ({ phone, pair }: Awaited<ReturnType<typeof aPhone>>) =>
      phone.send('/api/logout/', { method: 'POST', access: pair.access }),
    async ({ id }: { id: number }) => {
      const api = await accounts.portal.as(id)
      await api.profile.changePassword({ current: password, new: 'another horse battery' })
    },
    async ({ id }: { id: number }) => (await accounts.portal.as(id)).profile.endOtherSessions(),
    async ({ id }: { id: number }) =>
      (await accounts.portal.as(id)).profile.closeAccount({ password, confirmation: 'close my account' }),
  ]
  for (const end of ends) {
    const own = await aPhone()
    expect(await own.phone.call(own.pair.access)).toBe(200)
    await end(own)
    expect(await own.phone.call(own.pair.access)).toBe(401)
    expect((await own.phone.refresh(own.pair.refresh)).json().code).toBe('token_not_valid')
  }
})

test('a suspended member reads why in the app, and has no rights of staff there', async () => {
  const { id, phone, pair } = await aPhone()
  await accounts.portal.db
    .updateTable('members')
    .set({ permissions: ['members'] })
    .where('id', '=', id)
    .execute()
  const list = async () => (await phone.send('/api/admin/messages/', { access: pair.access })).statusCode
  await expect.poll(list).toBe(200)
  const suspended = { suspended_at: new Date(), suspension_reason: 'x' }
  await accounts.portal.db.updateTable('members').set(suspended).where('id', '=', id).execute()
  await expect.poll(list).toBe(403)
  expect(await phone.call(pair.access)).toBe(200)
  expect((await phone.refresh(pair.refresh)).statusCode).toBe(200)
})

test('an app that is used every few weeks stays logged in, one that is not used for long does not', async () => {
  const { phone, pair } = await aPhone()
  let { refresh } = pair
  for (let i = 0; i < 4; i += 1) {
    later(60 * 24 * 60 * minute)
    refresh = (await phone.refresh(refresh)).json().refresh
  }
  expect(refresh).toEqual(expect.any(String))
  later(91 * 24 * 60 * minute)
  expect((await phone.refresh(refresh)).statusCode).toBe(401)
})

test('old tokens do not pile up: two weeks of a busy phone leave some', async () => {
  const { id, phone, pair } = await aPhone()
  let { refresh } = pair
  for (let i = 0; i < 14; i += 1) {
    later(24 * 60 * minute)
    refresh = (await phone.refresh(refresh)).json().refresh
  }
  const { count } = await accounts.portal.db
    .selectFrom('app_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('s.member_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(count).toBeLessThan(12)
})
