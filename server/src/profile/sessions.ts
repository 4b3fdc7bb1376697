import type { OwnSession } from '@spacekeeper/contract/profile/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { describeAgent } from '#platform/http/user-agent.ts'
import { screens } from '#platform/live/screens.ts'
import { endSessions } from '../auth/ended-sessions.ts'

/** Ends one of the caller's sessions; its token stops working with the next request. */
export const endOwnSession = (ctx: Ctx, sessionId: number): Promise<void> => {
  const { id } = memberOf(ctx)
  return change(ctx, 'account.sessionEnded', async (work) => {
    const input = { memberId: id, sessionId, reason: 'endedElsewhere', now: ctx.now() } as const
    const [ended] = (await endSessions(work, input)).ended
    if (!ended) throw new AppError('notFound')
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: { address: ended.address },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}

/** Ends all of the caller's sessions but the current one, and returns how many. */
export const endOtherSessions = (ctx: Ctx): Promise<number> => {
  const { id, sessionId } = memberOf(ctx)
  return change(ctx, 'account.otherSessionsEnded', async (work) => {
    const input = { memberId: id, keptSessionId: sessionId, reason: 'endedElsewhere', now: ctx.now() } as const
    const { ended, forgottenBrowsers } = await endSessions(work, input)
    if (ended.length === 0 && forgottenBrowsers === 0) return unchanged(0)
    return {
      result: ended.length,
      subject: { kind: 'member', id },
      data: { ended: ended.length },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}

/** A bound for the list; older sessions can still be ended with all others. */
const mostSessions = 100

export const listSessions = async (ctx: Ctx): Promise<OwnSession[]> => {
  const { id, sessionId } = memberOf(ctx)
  const rows = await ctx.db
    .selectFrom('sessions as s')
    .leftJoin('kiosks as k', 'k.id', 's.kiosk_id')
    .select(columns('s.id, s.user_agent, s.ip_address as address, s.created_at as startedAt, s.last_used_at'))
    .select(['k.name as kiosk', 's.app_name as app'])
    .where('s.member_id', '=', id)
    .where('s.expires_at', '>', ctx.now())
    .orderBy((is) => is('s.id', '=', sessionId), 'desc')
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(mostSessions)
    .execute()
  return rows.map(({ userAgent, ...row }) => ({
    ...withTimes(row),
    isCurrent: row.id === sessionId,
    ...describeAgent(userAgent),
  }))
}
