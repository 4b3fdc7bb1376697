import type { Ctx } from '#platform/ctx.ts'

const maxUses = 300

/** The last uses of machines, newest first. Hidden machines only for staff and for whoever used them. */
export const listUses = async (ctx: Ctx, viewer: { id: number; seesHidden: boolean }) => {
  const rows = await ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .leftJoin('members as e', 'e.id', 's.ended_by_id')
    .select(['d.name', 's.started_at', 's.ended_at', 'm.first_name', 'm.last_name'])
    .select(['e.first_name as ender_first_name', 'e.last_name as ender_last_name'])
    .$if(!viewer.seesHidden, (query) =>
      query.where((is) => is.or([is('d.is_hidden', '=', false), is('s.member_id', '=', viewer.id)])),
    )
    .orderBy('s.last_heard_at', 'desc')
    .limit(maxUses)
    .execute()
  return rows.map((row) => ({
    name: row.name,
    sessionStart: row.started_at.toISOString(),
    sessionEnd: row.ended_at?.toISOString() ?? null,
    sessionComplete: row.ended_at !== null,
    userOn: `${row.first_name} ${row.last_name}`,
    userOff: row.ender_first_name === null ? null : `${row.ender_first_name} ${row.ender_last_name}`,
  }))
}
