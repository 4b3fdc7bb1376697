import { expect, test } from 'vitest'
import { setUpAccounts } from '../accounts.testing.ts'
import { aPerson, password } from './strong/strong-accounts.testing.ts'

const accounts = setUpAccounts()

const mailsAbout = async (email: string) => {
  await accounts.portal.runJobs()
  return accounts.smtp.mails.filter(
    ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('New login to'),
  )
}

test('a login from a new device is mailed once, the first of all not', async () => {
  const { email } = await aPerson(accounts.portal)
  const known = accounts.browse()
  await known.logIn(email, password)
  expect(await mailsAbout(email)).toHaveLength(0)
  const strange = accounts.browse('10.9.9.9')
  await strange.logIn(email, password)
  const [mail, ...more] = await mailsAbout(email)
  expect(mail?.text).toContain('10.9.9.9')
  expect(more).toHaveLength(0)
  await strange.logIn(email, password)
  await known.logIn(email, password)
  expect(await mailsAbout(email)).toHaveLength(1)
})

test('a known browser is not news wherever it is, and a program without cookies only once', async () => {
  const { email } = await aPerson(accounts.portal)
  const browser = accounts.browse()
  await browser.logIn(email, password)
  const travelled = accounts.browse('10.7.7.7')
  for (const [name, value] of browser.cookies) travelled.cookies.set(name, value)
  await travelled.logIn(email, password)
  expect(await mailsAbout(email)).toHaveLength(0)
  for (let day = 0; day < 3; day += 1) await accounts.browse('10.6.6.6').logIn(email, password)
  expect(await mailsAbout(email)).toHaveLength(1)
})

test('the profile lists the latest logins and failed tries, newest first, each with device and address', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const browser = accounts.browse('10.5.5.5')
  await browser.logIn(email, 'not the password')
  await browser.logIn(email, password)
  const { logins } = await client.auth.listLogins()
  expect(logins.map(({ way, address }) => [way, address])).toEqual([
    ['password', '10.5.5.5'],
    ['wrongPassword', '10.5.5.5'],
  ])
  expect(logins[0]?.device).toBe('unknown device')
})

test('the list of logins is bounded, and holds those of no other member', async () => {
  const [ann, bo] = [await aPerson(accounts.portal), await aPerson(accounts.portal)]
  const rows = Array.from({ length: 60 }, () => ({
    at: accounts.clock.now,
    event: 'account.loggedIn',
    actor_kind: 'anonymous' as const, // the table wants the literal
    subject_kind: 'member' as const, // as above
    subject_id: ann.id,
    data: JSON.stringify({ address: '10.4.4.4' }),
  }))
  await accounts.portal.db.insertInto('audit_events').values(rows).execute()
  expect((await ann.client.auth.listLogins()).logins).toHaveLength(50)
  expect((await bo.client.auth.listLogins()).logins).toEqual([])
})
