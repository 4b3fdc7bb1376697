import type { Ctx } from '#platform/ctx.ts'
import { queueLines } from '#platform/chat/queue-lines.ts'
import { record } from '#platform/db/change.ts'
import { linesOfUses } from './post-uses.ts'

/** Says in the chats that somebody is done with a machine, or what else ended his use. */
export const sayUseEnded = async (ctx: Ctx, sessionId: string): Promise<void> => {
  const use = await ctx.db
    .selectFrom('interlock_sessions')
    .select(['device_id', 'member_id', 'started_at', 'ended_at', 'end_reason'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!use?.ended_at || !use.end_reason) return
  const news = {
    kind: 'ended' as const,
    reason: use.end_reason,
    durationMs: use.ended_at.getTime() - use.started_at.getTime(),
  }
  const lines = await linesOfUses(ctx, [{ deviceId: use.device_id, memberId: use.member_id, at: use.ended_at, news }])
  if (lines.length > 0) await record(ctx, async (tx) => ({ result: await queueLines(tx, { ctx, lines }) }))
}
