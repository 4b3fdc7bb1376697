import { sql } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'

const everyMs = 10_000

/** Notes that devices were heard of, and writes it down for all of them together every few seconds. */
export const batchLastSeen = (services: Services, intervalMs = everyMs) => {
  const ctx = systemCtx(services)
  const seen = new Map<number, Date>()

  const flush = async () => {
    if (seen.size === 0) return
    const ids = [...seen.keys()]
    const times = [...seen.values()]
    seen.clear()
    await record(ctx, async (tx) => {
      await sql`update devices d set last_seen_at = s.at
        from unnest(${ids}::int[], ${times}::timestamptz[]) as s(id, at)
        where d.id = s.id and (d.last_seen_at is null or d.last_seen_at < s.at)`.execute(tx)
      return { result: undefined }
    })
  }
  const flushOrLog = () =>
    flush().catch((error: unknown) => services.log.error({ err: error }, 'last-seen times were not stored'))
  const timer = setInterval(() => void flushOrLog(), intervalMs)
  return {
    note: (deviceId: number) => {
      seen.set(deviceId, services.now())
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flushOrLog()
    },
  }
}
