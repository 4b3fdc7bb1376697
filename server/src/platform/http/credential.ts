import type { FastifyRequest } from 'fastify'
import { isFromApp } from './app-origins.ts'

export const sessionCookie = 'sessionid'

const hostPrefix = '__Host-'

/** Over https browsers take a cookie of this name only from this very host, so no neighbour can put one of theirs in its place. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? hostPrefix + name : name)

/** A cookie that only the server reads. One without the prefix is from before the portal had https, or knew of it. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  isFromApp(request) ? undefined : (request.cookies[hostPrefix + name] ?? request.cookies[name])

/** What a request brings to prove who sent it. `isCookie`: the browser added it by itself, so forgery must be ruled out. */
export type Credential =
  | { kind: 'session'; token: string; isCookie: boolean }
  | { kind: 'apiKey'; key: string }
  | { kind: 'none' }

/** A header names its sender on purpose, so it goes before the cookie. */
export const credentialOf = (request: FastifyRequest): Credential => {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ', 2)
  if (value && /^bearer$/i.test(scheme ?? '')) return { kind: 'session', token: value, isCookie: false }
  if (value && /^api-key$/i.test(scheme ?? '')) return { kind: 'apiKey', key: value }
  const cookie = readCookie(request, sessionCookie)
  return cookie ? { kind: 'session', token: cookie, isCookie: true } : { kind: 'none' }
}

/** Whether the caller is one that keeps a token, such as the mobile app. */
export const isBearer = (request: FastifyRequest): boolean => {
  const credential = credentialOf(request)
  return credential.kind === 'session' && !credential.isCookie
}
