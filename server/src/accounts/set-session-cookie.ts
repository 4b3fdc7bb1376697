import type { FastifyReply } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { sessionCookie } from '#platform/http/credential.ts'
import { setCsrfCookie } from '#platform/http/csrf.ts'
import { sessionSeconds } from './start-session.ts'

const isSecure = (services: Services) => services.siteUrl.startsWith('https:')

const facts = (services: Services) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const, // the type of the library wants the literal
  secure: isSecure(services),
})

/** Hands the browser its session, or the same again for another fourteen days. */
export const setSessionCookie = (reply: FastifyReply, input: { services: Services; token: string }) =>
  reply.setCookie(sessionCookie, input.token, { ...facts(input.services), maxAge: sessionSeconds })

/** After a log-in nothing that was known before it is worth anything. */
export const beginSession = (reply: FastifyReply, input: { services: Services; token: string }) => {
  setSessionCookie(reply, input)
  setCsrfCookie(reply, isSecure(input.services))
}

export const clearSessionCookie = (reply: FastifyReply, services: Services) =>
  reply.clearCookie(sessionCookie, facts(services))
