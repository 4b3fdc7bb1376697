import { contract } from '@spacekeeper/contract/index.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { addSoftPasskey, aPerson, browserOf, password, setUpTotp } from './strong-accounts.testing.ts'

const accounts = setUpAccounts()

const pass = (minutes: number) => {
  accounts.clock.now = new Date(accounts.clock.now.getTime() + minutes * 60_000)
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'failed',
  )

test('a dangerous action wants a proof of ten minutes at most, and the password is one', async () => {
  const { client } = await aPerson(accounts.portal, { isAdmin: true })
  const { id: memberId } = await aPerson(accounts.portal)
  const grant = () => outcome(client.members.updatePermissions({ memberId, grant: ['access'], revoke: [] }))
  expect(await grant()).toBe('done')
  pass(11)
  expect(await grant()).toBe('stepUpNeeded')
  expect(await outcome(client.auth.confirmSession({ password: 'not the password' }))).toBe('wrongPassword')
  expect(await grant()).toBe('stepUpNeeded')
  await client.auth.confirmSession({ password })
  expect(await grant()).toBe('done')
  pass(9)
  expect(await grant()).toBe('done')
  pass(2)
  expect(await grant()).toBe('stepUpNeeded')
})

test('secrets among the settings want it, the others do not', async () => {
  const { client } = await aPerson(accounts.portal, { isAdmin: true })
  pass(11)
  expect(await outcome(client.settings.update({ key: 'SITE_NAME', value: 'Shed' }))).toBe('done')
  expect(await outcome(client.settings.update({ key: 'STRIPE_SECRET_KEY', value: 'sk_test_x' }))).toBe('stepUpNeeded')
  expect(await outcome(client.settings.reset({ key: 'STRIPE_SECRET_KEY' }))).toBe('stepUpNeeded')
  for (const [key, value] of [
    ['STRONG_LOGIN_FOR', 'none'],
    ['BACKUP_SFTP_HOST', 'evil.example.org'],
    ['BACKUP_COPY_IN_CLEAR', true],
  ] as const)
    expect(await outcome(client.settings.update({ key, value }))).toBe('stepUpNeeded')
})

test('making an administrator wants it, other details of a member do not', async () => {
  const { client } = await aPerson(accounts.portal, { isAdmin: true })
  const { id: memberId } = await aPerson(accounts.portal)
  pass(11)
  expect(await outcome(client.members.updateDetails({ memberId, firstName: 'Zoe' }))).toBe('done')
  expect(await outcome(client.members.updateDetails({ memberId, isAdmin: true }))).toBe('stepUpNeeded')
  await client.auth.confirmSession({ password })
  expect(await outcome(client.members.updateDetails({ memberId, isAdmin: true }))).toBe('done')
})

test('callers who may not do it anyway hear that, not that they should confirm', async () => {
  const { client } = await aPerson(accounts.portal)
  pass(11)
  expect(await outcome(client.members.updatePermissions({ memberId: 1, grant: [], revoke: [] }))).toBe('notAllowed')
})

test('what is dangerous: rights, keys, secrets, erasing, refunds and the ways to log in', () => {
  const names = Object.entries(contract).flatMap(([domain, routes]) =>
    Object.entries<Route>(routes).flatMap(([name, { stepUp }]) => (stepUp === undefined ? [] : [`${domain}.${name}`])),
  )
  expect(names).toEqual(
    expect.arrayContaining([
      'apiKeys.create',
      'apiKeys.give',
      'auth.addPasskey',
      'auth.confirmTotp',
      'auth.removePassword',
      'auth.resetMemberStrongLogin',
      'billing.refund',
      'devices.createKey',
      'members.updatePermissions',
      'profile.closeMember',
      'stripe.refundToCard',
    ]),
  )
})

test('who has a strong login needs it to change the ways to log in: the password alone is not enough', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const thief = browserOf(accounts.portal, '10.8.8.8')
  expect(await thief.tryLogin({ email })).toBe('in')
  expect(await thief.tryTo('/api/profile/passkeys/start/')).toBe('strongProofNeeded')
  expect(await thief.tryTo('/api/profile/totp/start/')).toBe('strongProofNeeded')
  expect(await thief.tryTo('/api/session/confirm/', { password })).toBe('in')
  expect(await thief.tryTo('/api/profile/recovery-codes/')).toBe('strongProofNeeded')
  const question = (await thief.post('/api/session/confirm/start/')).json()
  expect(await thief.tryTo('/api/session/confirm/', { passkey: key.answer(question) })).toBe('in')
  expect(await thief.tryTo('/api/profile/totp/start/')).toBe('in')
})

test('with a strong login, the password alone changes neither the ways into the account nor closes it', async () => {
  const { email, client } = await aPerson(accounts.portal, { isAdmin: true })
  const { key } = await addSoftPasskey(accounts.portal, client)
  const memberId = (await client.profile.get()).id
  const thief = browserOf(accounts.portal, '10.8.8.9')
  await thief.tryLogin({ email })
  const put = async (path: string, body: Record<string, unknown>) => (await thief.put(path, body)).json()
  const elsewhere = { email: 'thief@example.org', password }
  const chosen = { current: password, new: 'a password of another kind' }
  const refused = { code: 'strongProofNeeded' }
  expect(await put('/api/profile/email/', elsewhere)).toMatchObject(refused)
  expect(await put('/api/profile/password/', chosen)).toMatchObject(refused)
  expect(await put('/api/profile/pin/', { pin: '4831', password })).toMatchObject(refused)
  expect(await put(`/api/admin/members/${memberId}/profile/`, { email: 'thief@example.org' })).toMatchObject(refused)
  const closing = { password, confirmation: 'close my account' }
  expect(await thief.tryTo('/api/profile/close/', closing)).toBe('strongProofNeeded')
  await thief.tryTo('/api/session/confirm/', { password })
  expect(await put('/api/profile/email/', elsewhere)).toMatchObject(refused)
  const question = (await thief.post('/api/session/confirm/start/')).json()
  await thief.tryTo('/api/session/confirm/', { passkey: key.answer(question) })
  expect(await put('/api/profile/email/', { ...elsewhere, password: 'wrong' })).toMatchObject({ code: 'wrongPassword' })
  expect(await put('/api/profile/email/', elsewhere)).toEqual({ success: true })
  expect(await put('/api/profile/password/', chosen)).toEqual({ success: true })
})

test('without one, the password is enough, however long ago the member logged in', async () => {
  const { client } = await aPerson(accounts.portal)
  pass(30)
  const elsewhere = { email: `moved${accounts.clock.now.getTime()}@example.org`, password }
  expect(await outcome(client.profile.requestEmailChange(elsewhere))).toBe('done')
  const chosen = { current: password, new: 'a password of another kind' }
  expect(await outcome(client.profile.changePassword(chosen))).toBe('done')
})

test('a recovery code proves it for a member who lost the passkey, once', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { recoveryCodes } = await addSoftPasskey(accounts.portal, client)
  const browser = browserOf(accounts.portal)
  await browser.tryLogin({ email })
  const [code = ''] = recoveryCodes
  expect(await browser.tryTo('/api/session/confirm/', { code })).toBe('in')
  expect(await browser.tryTo('/api/profile/passkeys/start/')).toBe('in')
  expect(await browser.tryTo('/api/session/confirm/', { code })).toBe('wrongCode')
})

test('a passkey of another member proves nothing', async () => {
  const [ann, bo] = [await aPerson(accounts.portal), await aPerson(accounts.portal)]
  const { key } = await addSoftPasskey(accounts.portal, ann.client)
  await addSoftPasskey(accounts.portal, bo.client)
  const question = await bo.client.auth.startConfirmation()
  expect(await outcome(bo.client.auth.confirmSession({ passkey: key.answer(question) }))).toBe('passkeyRefused')
})

test('exactly one proof is taken at a time', async () => {
  const { client } = await aPerson(accounts.portal)
  expect(await outcome(client.auth.confirmSession({}))).toBe('badInput')
  expect(await outcome(client.auth.confirmSession({ password, code: '123456' }))).toBe('badInput')
})

test('where the space wants it, administrators without a strong login are no staff until they set it up', async () => {
  const { client } = await aPerson(accounts.portal, { isAdmin: true })
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'administrators' })
  expect(await outcome(client.settings.list())).toBe('strongLoginNeeded')
  expect(await client.profile.get()).toMatchObject({ admin: false, staffPermissions: [], needsStrongLogin: true })
  await setUpTotp(accounts.portal, client)
  expect(await outcome(client.settings.list())).toBe('done')
  expect(await client.profile.get()).toMatchObject({ admin: true, needsStrongLogin: false })
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'none' })
})

test('a session from the password alone has no rights there, until it is confirmed with the passkey', async () => {
  const { email, client } = await aPerson(accounts.portal, { isAdmin: true })
  const { key } = await addSoftPasskey(accounts.portal, client)
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'administrators' })
  const browser = browserOf(accounts.portal)
  await browser.tryLogin({ email })
  expect((await browser.get('/api/admin/settings/')).json()).toMatchObject({ code: 'strongLoginNeeded' })
  const question = (await browser.post('/api/session/confirm/start/')).json()
  await browser.tryTo('/api/session/confirm/', { passkey: key.answer(question) })
  expect((await browser.get('/api/admin/settings/')).statusCode).toBe(200)
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'none' })
})

test.each([
  ['administrators', 'done'],
  ['staff', 'strongLoginNeeded'],
] as const)('where it is wanted of %s, other staff are %s', async (value, expected) => {
  const { client } = await aPerson(accounts.portal, { permissions: ['members'] })
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value })
  expect(await outcome(client.members.listAll({}))).toBe(expected)
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'none' })
})

test('members without rights are asked for nothing', async () => {
  const { client } = await aPerson(accounts.portal)
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'staff' })
  expect(await client.profile.get()).toMatchObject({ needsStrongLogin: false })
  expect(await client.auth.getStrongLogin()).toMatchObject({ isRequired: false })
  await changeSetting(accounts.portal.ctx, { key: 'STRONG_LOGIN_FOR', value: 'none' })
})
