import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../../auth/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'

const password = 'correct horse battery'
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const preflight = (origin: string, url = '/api/profile/') =>
  portal.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
  })

test.each(['https://localhost', 'capacitor://localhost', 'ionic://localhost'])(
  'the app’s page at %s may ask the API and read its answers, without cookies',
  async (origin) => {
    const asked = await preflight(origin)
    expect(asked.statusCode).toBe(204)
    expect(asked.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    expect(asked.headers['access-control-allow-headers']).toContain('authorization')
    expect(asked.headers['access-control-allow-methods']).toContain('DELETE')
    const answer = await portal.app.inject({ url: '/api/config/', headers: { origin } })
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    for (const one of [asked, answer]) {
      expect(one.headers).not.toHaveProperty('access-control-allow-credentials')
      expect(one.headers).not.toHaveProperty('set-cookie')
    }
    expect((await portal.app.inject({ url: '/api/profile/', headers: { origin } })).headers).toMatchObject({
      'access-control-allow-origin': origin,
    })
  },
)

test.each([
  'https://localhost:8443',
  'http://localhost',
  'https://evil.example',
  'https://localhost.evil.example',
  'null',
])('no other origin is answered: %s', async (origin) => {
  for (const answer of [await preflight(origin), await portal.app.inject({ url: '/api/config/', headers: { origin } })])
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('pages are for no other origin, not even for the app', async () => {
  const answer = await portal.app.inject({ url: '/', headers: { origin: 'https://localhost' } })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('the app’s cookies do not count and it is given none, so a page on the phone can forge nothing', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const cookie = `sessionid=${await portal.sessionOf(id)}; csrftoken=x`
  const headers = { origin: 'https://localhost', 'sec-fetch-site': 'cross-site' }
  const ended = await portal.app.inject({ url: '/api/loggedin/', headers: { ...headers, cookie } })
  expect(ended.json().code).toBe('notSignedIn')
  const login = { method: 'POST' as const, url: '/api/login/', payload: { email, password } } // the literal is wanted
  const answer = await portal.app.inject({ ...login, headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).not.toHaveProperty('set-cookie')
})

test('a portal that is itself at https://localhost takes its own page for its own', async () => {
  const { id } = await anAccount(portal.db, { password })
  const cookie = `sessionid=${await portal.sessionOf(id)}`
  const headers = { origin: 'https://localhost', 'sec-fetch-site': 'same-origin', cookie }
  expect((await portal.app.inject({ url: '/api/loggedin/', headers })).statusCode).toBe(200)
})

test('an app hears what is stale: the event stream takes a token', async () => {
  const { id } = await anAccount(portal.db, { password })
  const stop = new AbortController()
  const answer = await fetch(`${await portal.listen()}/api/events/`, {
    headers: { authorization: `Bearer ${await portal.sessionOf(id)}`, origin: 'capacitor://localhost' },
    signal: stop.signal,
  })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('access-control-allow-origin')).toBe('capacitor://localhost')
  stop.abort()
})
