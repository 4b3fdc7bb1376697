import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'

// A browser that registered an account keeps a mark of it. Who has both the mark and the mailed link knows the password and
// reads the mailbox. Who has the link alone may be the owner of an address that another person registered.

const markCookie = 'registered'

/** A link may be sent again for days. */
const markSeconds = 7 * 24 * 60 * 60

const markOf = ({ secretKey }: Services, memberId: number) =>
  pseudonym(derive(secretKey, 'registering browser'), String(memberId))

const facts = (services: Services) => ({
  path: '/api/email/',
  httpOnly: true,
  sameSite: 'lax' as const, // the type of the library wants the literal
  secure: services.siteUrl.startsWith('https:'),
})

export const markBrowser = (reply: FastifyReply, { services, memberId }: { services: Services; memberId: number }) =>
  reply.setCookie(markCookie, markOf(services, memberId), { ...facts(services), maxAge: markSeconds })

/** Whether this browser registered the account. */
export const isRegisteringBrowser = (request: FastifyRequest, services: Services) => (memberId: number) =>
  isSameSecret(request.cookies[markCookie] ?? '', markOf(services, memberId))

/** The link was followed: the mark has done its work. */
export const unmarkBrowser = (reply: FastifyReply, services: Services) => reply.clearCookie(markCookie, facts(services))
