import { type PersonalList, pageSize, type PersonalData } from '#platform/personal-data.ts'

/** Which machines the member used, when, how much energy that took and what it cost. */
const useList: PersonalList = {
  name: 'uses',
  columns: ['startedAt', 'endedAt', 'machine', 'energyMwh', 'costCents'],
  read: async function* (ctx, memberId) {
    for (let offset = 0; ; offset += pageSize) {
      const rows = await ctx.db
        .selectFrom('interlock_sessions as s')
        .innerJoin('devices as d', 'd.id', 's.device_id')
        .select(['s.started_at as startedAt', 's.ended_at as endedAt', 'd.name as machine'])
        .select(['s.energy_mwh as energyMwh', 's.cost_cents as costCents'])
        .where('s.member_id', '=', memberId)
        .orderBy('s.started_at')
        .orderBy('s.id')
        .offset(offset)
        .limit(pageSize)
        .execute()
      if (rows.length > 0) yield rows
      if (rows.length < pageSize) return
    }
  },
}

export const interlockPersonalData: PersonalData = {
  tables: { interlock_sessions: { exported: 'uses', closing: { kept: 'Books must add up; without a name.' } } },
  lists: [useList],
}
