import type { OwnSession } from '@spacekeeper/contract/profiles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { describeAgent } from './rules.ts'

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
