import { createHash } from 'node:crypto'
import type { SiteImage } from '@spacekeeper/contract/settings/shapes.ts'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { badField, AppError } from '#platform/http/app-error.ts'
import { type PictureProblem, type Picture, type PictureShape, makePicture } from '#platform/images/make-picture.ts'
import { changeSetting } from './settings.ts'

const problems: Record<Exclude<PictureProblem, 'busy'>, string> = {
  noPicture: 'This isn’t a PNG, JPEG or WebP picture.',
  tooManyPixels:
    'This picture has too many pixels. At most 40 million are taken, such as 8000 × 5000, half as many with 16 bits a colour, and 12,000 a side.',
  damaged: 'This picture is damaged and cannot be read.',
}
const busy = 'Too many pictures are being uploaded right now. Try again in a minute.'

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/** Where a stored picture is had. Under /api, which every reverse proxy in front of the portal hands on. */
export const addressOfImage = (hash: string, mediaType: Picture['mediaType']): string =>
  `/api/images/${hash}.${endings[mediaType]}`

/** Makes a picture of an upload. `field` names the upload where it is refused. */
export const drawUpload = async (input: { field: string; file: Uint8Array; shape: PictureShape }): Promise<Picture> => {
  const picture = await makePicture(input.file, input.shape)
  if (picture === 'busy') throw new AppError('tooManyRequests', { detail: busy, retryAfterSeconds: 60 })
  if (typeof picture === 'string') throw badField(input.field, problems[picture])
  return picture
}

/**
 * Makes a picture of an upload and keeps it under its hash. `field` names the upload where it is refused.
 * Nothing is lost when the process ends before anything names the picture: it is forgotten in time.
 */
export const storeImage = async (
  ctx: Ctx,
  input: { field: string; file: Uint8Array; shape: PictureShape },
): Promise<{ hash: string; address: string }> => {
  const { content, mediaType, width, height } = await drawUpload(input)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32)
  await record(ctx, async ({ tx }) => {
    await tx
      .insertInto('site_images')
      .values({ hash, media_type: mediaType, content, width, height, added_at: ctx.now() })
      .onConflict((on) => on.column('hash').doUpdateSet({ unused_since: null }))
      .execute()
    return { result: undefined }
  })
  return { hash, address: addressOfImage(hash, mediaType) }
}

/** Twice the size and more that each is shown at, for sharp screens. */
const shapes: Record<SiteImage, PictureShape> = {
  SITE_LOGO: { width: 480, height: 160, kind: 'clear' },
  SITE_FAVICON: { width: 192, height: 192, kind: 'icon' },
  MENU_BACKGROUND: { width: 800, height: 600, kind: 'photo' },
  STATS_CARD_IMAGE: { width: 1200, height: 800, kind: 'photo' },
}

/** Stores an upload as a picture of the site and sets it. Answers with its address. */
export const uploadImage = async (ctx: Ctx, input: { key: SiteImage; file: Uint8Array }): Promise<unknown> => {
  const { key, file } = input
  const { address } = await storeImage(ctx, { field: key, file, shape: shapes[key] })
  return changeSetting(ctx, { key, value: address })
}

const Name = z.object({ name: z.string().regex(/^[0-9a-f]{32}\.(?:png|jpg)$/) })

const yearSeconds = 365 * 24 * 60 * 60

/** The pictures of the site, for everybody: also pages before the login and mails show them. One address, one content. */
export const serveImages = (app: FastifyInstance, { db }: Services) => {
  const serve: RouteHandlerMethod = async (request, reply) => {
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
  }
  app.get('/api/images/:name', serve)
  // The address of before, which stands in mails that were sent and in what other clients kept.
  app.get('/images/:name', serve)
}

/** So long a picture that no setting names any more can be had back, by undoing or by hand. */
const keptDays = 30

/** Forgets the pictures that no setting, product, course or slide has named for a month. */
export const forgetImages = (ctx: Ctx): Promise<void> =>
  record(ctx, async ({ tx }) => {
    const isUsed = sql<boolean>`(exists (
      select from settings where jsonb_typeof(value) = 'string' and value #>> '{}' ~ ('^(/api)?/images/' || hash || '\\.')
    ) or exists (select from products where picture_hash = hash)
      or exists (select from certificate_pages where picture_hash = hash)
      or exists (select from display_slides where picture_hash = hash))`
    const before = new Date(ctx.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await tx.updateTable('site_images').set({ unused_since: null }).where(isUsed).execute()
    await tx.deleteFrom('site_images').where('unused_since', '<', before).execute()
    await tx
      .updateTable('site_images')
      .set({ unused_since: ctx.now() })
      .where('unused_since', 'is', null)
      .where(sql<boolean>`not ${isUsed}`)
      .execute()
    return { result: undefined }
  })
