import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { addSoftPasskey, aPerson, browserOf, setUpTotp } from './strong-accounts.testing.ts'
import { resetStrongLogin } from './strong-login.ts'

const accounts = setUpAccounts()

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'failed',
  )

test('staff reset the strong login of a member who lost the phone, who is told and logs in with the password again', async () => {
  const staff = await aPerson(accounts.portal, { permissions: ['members'] })
  const { id, email, client } = await aPerson(accounts.portal)
  await setUpTotp(accounts.portal, client)
  await addSoftPasskey(accounts.portal, client)
  expect(await staff.client.auth.getMemberStrongLogin({ memberId: id })).toEqual({
    passkeys: 1,
    hasTotp: true,
    hasPassword: true,
  })
  await staff.client.auth.resetMemberStrongLogin({ memberId: id })
  expect(await browserOf(accounts.portal).tryLogin({ email })).toBe('in')
  expect(await client.auth.getStrongLogin()).toMatchObject({
    passkeys: [],
    hasTotp: false,
    recoveryCodes: 0,
    isStrong: false,
  })
  await accounts.portal.runJobs()
  const texts = accounts.smtp.mails.filter(({ to }) => to?.[0]?.address === email).map(({ text }) => text ?? '')
  expect(texts.join()).toContain('Staff removed the passkeys')
  expect(await accounts.eventsOf(id)).toContain('account.strongLoginReset')
})

test('staff reset neither those with more rights nor themselves', async () => {
  const staff = await aPerson(accounts.portal, { permissions: ['members'] })
  const admin = await aPerson(accounts.portal, { isAdmin: true })
  const reset = (memberId: number) => outcome(staff.client.auth.resetMemberStrongLogin({ memberId }))
  expect(await reset(admin.id)).toBe('outranked')
  expect(await reset(staff.id)).toBe('notYourself')
})

test('the command line resets the last administrator, too', async () => {
  const { id, email, client } = await aPerson(accounts.portal, { isAdmin: true })
  await setUpTotp(accounts.portal, client)
  await resetStrongLogin(accounts.portal.ctx, id)
  expect(await browserOf(accounts.portal).tryLogin({ email })).toBe('in')
})

test('closing an account removes its passkeys, its app and its codes', async () => {
  const admin = await aPerson(accounts.portal, { isAdmin: true })
  const { id, email, client } = await aPerson(accounts.portal)
  await setUpTotp(accounts.portal, client)
  await addSoftPasskey(accounts.portal, client)
  await admin.client.profile.closeMember({ memberId: id, confirmation: email })
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    expect(await accounts.portal.db.selectFrom(table).selectAll().where('member_id', '=', id).execute()).toEqual([])
})

test('members download their passkeys by name, and no secret', async () => {
  const { client } = await aPerson(accounts.portal)
  await addSoftPasskey(accounts.portal, client, 'A key on a ring')
  const { content } = await client.profile.downloadData()
  expect(content.length).toBeGreaterThan(100)
})
