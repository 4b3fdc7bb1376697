import { beforeAll, afterAll, test, expect } from 'vitest'
import { type TestPortal, startTestPortal } from '../../portal.testing.ts'
import { openBrowser } from '../browser.testing.ts'
import { anAccount } from '../factory.ts'
import { recordFailedLogin } from './failed-logins.ts'
import { accountLimits, createThrottle } from './throttle.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

const password = 'correct horse battery'

const eventsOf = async (event: string) =>
  portal.db.selectFrom('audit_events').selectAll().where('event', '=', event).orderBy('id').execute()

test('a right password of an address that is not confirmed is kept with its reason', async () => {
  const { id, email } = await anAccount(portal.db, { password, isVerified: false })
  await openBrowser(portal.app, '10.7.0.1').logIn(email, password)
  expect(await eventsOf('account.loginFailed')).toMatchObject([
    { subject_id: id, data: { address: '10.7.0.1', reason: 'email not confirmed' } },
  ])
})

test('an attacker cannot fill the audit: what goes on is kept only so often, and that there was more once', async () => {
  const before = (await eventsOf('account.loginFailed')).length
  const limits = {
    ...accountLimits,
    failuresKeptPerAccount: { points: 2, duration: 3600 },
    failuresKept: { points: 5, duration: 3600 },
  }
  const throttle = createThrottle(portal.services, limits)
  const fail = (email: string, address: string) =>
    recordFailedLogin(portal.ctx, {
      email,
      memberId: undefined,
      reason: 'wrong password',
      client: { address, network: address, userAgent: '' },
      throttle,
    })
  for (let n = 0; n < 4; n += 1) await fail('one@example.org', `10.7.1.${n}`)
  expect(await eventsOf('account.loginFailed')).toHaveLength(before + 2)
  for (let n = 0; n < 20; n += 1) await fail(`account${n}@example.org`, `10.7.2.${n}`)
  expect(await eventsOf('account.loginFailed')).toHaveLength(5)
  expect(await eventsOf('account.failuresNotKept')).toHaveLength(1)
})
