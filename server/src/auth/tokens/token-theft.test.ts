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

/** The tokens of a member’s logins that still open something. */
const livingTokens = async (id: number) =>
  accounts.portal.db
    .selectFrom('app_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select('t.kind')
    .where('s.member_id', '=', id)
    .where('t.is_lost', '=', false)
    .where((is) => is.or([is('t.kind', '=', 'access'), is('t.used_at', 'is', null)]))
    .where('t.parent_id', 'is not', null)
    .execute()

/** Ten exchanges of one token at once, on two processes. */
const tenTimes = async (refresh: string) => {
  const other = await accounts.portal.another()
  const phones = [openPhone(accounts.portal.app), openPhone(other.app)]
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => phones.map((phone) => phone.refresh(refresh))).flat(),
  )
  await other.close()
  return answers.map((answer) => JSON.stringify([answer.statusCode, answer.json().access, answer.json().refresh]))
}

test('ten exchanges at the same moment, on two processes, are one: all get the same pair, and it works', async () => {
  const { id, phone, pair } = await aPhone()
  const answers = await tenTimes(pair.refresh)
  expect(new Set(answers).size).toBe(1)
  const [status, access, refresh] = JSON.parse(answers[0] ?? '')
  expect([status, await phone.call(access)]).toEqual([200, 200])
  expect((await livingTokens(id)).map(({ kind }) => kind).toSorted()).toEqual(['access', 'refresh'])
  later(20)
  expect((await phone.refresh(pair.refresh)).json()).toEqual({ access, refresh })
  later(20 * 60)
  expect((await phone.refresh(refresh)).statusCode).toBe(200)
})

test('the same after an answer that was lost: its pair is dead, and all get the same other one', async () => {
  const { id, phone, pair } = await aPhone()
  const lost = (await phone.refresh(pair.refresh)).json()
  later(3 * 60 * 60)
  const answers = await tenTimes(pair.refresh)
  expect(new Set(answers).size).toBe(1)
  const [status, access, refresh] = JSON.parse(answers[0] ?? '')
  expect([status, await phone.call(access), await phone.call(lost.access)]).toEqual([200, 200, 401])
  expect(refresh).not.toBe(lost.refresh)
  expect(await livingTokens(id)).toHaveLength(2)
  expect(await accounts.eventsOf(id)).not.toContain('account.tokenReused')
})

test('theft: a token that is copied and used within the moment of its owner gives no login of its own', async () => {
  const { id, phone, pair } = await aPhone()
  const thief = openPhone(accounts.portal.app)
  const own = (await phone.refresh(pair.refresh)).json()
  const stolen = (await thief.refresh(pair.refresh)).json()
  expect(stolen).toEqual(own)
  later(16 * 60)
  const next = (await phone.refresh(own.refresh)).json()
  expect(await phone.call(next.access)).toBe(200)
  later(60)
  expect((await thief.refresh(stolen.refresh)).json().code).toBe('token_not_valid')
  expect(await phone.call(next.access)).toBe(401)
  expect(await accounts.eventsOf(id)).toContain('account.tokenReused')
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
