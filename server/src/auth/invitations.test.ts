import { test, expect } from 'vitest'
import { setUpAccounts } from '../accounts.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal } from '../portal.testing.ts'
import { mailLink } from './links/links.ts'

const accounts = setUpAccounts()

const password = 'correct horse battery'

let count = 0

const aPerson = (facts: Record<string, unknown> = {}) => {
  count += 1
  return { firstName: 'Ann', lastName: 'Other', email: `Invited${count}@example.org`, ...facts }
}

const staff = async () => {
  const { id } = await aMember(accounts.portal.db, { permissions: ['members'] })
  return accounts.portal.as(id)
}

const tokenIn = (text: string | null | undefined) => /\/invitation\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

const accept = (token: string, body = { password }) => {
  const browser = accounts.browse()
  return browser.post(`/api/invitation/${token}/`, body).then((answer) => ({ answer, browser }))
}

const day = 24 * 60 * 60 * 1000

test('an invited person chooses a password with the mailed link, is logged in, and has a confirmed address', async () => {
  const api = await staff()
  const person = aPerson()
  const { memberId, link } = await api.auth.invite(person)
  expect(link).toBeNull()
  expect(await api.members.getDetails({ memberId })).toMatchObject({
    email: person.email.toLowerCase(),
    emailState: 'invited',
    hasPassword: false,
    membershipState: 'noob',
    profileUpdateRequired: true,
  })
  await accounts.portal.runJobs()
  const mail = accounts.smtp.mails.find(({ subject }) => subject?.includes('invited'))
  const token = tokenIn(mail?.text)
  const stranger = await accounts.portal.as(null)
  expect(await stranger.auth.checkInvitation({ token })).toEqual({
    person: { firstName: 'Ann', email: person.email.toLowerCase() },
  })
  const { answer, browser } = await accept(token)
  expect(answer.statusCode).toBe(200)
  expect(await browser.isLoggedIn()).toBe(true)
  expect(await api.members.getDetails({ memberId })).toMatchObject({
    emailState: 'confirmed',
    hasPassword: true,
    invitationEndsAt: null,
  })
  expect((await accounts.browse().logIn(person.email, password)).statusCode).toBe(200)
  expect((await accept(token)).answer.json().code).toBe('invalidLink')
  expect(await accounts.eventsOf(memberId)).toEqual(
    expect.arrayContaining(['account.invited', 'account.invitationSent', 'account.invitationAccepted']),
  )
})

test('a link to copy is in the answer and nowhere else, and works', async () => {
  const api = await staff()
  const { memberId, link } = await api.auth.invite(aPerson({ sendsMail: false }))
  expect(link).toMatch(/^http:\/\/localhost:8000\/invitation\/[\w-]{43}$/)
  const token = tokenIn(link)
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toEqual([])
  const audit = await accounts.portal.db.selectFrom('audit_events').select('data').execute()
  expect(JSON.stringify(audit)).not.toContain(token)
  expect(accounts.portal.logLines.join('')).not.toContain(token)
  expect((await accept(token)).answer.statusCode).toBe(200)
  expect((await accounts.sessionsOf(memberId)).length).toBe(1)
})

test('staff make the person a member at once: active, welcomed, with both events', async () => {
  const api = await staff()
  const { memberId } = await api.auth.invite(aPerson({ makesMember: true }))
  expect(await api.members.getDetails({ memberId })).toMatchObject({ membershipState: 'active' })
  await accounts.portal.runJobs()
  const subjects = accounts.smtp.mails.map(({ subject }) => subject ?? '')
  expect(subjects.some((subject) => subject.includes('invited'))).toBe(true)
  expect(subjects.some((subject) => subject.startsWith('Welcome'))).toBe(true)
  expect(await accounts.eventsOf(memberId)).toEqual(expect.arrayContaining(['account.invited', 'member.makeMember']))
})

test('an invitation ends after a week, when another is made, and when staff cancel it', async () => {
  const api = await staff()
  const { memberId, link } = await api.auth.invite(aPerson({ sendsMail: false }))
  const second = await api.auth.createEmailLink({ memberId })
  expect(second.purpose).toBe('invitation')
  expect((await accept(tokenIn(link))).answer.json().code).toBe('invalidLink')
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 7 * day + 1000)
  expect((await accept(tokenIn(second.link))).answer.json().code).toBe('invalidLink')
  const late = await staff()
  const third = await late.auth.createEmailLink({ memberId })
  await late.auth.cancelInvitation({ memberId })
  expect(await late.members.getDetails({ memberId })).toMatchObject({ emailState: 'unconfirmed' })
  expect((await accept(tokenIn(third.link))).answer.json().code).toBe('invalidLink')
})

test('an address or screen name that others have is no obstacle, or said', async () => {
  const api = await staff()
  const person = aPerson({ firstName: 'Twin', sendsMail: false })
  const first = await api.auth.invite(person)
  const second = await api.auth.invite(aPerson({ firstName: 'Twin', sendsMail: false }))
  const names = await Promise.all(
    [first, second].map(async ({ memberId }) => (await api.members.getDetails({ memberId })).screenName),
  )
  expect(names).toEqual(['Twin', 'Twin 2'])
  await expect(api.auth.invite(person)).rejects.toMatchObject({ code: 'emailTaken' })
  const shouted = { ...person, email: person.email.toUpperCase() }
  await expect(api.auth.invite(shouted)).rejects.toMatchObject({ code: 'emailTaken' })
})

test('without a mail server the link is always there to copy, and sending it again is refused', async () => {
  const quiet = await startTestPortal()
  const api = await quiet.as((await aMember(quiet.db, { permissions: ['members'] })).id)
  const { memberId, link } = await api.auth.invite(aPerson())
  expect(link).toContain('/invitation/')
  await expect(api.auth.sendEmailLink({ memberId })).rejects.toMatchObject({ code: 'mailNotSetUp' })
  await quiet.close()
})

test('an invitation that was cancelled before it was mailed is not mailed', async () => {
  const api = await staff()
  const { memberId } = await api.auth.invite(aPerson())
  await api.auth.cancelInvitation({ memberId })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toEqual([])
  expect(await api.members.getDetails({ memberId })).toMatchObject({ emailState: 'unconfirmed' })
})

test('a link is not mailed to an address that was replaced while the mail was written', async () => {
  const { portal } = accounts
  const { id: memberId } = await aMember(portal.db, { isVerified: false })
  const other = await portal.services.pool.connect()
  await other.query('begin')
  await other.query(`update members set email = 'right@example.org' where id = $1`, [memberId])
  await other.query('select from members where id = $1 for update', [memberId])
  const mailed = mailLink(portal.ctx, { memberId, purpose: 'verifyEmail' })
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await portal.services.pool.query(waiting)).rowCount).toBe(1)
  await other.query('commit')
  other.release()
  await mailed
  await portal.runJobs()
  expect(accounts.smtp.mails).toEqual([])
})
