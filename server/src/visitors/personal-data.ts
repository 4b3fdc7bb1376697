import { mostVisitorDaysAhead } from '@spacekeeper/contract/visitors/words.ts'
import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { visitorNotices } from './visitors.ts'

/** Says when visitors came; their names are not the member's data. */
const visitorList = ownQuery('visitors', (db, memberId) =>
  db.selectFrom('visitors').select(columns('id, expected_on, arrived_at, left_at')).where('host_id', '=', memberId),
)

export const visitorRetentions: Retention[] = [
  { name: 'visitors', title: 'Visitors', table: 'visitors', column: 'left_at', setting: 'KEEP_VISITORS_DAYS' },
  {
    name: 'announcedVisitors',
    title: 'Visitors who were expected and did not come',
    table: 'visitors',
    column: 'created_at',
    where: sql`arrived_at is null`,
    days: mostVisitorDaysAhead + 7,
    reason: `A visitor is announced at most ${mostVisitorDaysAhead} days ahead, and a week later no one asks who was expected.`,
  },
]

export const visitorPersonalData: PersonalData = {
  tables: {
    visitors: {
      exported: 'visitors',
      kept: ['visitors', 'announcedVisitors'],
      closing: { kept: 'Who visited the space, without the member they visited; announcements are deleted.' },
    },
  },
  lists: [visitorList],
  erase: async ({ tx }, memberId) => {
    await tx.deleteFrom('visitors').where('host_id', '=', memberId).where('arrived_at', 'is', null).execute()
    await tx.updateTable('visitors').set({ host_id: null }).where('host_id', '=', memberId).execute()
    return { tell: visitorNotices(memberId) }
  },
}
