import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'

const day = 24 * 60 * 60 * 1000
const keptLinkDays = 30
const keptChangeDays = 7

/** Removes what proves nothing any more: ended sessions, old links, changes of address that nobody confirmed, counters that ran out. */
export const pruneProofs = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const now = ctx.now()
    const before = new Date(now.getTime() - keptLinkDays * day)
    await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    await tx
      .deleteFrom('email_links')
      .where((is) => is.or([is('used_at', '<', before), is('expires_at', '<', before)]))
      .execute()
    await tx
      .deleteFrom('email_changes')
      .where('asked_at', '<', new Date(now.getTime() - keptChangeDays * day))
      .execute()
    await tx.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
    return { result: undefined }
  })
