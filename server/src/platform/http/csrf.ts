import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { isFromApp } from './app-origins.ts'
import { credentialOf, readCookie, sessionCookie } from './credential.ts'

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

/** A proxy may hand on another Host than the one in the address bar; that one is the site's own then. */
const isForeign = (request: FastifyRequest, siteUrl: string) => {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = request.headers
  if (site !== undefined || origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const { host } = new URL(origin)
  return host !== request.host && host !== new URL(siteUrl).host
}

/**
 * Refuses what another site made the browser send. A caller that names itself in a header cannot be forged.
 * Requests without a session carry no token either, but must not come from elsewhere: that would be a forged login.
 */
export const checkForgery = (request: FastifyRequest, siteUrl: string) => {
  if (safeMethods.has(request.method)) return
  const credential = credentialOf(request)
  if (credential.kind === 'apiKey' || (credential.kind === 'session' && !credential.isCookie)) return
  // Its cookies do not count, and it is given none, so there is nothing a page could make it do with them.
  if (isFromApp(request)) return
  if (isForeign(request, siteUrl)) throw new AppError('forged')
  if (readCookie(request, sessionCookie) === undefined) return
  const [cookie, header] = [request.cookies[csrfCookie], request.headers['x-csrftoken']]
  if (!cookie || typeof header !== 'string' || !isEqual(cookie, header)) throw new AppError('forged')
}
