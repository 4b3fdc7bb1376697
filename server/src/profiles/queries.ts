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
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'last_used_at'])
    .where('member_id', '=', id)
    .where('expires_at', '>', ctx.now())
    .orderBy((is) => is('id', '=', sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === sessionId,
    ...describeAgent(row.user_agent),
    address: row.ip_address,
    startedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
}
