import { systemCtx, type Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { sessionEnd } from './start-session.ts'

const notedEveryMs = 60_000

/** A session that is used goes on. Noted once a minute at most, so that reading stays reading; null when it need not be. */
export const prolongSession = async (
  services: Services,
  input: { sessionId: number; lastUsedAt: Date; isAtKiosk: boolean },
): Promise<{ lastUsedAt: Date; expiresAt: Date } | null> => {
  const now = services.now()
  const due = new Date(now.getTime() - notedEveryMs)
  if (input.lastUsedAt > due) return null
  const expiresAt = sessionEnd(now, input)
  return record(systemCtx(services), async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: expiresAt })
      .where('id', '=', input.sessionId)
      .where('last_used_at', '<=', due)
      .execute()
    return { result: { lastUsedAt: now, expiresAt } }
  })
}
