import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'

/** Ends one of the caller's sessions; whatever holds its token is logged out from its next request on. */
export const endSession = (ctx: Ctx, sessionId: number): Promise<void> => {
  const { id } = memberOf(ctx)
  return change(ctx, 'account.sessionEnded', async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('member_id', '=', id)
      .returning('ip_address')
      .executeTakeFirst()
    if (!ended) throw new AppError('notFound')
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: { address: ended.ip_address },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}

/** Ends all of the caller's sessions but the one that asks; how many there were. */
export const endOtherSessions = (ctx: Ctx): Promise<number> => {
  const { id, sessionId } = memberOf(ctx)
  return change(ctx, 'account.otherSessionsEnded', async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('member_id', '=', id)
      .where('id', '!=', sessionId)
      .returning('id')
      .execute()
    if (ended.length === 0) return unchanged(0)
    return {
      result: ended.length,
      subject: { kind: 'member', id },
      data: { ended: ended.length },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}
