import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { anAccount } from '../factory.ts'
import { openPhone } from './phone.testing.ts'
import { mayUseAgain } from './rules.ts'

const password = 'correct horse battery'
const accounts = setUpAccounts()

const later = (seconds: number) => {
  accounts.clock.now = new Date(accounts.clock.now.getTime() + seconds * 1000)
}

const aPhone = async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const phone = openPhone(accounts.portal.app)
  return { id, email, phone, pair: await phone.logIn(email, password) }
}

const mailsAbout = async (subject: string) => {
  await accounts.portal.runJobs()
  return accounts.smtp.mails.filter((mail) => mail.subject === subject).length
}

test('theft: a thief who exchanges a copied token loses it as soon as its owner comes back', async () => {
  const { id, phone, pair } = await aPhone()
  const thief = openPhone(accounts.portal.app)
  const stolen = (await thief.refresh(pair.refresh)).json()
  expect(await thief.call(stolen.access)).toBe(200)
  later(20 * 60)
  expect((await phone.refresh(pair.refresh)).json().code).toBe('token_not_valid')
  expect(await thief.call(stolen.access)).toBe(401)
  expect((await thief.refresh(stolen.refresh)).json().code).toBe('token_not_valid')
  expect(await accounts.eventsOf(id)).toContain('account.tokenReused')
  expect(await mailsAbout('You were logged out of the app')).toBe(1)
})

test('theft: a copied token that its owner exchanged long ago ends the login of both, and the owner is told', async () => {
  const { id, phone, pair } = await aPhone()
  let own = pair
  for (let i = 0; i < 3; i += 1) {
    later(20 * 60)
    own = (await phone.refresh(own.refresh)).json()
    expect(await phone.call(own.access)).toBe(200)
  }
  expect((await openPhone(accounts.portal.app).refresh(pair.refresh)).statusCode).toBe(401)
  expect(await phone.call(own.access)).toBe(401)
  expect(await accounts.sessionsOf(id)).toHaveLength(0)
  expect(await mailsAbout('You were logged out of the app')).toBe(1)
})

test('an answer that was lost locks no phone out, even hours later, and what was in it is dead', async () => {
  const { id, phone, pair } = await aPhone()
  const lost = (await phone.refresh(pair.refresh)).json()
  later(3 * 60 * 60)
  const again = (await phone.refresh(pair.refresh)).json()
  expect(await phone.call(again.access)).toBe(200)
  expect(await accounts.eventsOf(id)).not.toContain('account.tokenReused')
  // It turns up after all, in other hands.
  expect((await openPhone(accounts.portal.app).refresh(lost.refresh)).statusCode).toBe(401)
  expect(await phone.call(again.access)).toBe(401)
})

test('two exchanges at the same moment both get a pair that works', async () => {
  const { phone, pair } = await aPhone()
  const answers = await Promise.all([phone.refresh(pair.refresh), phone.refresh(pair.refresh)])
  const [one, two] = answers.map((answer) => answer.json())
  expect([await phone.call(one.access), await phone.call(two.access)]).toEqual([200, 200])
  expect((await phone.refresh(pair.refresh)).statusCode).toBe(200)
  later(20 * 60)
  expect((await phone.refresh(two.refresh)).statusCode).toBe(200)
})

test('an app elsewhere stays logged in when the login of another is ended for theft', async () => {
  const { email, phone, pair } = await aPhone()
  const other = await phone.logIn(email, password)
  const stolen = (await phone.refresh(pair.refresh)).json()
  await phone.call(stolen.access)
  later(60)
  expect((await phone.refresh(pair.refresh)).statusCode).toBe(401)
  expect(await phone.call(other.access)).toBe(200)
})

const fresh = { secondsSince: 5, isLost: false, isSuccessorExchanged: false, isSuccessorUsed: false }

test.each([
  ['at the same moment', {}, true],
  ['at the same moment, its answer in use already', { isSuccessorUsed: true }, true],
  ['later, with nothing of its answer used', { secondsSince: 86_400 }, true],
  ['later, with its answer in use', { secondsSince: 31, isSuccessorUsed: true }, false],
  ['after its successor was exchanged', { isSuccessorExchanged: true }, false],
  ['after more than a week', { secondsSince: 7 * 86_400 + 1 }, false],
  ['out of an answer that was lost', { isLost: true }, false],
])('a refresh token is used again %s', (_, facts, may) => {
  expect(mayUseAgain({ ...fresh, ...facts })).toBe(may)
})
