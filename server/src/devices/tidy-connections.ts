import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { silentMs } from './rules.ts'

const keptDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Ends lines whose portal died before it could write their end, and forgets what is old. */
export const tidyConnections = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const now = ctx.now().getTime()
    await sql`update device_connections c
      set disconnected_at = greatest(c.connected_at, coalesce(d.last_seen_at, c.connected_at)), reason = 'lost'
      from devices d
      where d.id = c.device_id and c.disconnected_at is null
        and greatest(c.connected_at, d.last_seen_at) < ${new Date(now - silentMs)}`.execute(tx)
    await tx
      .deleteFrom('device_connections')
      .where('disconnected_at', '<', new Date(now - keptDays * dayMs))
      .execute()
    return { result: undefined }
  })
