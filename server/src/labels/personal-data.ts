import { paged, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { ticketNotices } from './tickets.ts'

const ticketList: PersonalList = {
  name: 'tickets',
  columns: ['id', 'kind', 'what', 'createdAt', 'untilOn', 'removedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('tickets')
        .select(['id', 'kind', 'what', 'created_at as createdAt', 'until_on as untilOn', 'removed_at as removedAt'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

export const labelRetentions: Retention[] = [
  { name: 'tickets', title: 'Removed tickets', table: 'tickets', column: 'removed_at', setting: 'KEEP_TICKETS_DAYS' },
]

export const labelPersonalData: PersonalData = {
  tables: { tickets: { exported: 'tickets', kept: ['tickets'], closing: 'deleted' } },
  lists: [ticketList],
  erase: async (tx, { memberId }) => {
    await tx.deleteFrom('tickets').where('member_id', '=', memberId).execute()
    return { tell: ticketNotices(memberId) }
  },
}
