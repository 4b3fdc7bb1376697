import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { anAccount } from '../factory.ts'
import { openPhone } from './phone.testing.ts'

const accounts = setUpAccounts()

const mailedToken = () => /\/login\/link\/([\w-]+)/.exec(accounts.smtp.mails.at(-1)?.text ?? '')?.[1] ?? ''

const aLoginLink = async (email: string) => {
  await openPhone(accounts.portal.app).send('/api/login/link/', { method: 'POST', payload: { email } })
  await accounts.portal.runJobs()
  return `/api/login/link/${mailedToken()}/`
}

test('a link in a mail that is opened in the app logs it in by tokens, which only this answer holds', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password: 'correct horse battery' })
  const phone = openPhone(accounts.portal.app, 'capacitor://localhost')
  const answer = await phone.send(await aLoginLink(email), { method: 'POST', payload: {} })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['access-control-expose-headers']).toContain('x-access-token, x-refresh-token')
  const access = String(answer.headers['x-access-token'])
  expect(await phone.call(access)).toBe(200)
  const [session] = await accounts.sessionsOf(id)
  expect(session).toMatchObject({ token_hash: null, app_name: 'a phone' })
  const renewed = await phone.refresh(String(answer.headers['x-refresh-token']))
  expect(await phone.call(renewed.json().access)).toBe(200)
})

test('the same link in a browser sets the cookie, and names no token in its headers', async () => {
  const { email } = await anAccount(accounts.portal.db, { password: 'correct horse battery' })
  const browser = accounts.browse()
  const answer = await browser.post(await aLoginLink(email), {})
  expect(answer.headers['x-access-token']).toBeUndefined()
  expect(await browser.isLoggedIn()).toBe(true)
})
