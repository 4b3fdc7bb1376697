import { mostDaysAhead } from '@spacekeeper/contract/visitors/words.ts'
import { sql } from 'kysely'
import { paged, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { visitorNotices } from './visitors.ts'

const visitorList: PersonalList = {
  name: 'visitors',
  columns: ['id', 'expectedOn', 'arrivedAt', 'leftAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('visitors')
        // When; who they were is theirs.
        .select(['id', 'expected_on as expectedOn', 'arrived_at as arrivedAt', 'left_at as leftAt'])
        .where('host_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

export const visitorRetentions: Retention[] = [
  { name: 'visitors', title: 'Visitors', table: 'visitors', column: 'left_at', setting: 'KEEP_VISITORS_DAYS' },
  {
    name: 'announcedVisitors',
    title: 'Visitors who were expected and did not come',
    table: 'visitors',
    column: 'created_at',
    where: sql`arrived_at is null`,
    days: mostDaysAhead + 7,
    reason: `A visitor is announced at most ${mostDaysAhead} days ahead, and a week later no one asks who was expected.`,
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
  erase: async (tx, { memberId }) => {
    await tx.deleteFrom('visitors').where('host_id', '=', memberId).where('arrived_at', 'is', null).execute()
    await tx.updateTable('visitors').set({ host_id: null }).where('host_id', '=', memberId).execute()
    return { tell: visitorNotices(memberId) }
  },
}
