import type { FastifyReply } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { sessionCookie } from '#platform/http/credential.ts'
import { setCsrfCookie } from '#platform/http/csrf.ts'
import { sessionSeconds } from './sessions.ts'

const isSecure = (services: Services) => services.siteUrl.startsWith('https:')

const facts = (services: Services) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const, // the type of the library wants the literal
  secure: isSecure(services),
})

type Handed = { services: Services; token: string; isAtKiosk?: boolean }

/** Hands the browser its session, or the same again for another fourteen days; a kiosk until it is restarted. */
export const setSessionCookie = (reply: FastifyReply, { services, token, isAtKiosk = false }: Handed) =>
  reply.setCookie(sessionCookie, token, { ...facts(services), ...(!isAtKiosk && { maxAge: sessionSeconds }) })

/** After a log-in nothing that was known before it is worth anything. */
export const beginSession = (reply: FastifyReply, input: Handed) => {
  setSessionCookie(reply, input)
  setCsrfCookie(reply, isSecure(input.services))
}

export const clearSessionCookie = (reply: FastifyReply, services: Services) =>
  reply.clearCookie(sessionCookie, facts(services))
