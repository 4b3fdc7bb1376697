import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { makePicture, type PictureShape } from '#platform/images/make-picture.ts'

/** The icons of the portal as an app on a phone, by what they are for. */
const iconShapes = {
  small: { width: 192, height: 192, kind: 'icon' },
  large: { width: 512, height: 512, kind: 'icon' },
  /** Android cuts it to the shape of its other icons. */
  maskable: { width: 512, height: 512, kind: 'tile' },
  /** iPhones show black where an icon can be seen through. */
  touch: { width: 180, height: 180, kind: 'tile' },
} as const satisfies Record<string, PictureShape>

export type AppIcon = keyof typeof iconShapes

const names = Object.keys(iconShapes) as [AppIcon, ...AppIcon[]] // Object.keys loses the literal names

/** Icons of a site without a picture of its own, which come with the screens. */
const ordinaryIcon = (icon: AppIcon): string => `/icon-${icon}.png`

const uploaded = /^\/api\/images\/([0-9a-f]{32})\.(?:png|jpg)$/

/** Where an icon is had: drawn from the icon of the site, or from its logo. What stands on another server is not fetched. */
export const addressOfIcon = (site: { SITE_FAVICON: string; SITE_LOGO: string }, icon: AppIcon): string => {
  const [hash] = [site.SITE_FAVICON, site.SITE_LOGO].flatMap((address) => uploaded.exec(address)?.[1] ?? [])
  return hash === undefined ? ordinaryIcon(icon) : `/api/images/app/${hash}-${icon}.png`
}

const Name = z
  .string()
  .regex(new RegExp(`^[0-9a-f]{32}-(?:${names.join('|')})\\.png$`))
  .transform((name) => ({ hash: name.slice(0, 32), icon: z.enum(names).parse(name.slice(33, -4)) }))

const yearSeconds = 365 * 24 * 60 * 60

/** Drawn icons: those of two pictures fit, so that an old page does not push out what is shown now. */
const mostKept = 8

/** Icons drawn from pictures of the site when a browser asks for them. One address, one content. */
export const serveAppIcons = (app: FastifyInstance, { db, settings }: Services) => {
  const drawn = new Map<string, Buffer>()

  const draw = async (name: string): Promise<Buffer> => {
    const known = drawn.get(name)
    if (known) return known
    const parsed = Name.safeParse(name)
    const row =
      parsed.success &&
      (await db.selectFrom('site_images').select('content').where('hash', '=', parsed.data.hash).executeTakeFirst())
    if (!parsed.success || !row) throw new AppError('notFound')
    const picture = await makePicture(row.content, iconShapes[parsed.data.icon])
    if (picture === 'busy') throw new AppError('tooManyRequests', { retryAfterSeconds: 5 })
    if (typeof picture === 'string') throw new AppError('notFound')
    const [oldest] = drawn.keys()
    if (drawn.size >= mostKept && oldest !== undefined) drawn.delete(oldest)
    drawn.set(name, picture.content)
    return picture.content
  }

  app.get<{ Params: { name: string } }>('/api/images/app/:name', async ({ params }, reply) => {
    const content = await draw(params.name)
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
      .send(content)
  })
  // iPhones ask for it by this name when the portal is put on the home screen.
  app.get('/apple-touch-icon.png', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').redirect(addressOfIcon(await settings.all(), 'touch')),
  )
}
