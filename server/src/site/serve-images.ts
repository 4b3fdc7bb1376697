import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'

const Name = z.object({ name: z.string().regex(/^[0-9a-f]{32}\.(?:png|jpg)$/) })

const yearSeconds = 365 * 24 * 60 * 60

/** The pictures of the site, for everybody: also pages before the login and mails show them. One address, one content. */
export const serveImages = (app: FastifyInstance, { db }: Services) => {
  app.get('/images/:name', async (request, reply) => {
    const parsed = Name.safeParse(request.params)
    const found =
      parsed.success &&
      (await db
        .selectFrom('site_images')
        .select(['content', 'media_type'])
        .where('hash', '=', parsed.data.name.slice(0, 32))
        .executeTakeFirst())
    if (!found) throw new AppError('notFound')
    return (
      reply
        .header('content-type', found.media_type)
        .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        // Mail readers in a browser show it, too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(found.content)
    )
  })
}
