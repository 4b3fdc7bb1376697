import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { credentialOf, sessionCookie } from './credential.ts'

const csrfCookie = 'csrftoken'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const year = 365 * 24 * 60 * 60

const isEqual = (a: string, b: string) => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

/** Scripts of the page read this cookie and send it back as a header, which no other site can. */
export const setCsrfCookie = (reply: FastifyReply, isSecure: boolean) =>
  reply.setCookie(csrfCookie, randomBytes(24).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure: isSecure,
    maxAge: year,
  })

export const hasCsrfCookie = (request: FastifyRequest) => request.cookies[csrfCookie] !== undefined

const isForeign = (request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = request.headers
  if (site !== undefined || origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== request.host
}

/**
 * Refuses what another site made the browser send. A caller that names itself in a header cannot be forged.
 * Requests without a session carry no token either, but must not come from elsewhere: that would be a forged login.
 */
export const checkForgery = (request: FastifyRequest) => {
  if (safeMethods.has(request.method)) return
  const credential = credentialOf(request)
  if (credential.kind === 'apiKey' || (credential.kind === 'session' && !credential.isCookie)) return
  if (isForeign(request)) throw new AppError('forged')
  if (request.cookies[sessionCookie] === undefined) return
  const [cookie, header] = [request.cookies[csrfCookie], request.headers['x-csrftoken']]
  if (!cookie || typeof header !== 'string' || !isEqual(cookie, header)) throw new AppError('forged')
}
