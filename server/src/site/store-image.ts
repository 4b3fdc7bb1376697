import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { makePicture, type Picture, type PictureProblem, type PictureShape } from '#platform/images/make-picture.ts'

const problems: Record<PictureProblem, string> = {
  noPicture: 'This is no PNG, JPEG or WebP picture.',
  tooManyPixels: 'This picture has too many pixels. At most 40 million are taken, such as 8000 × 5000.',
  damaged: 'This picture is damaged and cannot be read.',
}

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/** Where a stored picture is had. */
export const addressOfImage = (hash: string, mediaType: Picture['mediaType']): string =>
  `/images/${hash}.${endings[mediaType]}`

/**
 * Makes a picture of what somebody uploaded and keeps it under its hash. `field` names the upload where it is refused.
 * Nothing is lost when the process ends before anything names the picture: it is forgotten in time.
 */
export const storeImage = async (
  ctx: Ctx,
  input: { field: string; file: Uint8Array; shape: PictureShape },
): Promise<{ hash: string; address: string }> => {
  const picture = await makePicture(input.file, input.shape)
  if (typeof picture === 'string') throw badField(input.field, problems[picture])
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
  return { hash, address: addressOfImage(hash, mediaType) }
}
