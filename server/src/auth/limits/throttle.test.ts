import { beforeAll, afterAll, test, expect } from 'vitest'
import { type TestPortal, startTestPortal } from '../../portal.testing.ts'
import { openBrowser } from '../browser.testing.ts'
import { anAccount } from '../factory.ts'
import { takeLoginTry } from './login-limits.ts'
import { accountLimits, createThrottle } from './throttle.ts'

const password = 'correct horse battery'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

let addresses = 0

const browse = (address?: string) => {
  addresses += 1
  return openBrowser(portal.app, address ?? `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`)
}

test('after five wrong guesses from one address even the right password waits, there and only there', async () => {
  const { email } = await anAccount(portal.db, { password })
  const attacker = browse()
  for (let n = 0; n < 5; n += 1) expect((await attacker.logIn(email, `guess ${n}`)).statusCode).toBe(401)
  const answer = await attacker.logIn(email, password)
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toMatchObject({ code: 'tooManyRequests' })
  expect(answer.json().retryAfterSeconds).toBeGreaterThan(800)
  expect((await browse().logIn(email, password)).statusCode).toBe(200)
})

test('guessing many at once gets no further than guessing one by one', async () => {
  const { email } = await anAccount(portal.db, { password })
  const attacker = browse()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => attacker.logIn(email, `guess ${n}`)))
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7)
})

test('an unknown account is throttled like one that exists', async () => {
  const attacker = browse()
  for (let n = 0; n < 5; n += 1) await attacker.logIn('ghost@example.org', `guess ${n}`)
  const { requestId: _id, ...body } = (await attacker.logIn('GHOST@example.org', 'guess')).json()
  expect(body).toMatchObject({ code: 'tooManyRequests' })
})

test('a log-in that succeeds clears the count', async () => {
  const { email } = await anAccount(portal.db, { password })
  const browser = browse()
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 4; n += 1) expect((await browser.logIn(email, 'wrong wrong')).statusCode).toBe(401)
    expect((await browser.logIn(email, password)).statusCode).toBe(200)
  }
})

test('an account takes two hundred wrong guesses a day from strangers, however many places they come from', async () => {
  const limits = { ...accountLimits, loginsPerAccount: { points: 3, duration: 1 } }
  const throttle = createThrottle(portal.services, limits)
  const tryFrom = async (place: number) => {
    const client = { address: '', network: `10.3.${place}`, userAgent: '' }
    const { refusal } = await takeLoginTry(portal.ctx, { email: 'day@example.org', client, throttle })
    await throttle.forget(['loginsPerAccount', 'day@example.org'])
    return refusal?.code
  }
  for (let n = 0; n < 200; n += 1) await tryFrom(n)
  expect(await tryFrom(200)).toBe('tooManyRequests')
})

test('limits name neither accounts nor addresses', async () => {
  const rows = await portal.db.selectFrom('rate_limits').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/@|10\.1\./)
})

test('when nothing can be counted, no caller is let in', async () => {
  const broken = await startTestPortal()
  try {
    const { email } = await anAccount(broken.db, { password })
    await broken.runAsOwner('alter table rate_limits rename to gone')
    expect((await openBrowser(broken.app).logIn(email, password)).statusCode).toBe(500)
  } finally {
    await broken.close()
  }
})
