import { afterEach, describe, expect, test } from 'vitest'
import { setUpAccounts } from '../accounts.testing.ts'
import { anAccount } from './factory.ts'
import { mailLink } from './links/links.ts'
import { openPhone } from './tokens/phone.testing.ts'

const password = 'correct horse battery'
const chosen = 'staple of another kind'
const accounts = setUpAccounts()
const minute = 60_000
const hour = 60 * minute
const zoneBefore = process.env['TZ']

afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

/** As a portal whose process was started with another TZ. */
const enterZone = (zone: string, offsetHours: number) => {
  process.env['TZ'] = zone
  expect(new Date('2026-01-15T12:00:00Z').getTimezoneOffset()).toBe(-offsetHours * 60)
}

const goOn = (milliseconds: number) => {
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + milliseconds)
}

/** The token in the newest email, whichever link it has. */
const mailedToken = async (memberId: number, purpose: 'verifyEmail' | 'resetPassword') => {
  await mailLink(accounts.portal.ctx, { memberId, purpose })
  await accounts.portal.runJobs()
  const text = accounts.smtp.mails.at(-1)?.text ?? ''
  return /\/profile\/(?:email\/([\w-]+)\/verify|password\/reset\/([\w-]+))/.exec(text)?.slice(1).join('') ?? ''
}

describe.each([
  ['Australia/Brisbane', 10],
  ['America/Los_Angeles', -8],
] as const)('in a process in the time zone %s', (zone, offsetHours) => {
  test.each([
    ['a second before', -1000, 200],
    ['a second after', 1000, 403],
  ])('a link that confirms an address is judged right %s its 24 hours', async (_when, more, status) => {
    enterZone(zone, offsetHours)
    const { id } = await anAccount(accounts.portal.db, { password, isVerified: false })
    const token = await mailedToken(id, 'verifyEmail')
    goOn(24 * hour + more)
    const answer = await accounts.browse().post(`/api/email/${token}/verify/`, { password: chosen })
    expect(answer.statusCode).toBe(status)
  })

  test.each([
    ['a second before', -1000, true],
    ['a second after', 1000, false],
  ])('a link to a new password is judged right %s its 24 hours', async (_when, more, success) => {
    enterZone(zone, offsetHours)
    const { id } = await anAccount(accounts.portal.db, { password })
    const token = await mailedToken(id, 'resetPassword')
    goOn(24 * hour + more)
    const answer = await accounts.browse().post('/api/password/reset/', { token, password: chosen })
    expect(answer.json()).toMatchObject({ success })
  })

  test('an access token of the app lasts 15 minutes, and the session of a browser 14 days', async () => {
    enterZone(zone, offsetHours)
    const { email } = await anAccount(accounts.portal.db, { password })
    const phone = openPhone(accounts.portal.app)
    const browser = accounts.browse()
    await browser.logIn(email, password)
    const { access } = await phone.logIn(email, password)
    goOn(15 * minute - 1000)
    expect(await phone.call(access)).toBe(200)
    goOn(15 * minute + 1000)
    expect(await phone.call(access)).toBe(401)
    goOn(14 * 24 * hour + 1000)
    expect(await browser.isLoggedIn()).toBe(false)
  })
})
