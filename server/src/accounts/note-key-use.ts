import { systemCtx, type Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'

const notedEveryMs = 60_000

/** When a key was used last: noted once a minute at most, so that a call stays one query. */
export const noteKeyUse = async (
  services: Services,
  input: { keyId: number; lastUsedAt: Date | null },
): Promise<void> => {
  const now = services.now()
  const due = new Date(now.getTime() - notedEveryMs)
  if (input.lastUsedAt && input.lastUsedAt > due) return
  await record(systemCtx(services), async (tx) => {
    await tx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', input.keyId).execute()
    return { result: undefined }
  })
}
