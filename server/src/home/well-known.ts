// On its own: an address that no contract has, because its answer is a text for people and not for our clients.
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'

/** Readers take the contact as out of date after this; each answer says so anew. */
const validMs = 90 * 24 * 60 * 60 * 1000

/** Where people who found a weakness write to: security.txt of RFC 9116, once a technical contact is set. */
export const serveSecurityContact = (app: FastifyInstance, { settings, siteUrl, now }: Services) =>
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
