import type { MessageFile } from '@spacekeeper/contract/messages/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import type { MailFile } from '#platform/mail/mailer.ts'
import { checkFiles } from './rules.ts'

type FilesOfMessage = { messageId: number; files: readonly MailFile[] }

/** Stores the files of messages within the transaction that queues them. Their texts take them along when they are deleted. */
export const insertFilesOf = async (
  { tx }: Work,
  messages: readonly FilesOfMessage[],
  isSecret = false,
): Promise<void> => {
  for (const { files } of messages) checkFiles(files, { isSecret })
  const rows = messages.flatMap(({ messageId, files }) =>
    files.map(({ name, mediaType, content, pictureId }) => ({
      message_id: messageId,
      name,
      media_type: mediaType,
      content: Buffer.from(content),
      picture_id: pictureId ?? null,
    })),
  )
  if (rows.length > 0) await tx.insertInto('message_files').values(rows).execute()
}

/** The files of one message. */
export const insertFiles = async (
  work: Work,
  { messageId, files, isSecret }: FilesOfMessage & { isSecret: boolean },
): Promise<void> => {
  if (files.length > 0) await insertFilesOf(work, [{ messageId, files }], isSecret)
}

/** The files of a message as they leave with it. */
export const listFiles = (ctx: Ctx, messageId: number): Promise<MailFile[]> =>
  ctx.db
    .selectFrom('message_files')
    .select(['name', 'media_type as mediaType', 'content'])
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()

/** What staff see of them: a copy of the content is where it was made. */
export const describeFiles = (ctx: Ctx, messageId: number): Promise<MessageFile[]> =>
  ctx.db
    .selectFrom('message_files')
    .select(['name', sql<number>`length(content)`.as('bytes')])
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()
