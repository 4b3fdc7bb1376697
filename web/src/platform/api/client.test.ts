import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, fieldErrors } from './api-error.ts'
import { onSessionLost } from './call.ts'
import { api } from './client.ts'
import { errorText } from './error-text.ts'
import { pageMember } from './page-member.ts'

const answer = (status: number, body?: unknown) => {
  const fetch = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(
    async () => new Response(body === undefined ? '' : JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const refusal = (code: string, more = {}) => ({
  code,
  message: code,
  detail: code,
  text: `About ${code}.`,
  requestId: 'r1',
  ...more,
})
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

afterEach(() => {
  document.cookie = 'csrftoken=; max-age=0'
})

test('reading puts its input into path and query and sends no body', async () => {
  const fetch = answer(200, { members: [], total: 0 })
  await api.members.search({ text: 'a b', offset: 50 })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/admin/members/search/?text=a+b&offset=50')
  expect(fetch.mock.calls[0]?.[1].body).toBeUndefined()
})

test('a call goes to where the page came from, with its cookie', async () => {
  const fetch = answer(200, false)
  await api.visits.check()
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/sitesessions/check/')
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'same-origin' })
})

test('writing carries the token against forgery and only the body’s own fields', async () => {
  document.cookie = 'csrftoken=abc'
  const fetch = answer(200)
  await api.auth.createFirstAdmin({
    token: 't/1',
    email: 'a@example.org',
    firstName: 'A',
    lastName: 'B',
    screenName: 'ab',
    mobile: '123456',
    password: 'a good password',
  })
  const [address, init] = fetch.mock.calls[0] ?? ['', {}]
  expect(address).toBe('/api/setup/t%2F1/')
  expect(new Headers(init.headers).get('X-CSRFTOKEN')).toBe('abc')
  expect(Object.keys(JSON.parse(typeof init.body === 'string' ? init.body : '{}'))).not.toContain('token')
})

test('a refusal keeps its code, status, fields and request id', async () => {
  answer(400, refusal('badInput', { fields: [{ field: 'email', message: 'Please enter a valid email.' }] }))
  const error = await failure(api.auth.login({ email: 'x', password: 'y' }))
  expect(error).toMatchObject({ code: 'badInput', status: 400, requestId: 'r1' })
  expect(fieldErrors(error)).toEqual({ email: 'Please enter a valid email.' })
})

test.each([
  ['a proxy’s page', 502, '<html>'],
  ['another program’s answer', 418, { code: 'teapot' }],
])('%s counts as the server’s failure', async (_, status, body) => {
  answer(status, body)
  expect(await failure(api.visits.check())).toMatchObject({ code: 'serverError', status })
})

test('a proxy that does not know how says that the feature is not implemented', async () => {
  answer(501, '<html>')
  const error = await failure(api.visits.check())
  expect(error).toMatchObject({ code: 'notImplemented', status: 501 })
  expect(errorText(error)).toBe('Sorry, this feature is not implemented.')
})

test('no answer at all is being offline, with a sentence about it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const error = await failure(api.visits.check())
  expect(error).toMatchObject({ code: 'offline', status: 0 })
  expect(errorText(error)).toBe('The portal cannot be reached. Please check your connection and try again.')
})

test('a write that was cut off says that its outcome is not known, unless it could not leave or stores nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const cut = () => failure(api.visits.signOut())
  expect(await cut()).toMatchObject({ code: 'unknownOutcome', status: 0 })
  const login = api.auth.login({ email: 'a@example.org', password: 'a good password' })
  expect(await failure(login)).toMatchObject({ code: 'offline' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await cut()).toMatchObject({ code: 'offline' })
})

test('an answer that breaks off is a line that was cut, not an update', async () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })
  vi.stubGlobal('fetch', async () => new Response(body))
  expect(await failure(api.visits.check())).toMatchObject({ code: 'offline' })
})

test('an answer that is no JSON asks for a reload', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
  expect(await failure(api.visits.check())).toMatchObject({ code: 'badAnswer' })
})

test('a lost session is told apart by reading and writing, and the error still reaches the caller', async () => {
  answer(401, refusal('notSignedIn'))
  const heard: boolean[] = []
  const stop = onSessionLost(({ isWrite }) => heard.push(isWrite))
  expect(await failure(api.access.listOwn())).toBeInstanceOf(ApiError)
  await failure(api.visits.signOut())
  await failure(api.auth.loggedIn())
  stop()
  await failure(api.access.listOwn())
  expect(heard).toEqual([false, true])
})

test('a wrong password is no lost session', async () => {
  answer(401, refusal('wrongLogin'))
  const heard = vi.fn<() => void>()
  const stop = onSessionLost(heard)
  await failure(api.auth.login({ email: 'a@example.org', password: 'no' }))
  stop()
  expect(heard).not.toHaveBeenCalled()
})

test('a limit says how long to wait', () => {
  const error = new ApiError({ code: 'tooManyRequests', status: 429, retryAfterSeconds: 90 })
  expect(errorText(error)).toBe('Too many tries. Please try again in 2 minutes.')
  const short = new ApiError({ code: 'tooManyRequests', status: 429, retryAfterSeconds: 16 })
  expect(errorText(short)).toBe('Too many tries. Please try again in 16 seconds.')
})

test('a call names the member its page was drawn for, except where nothing may say who calls', async () => {
  const fetch = answer(200, false)
  pageMember.set(12)
  onTestFinished(() => pageMember.set(null))
  await api.visits.signOut()
  await api.visits.check()
  await api.profile.get(undefined, { forMember: null })
  expect(fetch.mock.calls.map(([, init]) => new Headers(init.headers).get('x-member'))).toEqual(['12', '12', null])
})

test('what the document asked for ahead is called exactly as it was, once', async () => {
  const fetch = answer(200, false)
  pageMember.set(12)
  onTestFinished(() => pageMember.set(null))
  const link = document.createElement('link')
  for (const [name, value] of Object.entries({ rel: 'preload', as: 'fetch', href: '/api/sitesessions/check/' }))
    link.setAttribute(name, value)
  document.head.append(link)
  await api.visits.check()
  await api.visits.check()
  expect(fetch.mock.calls.map(([, init]) => new Headers(init.headers).get('x-member'))).toEqual([null, '12'])
})
