import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bearerSend } from './bearer.ts'
import { type AppTokens, openTokens } from './tokens.ts'

const origin = 'https://portal.example.org'

type SentCall = { path: string; token: string | null; body: string | null; csrf: string | null; credentials: unknown }

const refusedToken = () => Response.json({ code: 'token_not_valid', text: 'Log in again.' }, { status: 401 })

/** A portal that knows its tokens: good ones, and what a refresh token is exchanged for. */
const aPortal = () => {
  const asked: SentCall[] = []
  const good = new Set<string>()
  let exchange: (refresh: string) => Response | Promise<Response> = refusedToken
  const answer = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
    const path = url.slice(origin.length)
    const body = typeof init.body === 'string' ? init.body : null
    asked.push({ path, token, body, csrf: headers.get('x-csrftoken'), credentials: init.credentials })
    if (path === '/api/token/refresh/') return exchange(JSON.parse(body ?? '').refresh)
    if (path === '/api/token/obtain/') return Response.json({ access: 'a1', refresh: 'r1' })
    if (path.startsWith('/api/login/link/'))
      return new Response(null, { headers: { 'x-access-token': 'a7', 'x-refresh-token': 'r7' } })
    if (token === null) return Response.json({ code: 'notSignedIn', text: 'Log in.' }, { status: 401 })
    return good.has(token) ? Response.json({ ok: true }) : refusedToken()
  }
  return {
    asked,
    good,
    answer,
    of: (path: string) => asked.filter((one) => one.path === path),
    exchangeBy: (next: typeof exchange) => {
      exchange = next
    },
  }
}

let portal: ReturnType<typeof aPortal>
let kept: Map<string, string>
beforeEach(() => {
  portal = aPortal()
  kept = new Map()
  vi.stubGlobal('fetch', portal.answer)
})
afterEach(() => vi.unstubAllGlobals())

const open = async (held?: AppTokens) => {
  if (held) kept.set('tokens', JSON.stringify(held))
  const secrets = {
    read: async (name: string) => kept.get(name) ?? null,
    write: async (name: string, value: string) => void kept.set(name, value),
    remove: async (name: string) => void kept.delete(name),
  }
  const tokens = await openTokens(secrets)
  return { tokens, send: bearerSend({ origin, tokens, deviceName: 'Pixel 9' }) }
}

const renewed = { access: 'a2', refresh: 'r2' }
const grant = () => {
  portal.good.add('a2')
  return Response.json(renewed)
}

test('every call carries the token and neither cookies nor what goes with them', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  portal.good.add('a1')
  await send('/api/profile/', { method: 'POST', headers: { 'X-CSRFTOKEN': 'x' }, credentials: 'same-origin' })
  expect(portal.asked).toEqual([{ path: '/api/profile/', token: 'a1', body: null, csrf: null, credentials: 'omit' }])
})

test('a call that must not say who makes it carries no token', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  await send('/api/votes/ballots/', { method: 'POST', credentials: 'omit' })
  expect(portal.asked[0]?.token).toBeNull()
})

test('calls whose token has run out wait for one exchange, and are made again', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  portal.exchangeBy(grant)
  const paths = ['/api/profile/', '/api/access/', '/api/meetings/', '/images/logo.png']
  const answers = await Promise.all(paths.map((path) => send(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(portal.of('/api/token/refresh/')).toHaveLength(1)
  expect(kept.get('tokens')).toBe(JSON.stringify(renewed))
})

test('the new pair is kept before it is used', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  portal.exchangeBy(grant)
  const keptAtUse: (string | undefined)[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (new Headers(init.headers).get('authorization') === 'Bearer a2') keptAtUse.push(kept.get('tokens'))
    return portal.answer(url, init)
  })
  await send('/api/profile/')
  expect(keptAtUse).toEqual([JSON.stringify(renewed)])
})

test('an exchange whose answer is lost keeps the token, which is exchanged again with the next call', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  portal.exchangeBy(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send('/api/profile/')).rejects.toThrow('Failed to fetch')
  expect(kept.get('tokens')).toContain('r1')
  portal.exchangeBy(grant)
  expect((await send('/api/profile/')).status).toBe(200)
  expect(portal.of('/api/token/refresh/').map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => JSON.stringify({ refresh: 'r1' })),
  )
})

test('a portal without its database, or one that is asked too often, logs no phone out', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  for (const status of [503, 429]) {
    portal.exchangeBy(() => Response.json({ code: 'databaseAway', text: 'Wait.' }, { status }))
    const answers = await Promise.all([send('/api/profile/'), send('/api/access/')])
    expect(answers.map((one) => one.status)).toEqual([status, status])
    expect(await answers[1].json()).toMatchObject({ code: 'databaseAway' })
  }
  expect(kept.get('tokens')).toContain('r1')
})

test('a refused exchange ends the login: the portal is asked as a stranger and says what is missing', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  const answer = await send('/api/profile/')
  expect(await answer.json()).toMatchObject({ code: 'notSignedIn' })
  expect(kept.has('tokens')).toBe(false)
})

test('a login that ended while its token was exchanged does not come back', async () => {
  const { send, tokens } = await open({ access: 'a1', refresh: 'r1' })
  portal.exchangeBy(async () => {
    await tokens.clear()
    return grant()
  })
  expect((await send('/api/profile/')).status).toBe(401)
  expect(kept.has('tokens')).toBe(false)
})

test('email and password are exchanged for tokens, with the code and the name of the phone', async () => {
  const { send, tokens } = await open()
  const body = JSON.stringify({ email: 'bo@example.org', password: 'x', code: '123456' })
  expect((await send('/api/login/', { method: 'POST', body })).status).toBe(200)
  expect(JSON.parse(portal.of('/api/token/obtain/')[0]?.body ?? '')).toEqual({
    email: 'bo@example.org',
    password: 'x',
    code: '123456',
    deviceName: 'Pixel 9',
  })
  expect(tokens.read()).toEqual({ access: 'a1', refresh: 'r1' })
})

test('a login for a forum goes to the login itself, with the token', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  portal.good.add('a1')
  await send('/api/login/', { method: 'POST', body: JSON.stringify({ sso: { sso: 'a', sig: 'b' } }) })
  expect(portal.asked[0]).toMatchObject({ path: '/api/login/', token: 'a1' })
})

test('a login by a link brings its tokens along', async () => {
  const { send } = await open()
  await send('/api/login/link/abc/', { method: 'POST' })
  expect(kept.get('tokens')).toBe(JSON.stringify({ access: 'a7', refresh: 'r7' }))
})

test('logging out forgets the tokens', async () => {
  const { send } = await open({ access: 'a1', refresh: 'r1' })
  portal.good.add('a1')
  await send('/api/logout/', { method: 'POST' })
  expect(kept.has('tokens')).toBe(false)
})
