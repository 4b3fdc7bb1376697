import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { aPerson, browserOf, codeOf, password, setUpTotp } from './strong-accounts.testing.ts'

const accounts = setUpAccounts()

const pass = (seconds: number) => {
  accounts.clock.now = new Date(accounts.clock.now.getTime() + seconds * 1000)
}

const mailedToken = (path: string) => {
  const texts = accounts.smtp.mails.map(({ text }) => text ?? '').toReversed()
  return texts.map((text) => new RegExp(`${path}/([\\w-]+)`).exec(text)?.[1]).find(Boolean) ?? ''
}

test('with codes on, the right password alone does not log in, and a code with it does', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { code } = await setUpTotp(accounts.portal, client)
  const browser = browserOf(accounts.portal)
  expect(await browser.tryLogin({ email })).toBe('secondFactorNeeded')
  expect(await browser.isLoggedIn()).toBe(false)
  expect(await browser.tryLogin({ email, code: '000000' })).toBe('wrongCode')
  expect(await browser.tryLogin({ email, code: code() })).toBe('in')
  expect(await browser.isLoggedIn()).toBe(true)
})

test('that an account has codes shows only after the right password', async () => {
  const { email, client } = await aPerson(accounts.portal)
  await setUpTotp(accounts.portal, client)
  expect(await browserOf(accounts.portal).tryLogin({ email, password: 'wrong password' })).toBe('wrongLogin')
})

test('a code works once, also when the next login comes within its half minute', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { code } = await setUpTotp(accounts.portal, client)
  const same = code()
  expect(await browserOf(accounts.portal).tryLogin({ email, code: same })).toBe('in')
  expect(await browserOf(accounts.portal).tryLogin({ email, code: same })).toBe('wrongCode')
  pass(30)
  expect(await browserOf(accounts.portal).tryLogin({ email, code: code() })).toBe('in')
})

test('of two logins at once with the same code one gets in', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { code } = await setUpTotp(accounts.portal, client)
  const tries = await Promise.all([1, 2, 3].map(() => browserOf(accounts.portal).tryLogin({ email, code: code() })))
  expect(tries.toSorted()).toEqual(['in', 'wrongCode', 'wrongCode'])
})

test.each([
  [-2, 'wrongCode'],
  [-1, 'in'],
  [0, 'in'],
  [1, 'in'],
  [2, 'wrongCode'],
])('a phone whose clock is %i half minutes off gets %s', async (steps, outcome) => {
  const { email, client } = await aPerson(accounts.portal)
  const { secret } = await setUpTotp(accounts.portal, client)
  pass(300)
  expect(
    await browserOf(accounts.portal).tryLogin({ email, code: codeOf(secret, { at: accounts.clock.now, steps }) }),
  ).toBe(outcome)
})

test('a recovery code stands in for a lost phone, once, however it is typed, and its owner is told', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { recoveryCodes } = await setUpTotp(accounts.portal, client)
  expect(recoveryCodes).toHaveLength(10)
  const [first = ''] = recoveryCodes
  expect(
    await browserOf(accounts.portal).tryLogin({ email, code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` }),
  ).toBe('in')
  expect(await browserOf(accounts.portal).tryLogin({ email, code: first })).toBe('wrongCode')
  expect((await client.auth.getStrongLogin()).recoveryCodes).toBe(9)
  await accounts.portal.runJobs()
  const texts = accounts.smtp.mails.filter(({ to }) => to?.[0]?.address === email).map(({ text }) => text)
  expect(texts.filter((text) => text?.includes('A recovery code of your account was used'))).toHaveLength(1)
})

test('guessing codes is slowed down, and each wrong one stands in the history of logins', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { code } = await setUpTotp(accounts.portal, client)
  const browser = browserOf(accounts.portal, '10.1.2.3')
  for (const guess of ['111111', '222222', '333333', '444444', '555555'])
    expect(await browser.tryLogin({ email, code: guess })).toBe('wrongCode')
  expect(await browser.tryLogin({ email, code: code() })).toBe('tooManyRequests')
  const { logins } = await client.auth.listLogins()
  expect(logins.filter(({ way, address }) => way === 'wrongCode' && address === '10.1.2.3')).toHaveLength(5)
})

test('neither secrets nor recovery codes can be read in the database or the log', async () => {
  const { id, client } = await aPerson(accounts.portal)
  const { secret, recoveryCodes } = await setUpTotp(accounts.portal, client)
  const rows = await accounts.portal.db.selectFrom('totp_secrets').selectAll().where('member_id', '=', id).execute()
  const codes = await accounts.portal.db.selectFrom('recovery_codes').selectAll().where('member_id', '=', id).execute()
  const stored = JSON.stringify([rows, codes, accounts.portal.logLines])
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))])
    expect(stored).not.toContain(text)
})

test('an emailed link is one factor: with codes on it asks for one, and stays good until it is right', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { code } = await setUpTotp(accounts.portal, client)
  await browserOf(accounts.portal).tryTo('/api/login/link/', { email })
  await accounts.portal.runJobs()
  const token = mailedToken('/login/link')
  const browser = browserOf(accounts.portal)
  expect(await browser.tryTo(`/api/login/link/${token}/`)).toBe('secondFactorNeeded')
  expect(await browser.tryTo(`/api/login/link/${token}/`, { code: '123123' })).toBe('wrongCode')
  expect(await browser.tryTo(`/api/login/link/${token}/`, { code: code() })).toBe('in')
  expect(await browser.tryTo(`/api/login/link/${token}/`, { code: code() })).toBe('invalidLink')
})

test('a new password by email does not get past the codes', async () => {
  const { email, client } = await aPerson(accounts.portal)
  await setUpTotp(accounts.portal, client)
  await browserOf(accounts.portal).tryTo('/api/password/reset/', { email })
  await accounts.portal.runJobs()
  const token = mailedToken('/profile/password/reset')
  const browser = browserOf(accounts.portal)
  expect(await browser.tryTo('/api/password/reset/', { token, password: 'another good password' })).toBe('in')
  expect(await browser.isLoggedIn()).toBe(false)
  expect(await browser.tryLogin({ email, password: 'another good password' })).toBe('secondFactorNeeded')
})

test('tokens for apps need the code, too', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { code } = await setUpTotp(accounts.portal, client)
  const browser = browserOf(accounts.portal)
  expect(await browser.tryTo('/api/token/obtain/', { email, password })).toBe('secondFactorNeeded')
  expect(await browser.tryTo('/api/token/obtain/', { email, password, code: code() })).toBe('in')
})

test('codes are turned on with the first one only, and a wrong one leaves the account as it was', async () => {
  const { email, client } = await aPerson(accounts.portal)
  await client.auth.startTotp()
  await expect(client.auth.confirmTotp({ code: '000000' })).rejects.toMatchObject({ code: 'wrongCode' })
  expect(await browserOf(accounts.portal).tryLogin({ email })).toBe('in')
})

test('a new app replaces the old one only once it has shown a code', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { secret } = await setUpTotp(accounts.portal, client)
  const next = await client.auth.startTotp()
  expect(await browserOf(accounts.portal).tryLogin({ email, code: codeOf(secret, { at: accounts.clock.now }) })).toBe(
    'in',
  )
  await client.auth.confirmTotp({ code: codeOf(next.secret, { at: accounts.clock.now }) })
  pass(60)
  expect(await browserOf(accounts.portal).tryLogin({ email, code: codeOf(secret, { at: accounts.clock.now }) })).toBe(
    'wrongCode',
  )
  expect(
    await browserOf(accounts.portal).tryLogin({ email, code: codeOf(next.secret, { at: accounts.clock.now }) }),
  ).toBe('in')
})

test('turning codes off needs one, and then the password is enough and recovery codes are gone', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { code } = await setUpTotp(accounts.portal, client)
  await expect(client.auth.turnOffTotp({ code: '000000' })).rejects.toMatchObject({ code: 'wrongCode' })
  await client.auth.turnOffTotp({ code: code() })
  expect(await client.auth.getStrongLogin()).toMatchObject({ hasTotp: false, recoveryCodes: 0, isStrong: false })
  expect(await browserOf(accounts.portal).tryLogin({ email })).toBe('in')
})

test('new recovery codes end the earlier ones', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { recoveryCodes } = await setUpTotp(accounts.portal, client)
  const renewed = await client.auth.renewRecoveryCodes()
  expect(await browserOf(accounts.portal).tryLogin({ email, code: recoveryCodes[3] ?? '' })).toBe('wrongCode')
  expect(await browserOf(accounts.portal).tryLogin({ email, code: renewed.recoveryCodes[3] ?? '' })).toBe('in')
})

test('the address for the app names the space and the member', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { address, secret } = await client.auth.startTotp()
  const url = new URL(address)
  expect(url.protocol).toBe('otpauth:')
  expect(decodeURIComponent(url.pathname)).toContain(email)
  expect(url.searchParams.get('secret')).toBe(secret)
})
