import type { Transport } from '#platform/api/transport.ts'
import type { AppTokens, TokenStore } from './tokens.ts'

/** As the portal names tokens of a login by link in its answer (server/src/platform/http/app-origins.ts). */
const accessHeader = 'x-access-token'
const refreshHeader = 'x-refresh-token'

/** A token that was just renewed is refused only when its login ended meanwhile. */
const mostRenewals = 2

const isRefusedToken = async (response: Response): Promise<boolean> => {
  if (response.status !== 401) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'token_not_valid'
}

type TypedLogin = { email: string; password: string }

/** A login by email and password, which gets tokens from a route of its own; a login for a forum is another matter. */
const typedLogin = (path: string, body: unknown): TypedLogin | null => {
  if (path !== '/api/login/' || typeof body !== 'string') return null
  const typed: unknown = JSON.parse(body)
  const isTyped =
    typeof typed === 'object' && typed !== null && 'email' in typed && 'password' in typed && !('sso' in typed)
  return isTyped ? { ...typed, email: String(typed.email), password: String(typed.password) } : null
}

type Bearer = { origin: string; tokens: TokenStore; deviceName: string }

const post = (body: object): RequestInit => ({
  method: 'POST',
  credentials: 'omit',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Every call waits for a token that is exchanged, so it may not hang. */
const exchangeMs = 15_000

/** The portal’s own answer, which holds a pair. */
const readPair = async (response: Response): Promise<AppTokens> => {
  const { access, refresh }: AppTokens = await response.json()
  return { access, refresh }
}

type Exchanging = Pick<Bearer, 'origin' | 'tokens'>

/** Answers with the refusal where it says nothing of the token, as while the database is away. */
const exchange = async ({ origin, tokens }: Exchanging, held: AppTokens): Promise<Response | null> => {
  const response = await fetch(`${origin}/api/token/refresh/`, {
    ...post({ refresh: held.refresh }),
    signal: AbortSignal.timeout(exchangeMs),
  })
  const isRefused = await isRefusedToken(response)
  if (!response.ok && !isRefused) return response
  const next = response.ok ? await readPair(response) : null
  // After a logout or another login meanwhile, this is of no one any more.
  if (tokens.read() !== held) return null
  await (next ? tokens.put(next) : tokens.clear())
  return null
}

/** Exchanges a token that has run out, once for all who ask at the same time. */
const renewer = (bearer: Exchanging) => {
  let running: Promise<Response | null> | null = null
  return (held: AppTokens): Promise<Response | null> => {
    if (bearer.tokens.read() !== held) return Promise.resolve(null)
    running ??= exchange(bearer, held).finally(() => {
      running = null
    })
    return running
  }
}

const takeHanded = async (tokens: TokenStore, { headers }: Response) => {
  const [access, refresh] = [headers.get(accessHeader), headers.get(refreshHeader)]
  if (access !== null && refresh !== null) await tokens.put({ access, refresh })
}

/**
 * Calls the portal with the token of the login. One that has run out is exchanged, once for all calls that wait; where
 * the portal refuses that, the login is over and the call is made without, so that the portal says what is missing.
 */
export const bearerSend = ({ origin, tokens, deviceName }: Bearer): Transport['send'] => {
  const renew = renewer({ origin, tokens })
  const ask = (path: string, init: RequestInit, held: AppTokens | null) => {
    const headers = new Headers(init.headers)
    // It goes with a cookie, of which there is none.
    headers.delete('x-csrftoken')
    if (held) headers.set('authorization', `Bearer ${held.access}`)
    return fetch(origin + path, { ...init, headers, credentials: 'omit' })
  }
  const obtain = async (typed: TypedLogin, signal: AbortSignal | null = null): Promise<Response> => {
    const response = await fetch(`${origin}/api/token/obtain/`, { ...post({ ...typed, deviceName }), signal })
    if (!response.ok) return response
    await tokens.put(await readPair(response))
    return new Response('')
  }
  return async (path, init = {}) => {
    const typed = typedLogin(path, init.body)
    if (typed) return obtain(typed, init.signal)
    // Such a call must not say who makes it.
    if (init.credentials === 'omit') return ask(path, init, null)
    for (let renewals = 0; ; renewals++) {
      const held = tokens.read()
      const response = await ask(path, init, held)
      if (held && renewals < mostRenewals && (await isRefusedToken(response))) {
        const refusal = await renew(held)
        if (refusal) return refusal.clone()
        continue
      }
      await takeHanded(tokens, response)
      if (path === '/api/logout/' && response.ok) await tokens.clear()
      return response
    }
  }
}
