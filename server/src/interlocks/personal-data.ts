import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { type PersonalList, pageSize, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { endUses } from './ended-uses.ts'

/** Which machines the member used, when, how much energy that took and what it cost. */
const useList: PersonalList = {
  name: 'uses',
  columns: ['startedAt', 'endedAt', 'machine', 'energyMwh', 'costCents', 'isBeingChecked'],
  read: async function* (ctx, memberId) {
    for (let offset = 0; ; offset += pageSize) {
      const rows = await ctx.db
        .selectFrom('interlock_sessions as s')
        .innerJoin('devices as d', 'd.id', 's.device_id')
        .select(columns('s.started_at, s.ended_at, d.name as machine, s.energy_mwh, s.cost_cents'))
        .select(sql<boolean>`s.review is not distinct from 'waiting'`.as('isBeingChecked'))
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

const ended = { table: 'interlock_sessions', column: 'ended_at' } as const // the names themselves are wanted

export const interlockRetentions: Retention[] = [
  {
    ...ended,
    name: 'uses',
    title: 'Uses of machines that cost nothing',
    where: sql<boolean>`cost_cents = 0 and review is distinct from 'waiting'`,
    setting: 'KEEP_USES_DAYS',
  },
  {
    ...ended,
    name: 'paidUses',
    title: 'Uses of machines that cost money',
    where: sql<boolean>`cost_cents > 0`,
    days: 3653,
    reason: 'They are a part of the books, and tax law asks for books of up to ten years.',
  },
]

export const interlockPersonalData: PersonalData = {
  tables: {
    interlock_sessions: {
      exported: 'uses',
      kept: ['uses', 'paidUses'],
      closing: { kept: 'Books must add up; without a name.' },
    },
  },
  lists: [useList],
  /** Before the balance is left behind, what still runs is paid from it. */
  erase: async (work, memberId) => ({ tell: await endUses(work, { memberId, endedById: memberId }) }),
}
