import type { Ctx } from '#platform/ctx.ts'
import { clockTime } from '../devices/clock-time.ts'

const maxUses = 1000

/** The uses of machines by a member, newest first, in the shape existing clients read; 0 runs, 1 is over. */
export const listMemberUses = async (ctx: Ctx, memberId: number) => {
  const rows = await ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .leftJoin('members as e', 'e.id', 's.ended_by_id')
    .select(['d.name', 's.started_at', 's.last_heard_at', 's.ended_at', 's.cost_cents'])
    .select(['e.first_name', 'e.last_name'])
    .where('s.member_id', '=', memberId)
    .orderBy('s.started_at', 'desc')
    .limit(maxUses)
    .execute()
  return rows.map((row) => ({
    interlockName: row.name,
    dateStarted: row.started_at.toISOString(),
    totalTime: clockTime((row.ended_at ?? row.last_heard_at).getTime() - row.started_at.getTime()),
    totalCost: row.cost_cents / 100,
    status: row.ended_at === null ? 0 : 1,
    userEnded: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
  }))
}
