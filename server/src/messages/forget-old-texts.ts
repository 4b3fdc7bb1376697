import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'

const keptDays = 365

/** What was written to people is not kept for ever; that it was written is. */
export const forgetOldTexts = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const before = new Date(ctx.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await tx
      .updateTable('messages')
      .set({ text: null, html: null, subject: sql`case when channel = 'sms' then 'Text message' else subject end` })
      .where('created_at', '<', before)
      .where('state', '<>', 'queued')
      .where('text', 'is not', null)
      .execute()
    return { result: undefined }
  })
