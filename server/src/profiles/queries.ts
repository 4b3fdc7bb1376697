import type { EmailChange, OwnSession } from '@spacekeeper/contract/profiles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { findEmailChange } from '../accounts/queries.ts'
import { describeAgent } from './rules.ts'

/** The address the caller asked for and has not confirmed yet. */
export const getEmailChange = async (ctx: Ctx): Promise<EmailChange | null> => {
  const wanted = await findEmailChange(ctx, memberOf(ctx).id)
  return wanted && { email: wanted.email, askedAt: wanted.askedAt.toISOString() }
}

/** Nobody reads more; what is older is ended with all others. */
const maxListed = 100

export const listSessions = async (ctx: Ctx): Promise<OwnSession[]> => {
  const { id, sessionId } = memberOf(ctx)
  const rows = await ctx.db
    .selectFrom('sessions as s')
    .leftJoin('kiosks as k', 'k.id', 's.kiosk_id')
    .select(['s.id', 's.user_agent', 's.ip_address', 's.created_at', 's.last_used_at', 'k.name as kiosk'])
    .where('s.member_id', '=', id)
    .where('s.expires_at', '>', ctx.now())
    .orderBy((is) => is('s.id', '=', sessionId), 'desc')
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === sessionId,
    ...describeAgent(row.user_agent),
    address: row.ip_address,
    kiosk: row.kiosk,
    startedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
}
