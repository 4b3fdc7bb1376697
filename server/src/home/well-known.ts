import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'

/** Readers take the contact as out of date after this; each answer says so anew. */
const validMs = 90 * 24 * 60 * 60 * 1000

/** The page on which members change their password. */
const passwordPath = '/account/profile#password'

/** Where people who found a weakness write to: security.txt of RFC 9116, once a technical contact is set. */
const serveSecurityContact = (app: FastifyInstance, { settings, siteUrl, now }: Services) =>
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const contact = await settings.get('EMAIL_SYSADMIN')
    if (contact === '') throw new AppError('notFound')
    const lines = [
      `Contact: mailto:${encodeURIComponent(contact).replace('%40', '@')}`,
      `Expires: ${new Date(now().getTime() + validMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl}/.well-known/security.txt`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`)
  })

/** Addresses that programs know by heart, and no contract has: their answers are not for our clients. */
export const serveWellKnown = (app: FastifyInstance, services: Services) => {
  serveSecurityContact(app, services)
  // Where keepers of passwords lead people whose password has leaked.
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(passwordPath, 302))
}
