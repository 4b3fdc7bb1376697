import type { Ctx } from '#platform/ctx.ts'
import { type Tx, record } from '#platform/db/change.ts'
import { pruneEndedSessions } from './ended-sessions.ts'
import { endMailedLinks } from './links.ts'

/** Ends all credentials of a member: sessions, mailed links, an unconfirmed change of address. */
export const endCredentials = async (tx: Tx, input: { memberId: number; now: Date }): Promise<void> => {
  await tx.deleteFrom('sessions').where('member_id', '=', input.memberId).execute()
  await endMailedLinks(tx, input)
}

const day = 24 * 60 * 60 * 1000

const keptLinkDays = 30

const keptChangeDays = 7

/** Removes expired sessions, old links, changes of address that were never confirmed and expired rate-limit counters. */
export const pruneCredentials = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const now = ctx.now()
    const before = new Date(now.getTime() - keptLinkDays * day)
    await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    await pruneEndedSessions(tx, now)
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
