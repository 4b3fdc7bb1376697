import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Tx, record } from '#platform/db/change.ts'

/** Whose messages, and whether also those that still wait to be sent. */
type Whose = { memberIds: readonly number[]; isWaitingToo: boolean }

/** Empties what was written to people and about them; that a message of its kind left, and when, stays. */
export const forgetMessages = async (tx: Tx, { memberIds, isWaitingToo }: Whose): Promise<void> => {
  if (memberIds.length === 0) return
  await tx
    .updateTable('messages')
    .set({ recipient: 'closed account', reply_to: null, text: null, html: null, error: null, unsubscribe_url: null })
    .where('member_id', 'in', memberIds)
    .where('recipient', '<>', 'closed account')
    .$if(!isWaitingToo, (query) => query.where('state', '<>', 'queued'))
    .execute()
}

const keptDays = 365

/** What was written to people is not kept for ever; that it was written is. */
export const forgetOldTexts = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const before = new Date(ctx.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await tx
      .updateTable('messages')

      .set({
        text: null,
        html: null,
        unsubscribe_url: null,
        subject: sql`case when channel = 'sms' then 'Text message' else subject end`,
      })
      .where('created_at', '<', before)
      .where('state', '<>', 'queued')
      .where('text', 'is not', null)
      .execute()
    return { result: undefined }
  })
