import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFakeTwilio, type FakeTwilio } from './fake.ts'
import { isPermanent, withFooter } from './sms.ts'
import { twilioFailure } from './twilio-failure.ts'
import { openTwilio } from './twilio.ts'

let twilio: FakeTwilio
beforeAll(async () => {
  twilio = await startFakeTwilio()
})
afterEach(() => {
  twilio.refuse(undefined)
  twilio.taken.length = 0
})
afterAll(() => twilio.close())

const open = (facts: { authToken?: string; senderId?: string; baseUrl?: string; timeoutMs?: number } = {}) =>
  openTwilio({ ...twilio.account, baseUrl: twilio.url, ...facts })
const sms = { to: '+61400111222', body: 'Hello & good bye, café ☕\n\nThe workshop' }

test('the official library hands a message to the provider, whose number for it comes back', async () => {
  const outcome = await open().send(sms)
  const [taken] = twilio.taken
  expect(outcome).toEqual({ providerId: taken?.sid })
  expect(taken).toMatchObject({ ...sms, from: twilio.account.senderId })
})

test('a messaging service sends in place of a number', async () => {
  const senderId = `MG${'0'.repeat(32)}`
  await open({ senderId }).send(sms)
  expect(twilio.taken).toMatchObject([{ from: senderId }])
})

test('a number that is none, a wrong token and a busy provider are told apart, in the words of the provider', async () => {
  expect(await open().send({ ...sms, to: '12345' })).toEqual({
    failure: 'number',
    reason: "The 'To' number is not a valid phone number. (21211)",
  })
  expect(await open({ authToken: 'wrong' }).send(sms)).toEqual({ failure: 'account', reason: 'Authenticate (20003)' })
  twilio.refuse({ status: 429, code: 20429, message: 'Too Many Requests' })
  expect(await open().send(sms)).toEqual({ failure: 'busy', reason: 'Too Many Requests (20429)' })
  expect(twilio.taken).toEqual([])
})

test('a provider that does not answer is given up on in time', async () => {
  twilio.refuse('silence')
  expect(await open({ timeoutMs: 50 }).send(sms)).toMatchObject({
    failure: 'unreachable',
    reason: 'The server did not answer within 0.05 seconds.',
  })
})

test('a provider that is not there is unreachable', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  expect(await open({ baseUrl: `http://127.0.0.1:${port}` }).send(sms)).toMatchObject({ failure: 'unreachable' })
})

test.each([
  [{ status: 400, code: 21211, message: 'no number' }, 'number', true],
  [{ status: 400, code: 21610, message: 'unsubscribed' }, 'number', true],
  [{ status: 400, code: 21617, message: 'too long' }, 'refused', true],
  [{ status: 400, code: 21606, message: 'not our sender' }, 'account', false],
  [{ status: 401, code: 20003, message: 'Authenticate' }, 'account', false],
  [{ status: 429, code: 20429, message: 'slow down' }, 'busy', false],
  [{ status: 503, code: 20503, message: 'down' }, 'unreachable', false],
  [{ code: 'ECONNREFUSED', message: '' }, 'unreachable', false],
  ['nonsense', 'unreachable', false],
])('%o is a failure of the kind %s, and trying again is useless: %s', (thrown, failure, useless) => {
  const found = twilioFailure(thrown)
  expect(found.failure).toBe(failure)
  expect(isPermanent(found.failure)).toBe(useless)
  expect(found.reason).not.toBe('')
})

test('the footer comes after a blank line, and where there is none nothing does', () => {
  expect(withFooter('Hello', ' The workshop ')).toBe('Hello\n\nThe workshop')
  expect(withFooter('Hello', ' ')).toBe('Hello')
  expect(withFooter('x'.repeat(2000), 'y')).toHaveLength(1600)
})
