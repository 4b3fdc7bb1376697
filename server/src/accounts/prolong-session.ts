import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { sessionEnd } from './start-session.ts'

const notedEveryMs = 60_000

/** A session that is used goes on. Noted once a minute at most, so that reading stays reading. */
export const prolongSession = async (ctx: Ctx, input: { sessionId: number; lastUsedAt: Date }): Promise<void> => {
  const now = ctx.now()
  const due = new Date(now.getTime() - notedEveryMs)
  if (input.lastUsedAt > due) return
  await record(ctx, async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: sessionEnd(now) })
      .where('id', '=', input.sessionId)
      .where('last_used_at', '<=', due)
      .execute()
    return { result: undefined }
  })
}
