import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { anAccount } from '../factory.ts'
import { createResetLink, setPassword } from './password-recovery.ts'

const accounts = setUpAccounts()

const [old, chosen] = ['correct horse battery', 'staple of another kind']

test('a password set on the command line works at once, ends sessions and is in the audit', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password: old, isVerified: false, isAdmin: true })
  expect(await setPassword(accounts.portal.ctx, { memberId: id, password: chosen })).toBe(true)
  const browser = accounts.browse()
  expect((await browser.logIn(email, old)).statusCode).toBe(401)
  expect((await browser.logIn(email, chosen)).statusCode).toBe(200)
  expect(await accounts.eventsOf(id)).toContain('account.passwordSet')
  await setPassword(accounts.portal.ctx, { memberId: id, password: 'yet another of them' })
  expect(await browser.isLoggedIn()).toBe(false)
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.at(-1)).toMatchObject({ subject: 'Your password was changed' })
})

test('a weak password is refused on the command line, too', async () => {
  const { id } = await anAccount(accounts.portal.db, { password: old })
  await expect(setPassword(accounts.portal.ctx, { memberId: id, password: 'password1' })).rejects.toMatchObject({
    code: 'badInput',
  })
})

test('a printed link lets its owner choose a password once, ends mailed links and is in the audit', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password: old })
  const first = await createResetLink(accounts.portal.ctx, id)
  const link = (await createResetLink(accounts.portal.ctx, id)) ?? ''
  const use = (address: string | null) =>
    accounts.browse().post('/api/password/reset/', { token: address?.split('/').at(-1), password: chosen })
  expect(link).toMatch(/^http:\/\/localhost:8000\/profile\/password\/reset\/[\w-]{43}$/)
  expect((await use(first)).json()).toEqual({ success: false })
  expect((await use(link)).json()).toEqual({ success: true })
  expect((await use(link)).json()).toEqual({ success: false })
  expect((await accounts.browse().logIn(email, chosen)).statusCode).toBe(200)
  expect(await accounts.eventsOf(id)).toContain('account.resetLinkPrinted')
  expect(accounts.portal.logLines.join(' ')).not.toContain(link.split('/').at(-1) ?? '')
})
