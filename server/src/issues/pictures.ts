import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { drawUpload } from '../settings/images.ts'
import type { SentPhoto } from './service.ts'

/** Enough to read a label on, and five of them fit into one email. */
const shape = { width: 1600, height: 1600, kind: 'photo' } as const

/** Photos of one member that no report names yet. */
const mostLoose = 20

const tooManyLoose = 'You’ve added many photos without sending a report. Try again tomorrow.'

/** Keeps a photo until a report names it. It is drawn anew, so where it was taken is not in it. */
export const keepPhoto = async (ctx: Ctx, file: Uint8Array): Promise<number> => {
  const { id: memberId } = memberOf(ctx)
  const { count } = await ctx.db
    .selectFrom('issue_pictures')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('report_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= mostLoose) throw new AppError('tooManyRequests', { detail: tooManyLoose, retryAfterSeconds: 3600 })
  const { content, mediaType, width, height } = await drawUpload({ field: 'photo', file, shape })
  return record(ctx, async ({ tx }) => {
    const { id } = await tx
      .insertInto('issue_pictures')
      .values({ member_id: memberId, media_type: mediaType, content, width, height, added_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: id }
  })
}

/** Gives the photos to a report, if they are the caller's and no other report has them. */
export const attachPhotos = async (
  { tx }: Work,
  { reportId, memberId, pictureIds }: { reportId: number; memberId: number; pictureIds: readonly number[] },
): Promise<void> => {
  const ids = [...new Set(pictureIds)]
  if (ids.length === 0) return
  const attached = await tx
    .updateTable('issue_pictures')
    .set({ report_id: reportId })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('member_id', '=', memberId)
    .where('report_id', 'is', null)
    .returning('id')
    .execute()
  if (attached.length < ids.length) throw badField('pictureIds', 'A photo is no longer there. Add it again.')
}

const ending = (mediaType: string) => (mediaType === 'image/png' ? 'png' : 'jpg')

/** A photo, for who took it and for staff. For all others it is not there. */
export const getPhoto = async (ctx: Ctx, pictureId: number): Promise<File> => {
  const { id: memberId, permissions } = memberOf(ctx)
  const isStaff = permissions.includes('devices')
  const photo = await ctx.db
    .selectFrom('issue_pictures')
    .select(['media_type', 'content'])
    .where('id', '=', pictureId)
    .where((is) => is.or([is('member_id', '=', memberId), ...(isStaff ? [is('report_id', 'is not', null)] : [])]))
    .executeTakeFirst()
  if (!photo) throw new AppError('notFound')
  return { name: `photo-${pictureId}.${ending(photo.media_type)}`, mediaType: photo.media_type, content: photo.content }
}

/** The photos of a report as they go to other services, the oldest first. */
export const listSentPhotos = async (
  { db }: Pick<Ctx, 'db'>,
  { reportId, from = 0 }: { reportId: number; from?: number },
): Promise<SentPhoto[]> => {
  const rows = await db
    .selectFrom('issue_pictures')
    .select(['id', 'media_type', 'content'])
    .where('report_id', '=', reportId)
    .orderBy('id')
    .offset(from)
    .execute()
  return rows.map(({ id, media_type, content }) => ({
    name: `photo-${id}.${ending(media_type)}`,
    mediaType: media_type,
    content,
    pictureId: id,
  }))
}
