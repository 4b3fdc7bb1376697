import type { MeetingFile } from '@spacekeeper/contract/meetings/shapes.ts'
import { mostMeetingFiles } from '@spacekeeper/contract/meetings/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { endingOf, takeDocument } from '#platform/pdf/uploaded-document.ts'
import { lockMeeting, lockUncancelled, meetingNotices, meetingSubject } from './meeting-row.ts'

/** The documents of a meeting, without their content. */
export const listDocuments = async (db: Ctx['db'], meetingId: number): Promise<MeetingFile[]> => {
  const rows = await db
    .selectFrom('meeting_files')
    .select(columns('id, item_id, name, media_type, added_at'))
    .select(sql<number>`length(content)`.as('bytes'))
    .where('meeting_id', '=', meetingId)
    .orderBy('id')
    .limit(mostMeetingFiles)
    .execute()
  return rows.map(withTimes)
}

/** The name with the ending of what it is now, so that it opens where it is kept. */
const nameOf = (name: string, mediaType: string): string => {
  const ending = endingOf(mediaType)
  const known = /\.(?:pdf|png|jpe?g|webp)$/i.exec(name)
  const bare = known ? name.slice(0, -known[0].length) : name
  return `${bare.slice(0, 200 - ending.length)}${ending}`
}

type NewDocument = { meetingId: number; name: string; itemId?: number | undefined; file: Uint8Array }

/** Adds a PDF or a picture to a meeting or an item of its agenda. Minutes may need one afterwards, too. */
export const addDocument = async (ctx: Ctx, input: NewDocument): Promise<{ id: number }> => {
  const { meetingId, itemId, file } = input
  const { content, mediaType } = await takeDocument(file)
  const name = nameOf(input.name, mediaType)
  return change(ctx, 'meeting.fileAdded', async (work) => {
    const { tx } = work
    const row = await lockUncancelled(work, meetingId)
    const { count } = await tx
      .selectFrom('meeting_files')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('meeting_id', '=', meetingId)
      .executeTakeFirstOrThrow()
    if (count >= mostMeetingFiles)
      throw badField('file', `A meeting holds ${mostMeetingFiles} documents. Remove one first.`)
    const item = await tx
      .selectFrom('meeting_items')
      .select('id')
      .where('id', '=', itemId ?? 0)
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    if (itemId !== undefined && !item) throw badField('itemId', 'This item is not on the agenda any more.')
    const { id } = await tx
      .insertInto('meeting_files')
      .values({
        meeting_id: meetingId,
        item_id: item?.id ?? null,
        name,
        media_type: mediaType,
        content,
        added_at: ctx.now(),
        added_by: memberOf(ctx).id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { subject, data } = meetingSubject(row)
    return { result: { id }, subject, data: { ...data, file: name, bytes: content.length }, tell: meetingNotices }
  })
}

export const removeDocument = (ctx: Ctx, { meetingId, fileId }: { meetingId: number; fileId: number }): Promise<void> =>
  change(ctx, 'meeting.fileRemoved', async (work) => {
    const row = await lockMeeting(work, meetingId)
    const file = await work.tx
      .deleteFrom('meeting_files')
      .where('id', '=', fileId)
      .where('meeting_id', '=', meetingId)
      .returning('name')
      .executeTakeFirst()
    if (!file) throw new AppError('notFound')
    const { subject, data } = meetingSubject(row)
    return { result: undefined, subject, data: { ...data, file: file.name }, tell: meetingNotices }
  })

export const readDocument = async (ctx: Ctx, fileId: number): Promise<File> => {
  const row = await ctx.db
    .selectFrom('meeting_files')
    .select(['name', 'media_type as mediaType', 'content'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}
