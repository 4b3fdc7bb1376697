import { test, expect } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { aMember, type MemberFacts } from '../../members/factory.ts'
import { startTestPortal } from '../../portal.testing.ts'
import { openBrowser } from '../browser.testing.ts'
import { anAccount } from '../factory.ts'

const accounts = setUpAccounts()

const password = 'correct horse battery'

const staff = async (facts: MemberFacts = { permissions: ['members'] }) =>
  accounts.portal.as((await aMember(accounts.portal.db, facts)).id)

const anUnverified = () => anAccount(accounts.portal.db, { password, isVerified: false })

test('staff confirm an address without a link, which the audit keeps, and the member logs in', async () => {
  const api = await staff()
  const { id: memberId, email } = await anUnverified()
  expect(await api.members.getDetails({ memberId })).toMatchObject({ emailState: 'unconfirmed', hasPassword: true })
  await api.auth.confirmEmail({ memberId })
  await api.auth.confirmEmail({ memberId })
  expect(await api.members.getDetails({ memberId })).toMatchObject({ emailState: 'confirmed' })
  expect(await accounts.eventsOf(memberId)).toEqual(['account.emailConfirmed'])
  expect((await accounts.browse().logIn(email, password)).statusCode).toBe(200)
})

test('a copied link confirms the address, and its token is in no log', async () => {
  const api = await staff()
  const { id: memberId } = await anUnverified()
  const { purpose, link } = await api.auth.createEmailLink({ memberId })
  const token = /\/profile\/email\/([\w-]+)\/verify$/.exec(link)?.[1] ?? ''
  expect([purpose, token.length]).toEqual(['verifyEmail', 43])
  expect(accounts.portal.logLines.join('')).not.toContain(token)
  expect(
    (await accounts.browse().post(`/api/email/${token}/verify/`, { password: 'staple of another kind' })).statusCode,
  ).toBe(200)
  expect(await accounts.eventsOf(memberId)).toEqual(['account.verifyLinkCopied', 'account.verifiedAnew'])
})

test('for a confirmed address the copied link chooses a new password', async () => {
  const api = await staff()
  const { id: memberId } = await anAccount(accounts.portal.db, { password })
  const { purpose, link } = await api.auth.createEmailLink({ memberId })
  expect([purpose, link]).toEqual(['resetPassword', expect.stringContaining('/profile/password/reset/')])
  await expect(api.auth.sendEmailLink({ memberId })).rejects.toMatchObject({ code: 'alreadyVerified' })
})

test('staff have the link mailed again', async () => {
  const api = await staff()
  const { id: memberId, email } = await anUnverified()
  await api.auth.sendEmailLink({ memberId })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toMatchObject([{ to: [{ address: email }], subject: 'Confirm your email address' }])
  expect(await accounts.eventsOf(memberId)).toEqual(['account.verifyLinkRequested', 'account.verifyLinkSent'])
})

test('only administrators let an administrator in, and only staff with the permission confirm anything', async () => {
  const { id: memberId } = await aMember(accounts.portal.db, { isAdmin: true, isVerified: false })
  const api = await staff()
  await expect(api.auth.confirmEmail({ memberId })).rejects.toMatchObject({ code: 'outranked' })
  await expect(api.auth.createEmailLink({ memberId })).rejects.toMatchObject({ code: 'outranked' })
  const other = await staff({ permissions: ['devices'] })
  await expect(other.auth.confirmEmail({ memberId })).rejects.toMatchObject({ code: 'notAllowed' })
})

test('a stranger has the link mailed again, and is told the same of any address, however often they ask', async () => {
  const { email } = await anUnverified()
  const resend = (to: string) => accounts.browse('10.9.9.9').post('/api/email/resend/', { email: to })
  expect((await resend(email)).json()).toEqual({ success: true })
  expect((await resend('unknown@example.org')).json()).toEqual({ success: true })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.map((mail) => mail.envelope.to)).toEqual([[email]])
  for (let asked = 0; asked < 4; asked += 1) expect((await resend(email)).json()).toEqual({ success: true })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toHaveLength(3)
})

test('a mistyped address is corrected with the password; the link goes to the right one and only it works', async () => {
  const { id, email } = await anUnverified()
  const correct = (body: Record<string, unknown>) => accounts.browse().put('/api/register/email/', body)
  expect((await correct({ email, password: 'a wrong one', newEmail: 'right1@example.org' })).json().code).toBe(
    'wrongLogin',
  )
  expect((await correct({ email, password, newEmail: 'Right1@example.org' })).statusCode).toBe(200)
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.map((mail) => mail.envelope.to)).toEqual([['right1@example.org']])
  expect(await accounts.eventsOf(id)).toContain('account.unverifiedEmailChanged')
  const { email: taken } = await anAccount(accounts.portal.db, { password })
  const again = { email: 'right1@example.org', password, newEmail: taken }
  expect((await correct(again)).json().code).toBe('emailTaken')
  expect((await correct({ email: taken, password, newEmail: 'x@example.org' })).json().code).toBe('alreadyVerified')
})

test('without a mail server a login does not claim that a link was sent, by the key that clients know', async () => {
  const quiet = await startTestPortal()
  const { email } = await anAccount(quiet.db, { password, isVerified: false })
  const answer = await openBrowser(quiet.app).logIn(email, password)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    403,
    { code: 'emailNotVerifiedNoMail', message: 'loginCard.emailNotVerified' },
  ])
  expect(answer.json().detail).toContain('no mail server')
  expect((await openBrowser(quiet.app).get('/api/config/')).json().features.enableMail).toBe(false)
  await quiet.close()
})

test('a link that staff hold is worth nothing once its member may do more than they', async () => {
  const api = await staff()
  const { id: memberId } = await anAccount(accounts.portal.db, { password })
  const reset = /\/reset\/([\w-]+)$/.exec((await api.auth.createEmailLink({ memberId })).link)?.[1] ?? ''
  const invited = await api.auth.invite({
    firstName: 'Tess',
    lastName: 'Other',
    email: 'tess@example.org',
    sendsMail: false,
  })
  const invitation = /\/invitation\/([\w-]+)$/.exec(invited.link ?? '')?.[1] ?? ''
  const boss = await staff({ isAdmin: true })
  for (const id of [memberId, invited.memberId])
    await boss.members.updatePermissions({ memberId: id, grant: ['money'], revoke: [] })
  const use = () => accounts.browse().post('/api/password/reset/', { token: reset, password: 'a stolen account' })
  const accept = () => accounts.browse().post(`/api/invitation/${invitation}/`, { password: 'a stolen account' })
  expect((await use()).json()).toEqual({ success: false })
  expect((await accept()).json().code).toBe('invalidLink')
  for (const id of [memberId, invited.memberId])
    await boss.members.updatePermissions({ memberId: id, grant: [], revoke: ['money'] })
  expect((await use()).json()).toEqual({ success: true })
  expect((await accept()).statusCode).toBe(200)
})

test('a link to the first address proves nothing about the one that replaced it', async () => {
  const { id: memberId, email } = await anUnverified()
  await accounts.browse().post('/api/password/reset/', { email })
  await accounts.portal.runJobs()
  const token = /\/reset\/([\w-]+)/.exec(accounts.smtp.mails[0]?.text ?? '')?.[1] ?? ''
  expect(token).toHaveLength(43)
  await accounts.browse().put('/api/register/email/', { email, password, newEmail: 'another@example.org' })
  const answer = await accounts.browse().post('/api/password/reset/', { token, password: 'another good one' })
  expect(answer.json()).toEqual({ success: false })
  expect(await (await staff()).members.getDetails({ memberId })).toMatchObject({ emailState: 'unconfirmed' })
})

/** A member whose staff enter another address, and the link that was emailed there. */
const aProposal = async () => {
  const api = await staff()
  const { id: memberId, email } = await anAccount(accounts.portal.db, { password })
  const to = `slip${memberId}@example.org`
  await api.members.updateDetails({ memberId, email: to })
  await accounts.portal.runJobs()
  const [mail] = accounts.smtp.mails.filter((one) => one.to?.some(({ address }) => address === to))
  return { api, memberId, email, to, token: /email\/([\w-]+)\/verify/.exec(mail?.text ?? '')?.[1] ?? '' }
}

test('an address that staff enter counts once its owner confirms it; until then login, links and sessions stay with the confirmed one', async () => {
  const { api, memberId, email, to, token } = await aProposal()
  expect(await api.members.getDetails({ memberId })).toMatchObject({ email, emailState: 'confirmed', pendingEmail: to })
  const told = accounts.smtp.mails.find((one) => one.to?.some(({ address }) => address === email))
  expect(told?.text).toContain(`Staff entered ${to}`)
  const member = accounts.browse()
  expect((await member.logIn(email, password)).statusCode).toBe(200)
  accounts.smtp.mails.length = 0
  const stranger = accounts.browse()
  await stranger.post('/api/password/reset/', { email: to })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toEqual([])
  expect((await stranger.post(`/api/email/${token}/verify/`, { password: 'a new password' })).statusCode).toBe(403)
  expect((await member.post(`/api/email/${token}/verify/`)).statusCode).toBe(200)
  expect(await api.members.getDetails({ memberId })).toMatchObject({ email: to, pendingEmail: null })
  expect(await accounts.eventsOf(memberId)).toEqual([
    'account.emailChangeAsked',
    'account.changeLinkSent',
    'account.loggedIn',
    'account.loginFailed',
    'account.emailChanged',
  ])
})

test('staff who know the address confirm it in a step of its own, send its link again, or cancel it', async () => {
  const confirmed = await aProposal()
  await confirmed.api.auth.confirmEmail({ memberId: confirmed.memberId })
  expect(await confirmed.api.members.getDetails({ memberId: confirmed.memberId })).toMatchObject({
    email: confirmed.to,
    emailState: 'confirmed',
    pendingEmail: null,
  })
  const { api, memberId, email, to } = await aProposal()
  accounts.smtp.mails.length = 0
  await api.auth.sendEmailLink({ memberId })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toMatchObject([{ to: [{ address: to }], subject: 'Confirm your new email address' }])
  await api.auth.cancelInvitation({ memberId })
  expect(await api.members.getDetails({ memberId })).toMatchObject({ email, pendingEmail: null })
  expect((await accounts.eventsOf(memberId)).at(-1)).toBe('account.emailChangeCancelled')
})

test('where no address was ever confirmed, the one staff enter replaces it, unconfirmed, and gets the link', async () => {
  const api = await staff()
  const { id: memberId, email } = await anUnverified()
  const to = `right${memberId}@example.org`
  await api.members.updateDetails({ memberId, email: to })
  expect(await api.members.getDetails({ memberId })).toMatchObject({ email: to, emailState: 'unconfirmed' })
  await accounts.portal.runJobs()
  const sent = accounts.smtp.mails.flatMap((mail) => (mail.to ?? []).map(({ address }) => [address, mail.subject]))
  expect(sent).toContainEqual([to, 'Confirm your email address'])
  expect(sent).not.toContainEqual([email, 'Confirm your email address'])
  expect((await accounts.browse().logIn(to, password)).json()).toMatchObject({ code: 'emailNotVerified' })
})

test('an address that another member has is refused at once, with whose it is', async () => {
  const api = await staff()
  const { email } = await aMember(accounts.portal.db, { firstName: 'Mia', lastName: 'Reid' })
  const { id: memberId } = await anAccount(accounts.portal.db, { password })
  await expect(api.members.updateDetails({ memberId, email: email.toUpperCase() })).rejects.toMatchObject({
    code: 'emailTaken',
    body: { fields: [{ field: 'email', message: 'Mia Reid has this email address.' }] },
  })
})
