import { createHash } from 'node:crypto'
import type { SiteImage } from '@spacekeeper/contract/site.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { makePicture, type Picture, type PictureProblem, type PictureShape } from '#platform/images/make-picture.ts'
import { changeSetting } from './change-setting.ts'

/** Twice the size and more that each is shown at, for sharp screens. */
const shapes: Record<SiteImage, PictureShape> = {
  SITE_LOGO: { width: 480, height: 160, kind: 'clear' },
  SITE_FAVICON: { width: 192, height: 192, kind: 'icon' },
  MENU_BACKGROUND: { width: 800, height: 600, kind: 'photo' },
  STATS_CARD_IMAGE: { width: 1200, height: 800, kind: 'photo' },
}

const problems: Record<PictureProblem, string> = {
  noPicture: 'This is no PNG, JPEG or WebP picture.',
  tooManyPixels: 'This picture has too many pixels. At most 40 million are taken, such as 8000 × 5000.',
  damaged: 'This picture is damaged and cannot be read.',
}

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

const store = async (ctx: Ctx, picture: Picture): Promise<string> => {
  const { content, mediaType, width, height } = picture
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32)
  await record(ctx, async (tx) => {
    await tx
      .insertInto('site_images')
      .values({ hash, media_type: mediaType, content, width, height, added_at: ctx.now() })
      .onConflict((on) => on.column('hash').doUpdateSet({ unused_since: null }))
      .execute()
    return { result: undefined }
  })
  return `/images/${hash}.${endings[mediaType]}`
}

/** Makes a picture of the site of what somebody uploaded, and sets it. Answers with its address. */
export const uploadImage = async (ctx: Ctx, input: { key: SiteImage; file: Uint8Array }): Promise<unknown> => {
  const { key, file } = input
  const picture = await makePicture(file, shapes[key])
  if (typeof picture === 'string') throw badField(key, problems[picture])
  // Nothing is lost when the process ends between the two: a picture that no setting names is forgotten in time.
  return changeSetting(ctx, { key, value: await store(ctx, picture) })
}
