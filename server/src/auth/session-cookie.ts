import type { FastifyReply } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { isFromApp } from '#platform/http/app-origins.ts'
import { cookieName, sessionCookie } from '#platform/http/credential.ts'
import { setCsrfCookie } from '#platform/http/csrf.ts'
import { browserCookie, type ClientAddress } from './client-address.ts'
import { knownBrowserDays } from './known-browsers.ts'
import { sessionSeconds } from './sessions.ts'
import { handTokens } from './tokens/app-session.ts'

const isSecure = (services: Services) => services.siteUrl.startsWith('https:')

const facts = (services: Services) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const, // the type of the library wants the literal
  secure: isSecure(services),
})

type SessionCookieFacts = { services: Services; token: string; isAtKiosk?: boolean }

/** Hands the browser its session, or the same again for another fourteen days; a kiosk until it is restarted. */
export const setSessionCookie = (reply: FastifyReply, { services, token, isAtKiosk = false }: SessionCookieFacts) =>
  reply.setCookie(cookieName(sessionCookie, isSecure(services)), token, {
    ...facts(services),
    ...(!isAtKiosk && { maxAge: sessionSeconds }),
  })

type NewSessionCookie = {
  services: Services
  token: string
  client: Pick<ClientAddress, 'kioskId' | 'newBrowserToken'>
}

/** After a log-in nothing that was known before it is worth anything. The app gets tokens instead of a cookie. */
export const beginSession = async (
  reply: FastifyReply,
  { services, token, client }: NewSessionCookie,
): Promise<void> => {
  const { request } = reply
  if (isFromApp(request)) return handTokens(reply, { services, token, userAgent: request.headers['user-agent'] ?? '' })
  setSessionCookie(reply, { services, token, isAtKiosk: client.kioskId !== undefined })
  setCsrfCookie(reply, isSecure(services))
  const { newBrowserToken } = client
  if (newBrowserToken === undefined) return
  reply.setCookie(cookieName(browserCookie, isSecure(services)), newBrowserToken, {
    ...facts(services),
    maxAge: knownBrowserDays * 24 * 60 * 60,
  })
}

export const clearSessionCookie = (reply: FastifyReply, services: Services) => {
  for (const name of new Set([sessionCookie, cookieName(sessionCookie, isSecure(services))]))
    reply.clearCookie(name, facts(services))
}
