import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { bulkPriority, sendMessageJob } from './outbox.ts'

/** The place of a row of `mailings` that is over: where its first message is, or a new one if none was written. */
export const finalPlace = sql<number>`coalesce(first_message_id, nextval(pg_get_serial_sequence('messages', 'id'))::int)`

/** Cancels the messages of a mailing that have not left, and returns how many. Their jobs find nothing to do. */
export const cancelMailingMessages = async ({ tx }: Work, mailingId: number): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ state: 'cancelled' })
    .where('mailing_id', '=', mailingId)
    .where('state', 'in', ['queued', 'kept'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Sends the messages of a mailing again that failed or were kept, and returns how many. */
export const requeueMailingMessages = async (work: Work, mailingId: number): Promise<number> => {
  const rows = await work.tx
    .updateTable('messages')
    .set({ state: 'queued', attempts: 0, error: null })
    .where('mailing_id', '=', mailingId)
    .where('state', 'in', ['failed', 'kept'])
    .where('text', 'is not', null)
    .returning('id')
    .execute()
  await addJobs(work, {
    declared: sendMessageJob,
    payloads: rows.map(({ id }) => ({ messageId: id })),
    priority: bulkPriority,
  })
  return rows.length
}
