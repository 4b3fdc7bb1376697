import { type RawBuilder, sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { forgetGivenUpJobs } from '#platform/jobs/forget-given-up-jobs.ts'
import type { Retention, RetentionBatch } from '#platform/retention/retention.ts'

/** The title of a kind of message, such as “Meeting invitation”: all that is left of a subject with names and words. */
const kindTitle = sql<string>`case when channel = 'sms' then 'Text message'
  else upper(left(template, 1)) || lower(regexp_replace(substr(template, 2), '([A-Z])', ' \\1', 'g')) end`

/** The columns with the words of a message, and with the address for answers. */
const noWords = { text: null, html: null, reply_to: null, unsubscribe_url: null, subject: kindTitle }

/** A message that goes to another member, whose address it names, and is only about these. */
const goesToOthers = (isTheirs: RawBuilder<boolean>) => sql<boolean>`(follows_member and not ${isTheirs})`

/** A message of which more is left than that one of its kind was sent. */
const hasWords = (isTheirs: RawBuilder<boolean>) => sql<boolean>`(text is not null or subject <> ${kindTitle}
  or reply_to is not null or (not ${goesToOthers(isTheirs)} and recipient is distinct from 'closed account'))`

/** Whose messages, and whether also those that still wait to be sent. */
type Whose = { memberIds: readonly number[]; isWaitingToo: boolean }

/** Empties what was written to people and about them; that a message of its kind left, and when, stays. */
export const eraseMessages = async ({ tx }: Work, { memberIds, isWaitingToo }: Whose): Promise<number> => {
  if (memberIds.length === 0) return 0
  const ids = sql`${memberIds}::int[]`
  const isTheirs = sql<boolean>`coalesce(member_id = any(${ids}), false)`
  const isToOthers = goesToOthers(isTheirs)
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({
      ...noWords,
      error: null,
      recipient: sql<string>`case when ${isToOthers} then recipient else 'closed account' end`,
      follows_member: isToOthers,
    })
    .where(sql<boolean>`(member_id = any(${ids}) or about && ${ids})`)
    .where(hasWords(isTheirs))
    .$if(!isWaitingToo, (query) => query.where('state', '<>', 'queued'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The same for accounts that were closed before this, so many at a time. */
export const eraseClosedMessages = async (work: Work, { before, most }: RetentionBatch): Promise<number> => {
  const isTheirs = sql<boolean>`coalesce(messages.member_id = members.id, false)`
  const left = sql<boolean>`exists (select from messages where (${isTheirs} or messages.about @> array[members.id])
    and ${hasWords(isTheirs)})`
  const rows = await work.tx
    .selectFrom('members')
    .select('id')
    .where('closed_at', '<', before)
    .where(left)
    .limit(most)
    .execute()
  return eraseMessages(work, { memberIds: rows.map(({ id }) => id), isWaitingToo: true })
}

const eraseTexts = async ({ tx }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set(noWords)
    .where('id', 'in', (is) =>
      is
        .selectFrom('messages')
        .select('id')
        .where('created_at', '<', before)
        .where('state', '<>', 'queued')
        .where(sql<boolean>`(text is not null or reply_to is not null or subject <> ${kindTitle})`)
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
