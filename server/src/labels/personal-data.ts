import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { ticketNotices } from './tickets.ts'

export const labelRetentions: Retention[] = [
  { name: 'tickets', title: 'Removed tickets', table: 'tickets', column: 'removed_at', setting: 'KEEP_TICKETS_DAYS' },
]

export const labelPersonalData: PersonalData = {
  tables: { tickets: { exported: 'tickets', kept: ['tickets'], closing: 'deleted' } },
  lists: [ownRows('tickets', 'tickets', columns('id, kind, what, created_at, until_on, removed_at'))],
  erase: async ({ tx }, memberId) => {
    await tx.deleteFrom('tickets').where('member_id', '=', memberId).execute()
    return { tell: ticketNotices(memberId) }
  },
}
