import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { forgetGivenUpJobs } from '#platform/jobs/forget-given-up-jobs.ts'
import type { Retention, RetentionBatch } from '#platform/retention/retention.ts'

/** Whose messages, and whether also those that still wait to be sent. */
type Whose = { memberIds: readonly number[]; isWaitingToo: boolean }

/** Empties what was written to people and about them; that a message of its kind left, and when, stays. */
export const eraseMessages = async ({ tx }: Work, { memberIds, isWaitingToo }: Whose): Promise<number> => {
  if (memberIds.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ recipient: 'closed account', reply_to: null, text: null, html: null, error: null, unsubscribe_url: null })
    .where('member_id', 'in', memberIds)
    .where('recipient', '<>', 'closed account')
    .$if(!isWaitingToo, (query) => query.where('state', '<>', 'queued'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const eraseTexts = async ({ tx }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({
      text: null,
      html: null,
      unsubscribe_url: null,
      subject: sql`case when channel = 'sms' then 'Text message' else subject end`,
    })
    .where('id', 'in', (is) =>
      is
        .selectFrom('messages')
        .select('id')
        .where('created_at', '<', before)
        .where('state', '<>', 'queued')
        .where('text', 'is not', null)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const messageRetentions: Retention[] = [
  {
    name: 'messageTexts',
    title: 'What messages said',
    table: 'messages',
    setting: 'KEEP_MESSAGE_TEXTS_DAYS',
    remove: eraseTexts,
  },
  {
    name: 'messages',
    title: 'Which messages were sent',
    table: 'messages',
    column: 'created_at',
    where: sql`state <> 'queued'`,
    setting: 'KEEP_MESSAGES_DAYS',
  },
  {
    name: 'failedJobs',
    title: 'Background work that failed for good',
    days: 90,
    reason: 'Until then staff can try it again.',
    remove: (work, { before }) => forgetGivenUpJobs(work, before),
  },
]
