import type { KeptMessages } from '@spacekeeper/contract/messages/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { findSmsAccount } from '#platform/sms/sms-account.ts'
import { bulkPriority, messagesChanged, sendMessageJob } from './outbox.ts'

/** Channels there is something to send with. */
const channelsSetUp = async (ctx: Ctx): Promise<string[]> => [
  ...(ctx.smtpUrl === undefined ? [] : ['email']),
  ...((await findSmsAccount(ctx)) === null ? [] : ['sms']),
]

/**
 * Kept messages that can be sent now, as `retryRefusalOf` says of one: their text is stored, and it is still
 * news. Left out, too, is news to members who do not want it any more.
 */
const matchSendable = (input: { channels: readonly string[]; now: Date }) => sql<boolean>`(
  messages.state = 'kept' and messages.text is not null and messages.channel = any(${input.channels}::text[])
  and (messages.news_until is null or messages.news_until > ${input.now}::timestamptz)
  and not (messages.unsubscribe_url is not null
    and exists (select from members m where m.id = messages.member_id and not m.wants_news)))`

/** How many kept messages can be sent now, and since when the oldest waits; null when there is none. */
export const countKept = async (ctx: Ctx): Promise<KeptMessages | null> => {
  const channels = await channelsSetUp(ctx)
  if (channels.length === 0) return null
  const { count, oldest } = await ctx.db
    .selectFrom('messages')
    .select((is) => [sql<number>`count(*)::int`.as('count'), is.fn.min('created_at').as('oldest')])
    .where(matchSendable({ channels, now: ctx.now() }))
    .executeTakeFirstOrThrow()
  return oldest === null ? null : { count, oldest: oldest.toISOString() }
}

const batchSize = 500

/** So many at once; what is left is sent with the next press. */
const mostAtOnce = 10_000

/** Queues the next kept messages, oldest first. Those that are being sent by another caller are left to it. */
const queueBatch = async (work: Work, input: { channels: readonly string[]; now: Date }): Promise<number> => {
  const rows = await work.tx
    .updateTable('messages')
    .set({ state: 'queued', attempts: 0, error: null })
    .where('id', 'in', (from) =>
      from
        .selectFrom('messages')
        .select('id')
        .where(matchSendable(input))
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  await addJobs(work, {
    declared: sendMessageJob,
    payloads: rows.map(({ id }) => ({ messageId: id })).toSorted((a, b) => a.messageId - b.messageId),
    priority: bulkPriority,
  })
  return rows.length
}

/** Sends what was kept while there was nothing to send it with, behind messages that one person is waiting for. */
export const sendKept = (ctx: Ctx): Promise<{ queued: number }> =>
  change(ctx, 'messages.keptSent', async (work) => {
    const input = { channels: await channelsSetUp(ctx), now: ctx.now() }
    let queued = 0
    while (queued < mostAtOnce) {
      const more = await queueBatch(work, input)
      queued += more
      if (more < batchSize) break
    }
    if (queued === 0) return unchanged({ queued })
    return { result: { queued }, data: { count: queued }, tell: [messagesChanged] }
  })
