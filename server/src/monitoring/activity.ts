import type { DeviceActivity } from '@spacekeeper/contract/monitoring/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'

/** Spaces have dozens; the bound is for safety. */
const most = 2000

/** Counting goes no further back, whatever the caller asks for. */
const longestMs = 2 * 24 * 60 * 60 * 1000

/** How often each device was used since then: each count reads the index of its device. */
const usesSince = (since: Date) => sql<number>`(case d.kind
  when 'door' then (select count(*) from swipes s
    where s.device_id = d.id and s.swiped_at >= ${since} and s.outcome = 'granted')
  when 'interlock' then (select count(*) from interlock_sessions s where s.device_id = d.id and s.started_at >= ${since})
  else (select count(*) from purchases p
    where p.device_id = d.id and p.purchased_at >= ${since} and p.kind = 'debit') end)::int`

/** How busy every device is, in one query. What counts as today, the reader's clock says. */
export const listActivity = async (ctx: Ctx, input: { since: string }): Promise<DeviceActivity[]> => {
  const since = new Date(Math.max(Date.parse(input.since), ctx.now().getTime() - longestMs))
  const rows = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('interlock_sessions as u', (on) => on.onRef('u.device_id', '=', 'd.id').on('u.ended_at', 'is', null))
    .select(['d.id', 'u.started_at', usesSince(since).as('uses')])
    .where('d.removed_at', 'is', null)
    .orderBy('d.id')
    .limit(most)
    .execute()
  return rows.map(({ id, uses, started_at: startedAt }) => ({
    deviceId: id,
    uses,
    inUseSince: startedAt?.toISOString() ?? null,
  }))
}
