import { sql } from 'kysely'
import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { forgetVisits, visitNotices } from './visits.ts'

const visitList: PersonalList = {
  name: 'visits',
  columns: ['id', 'signedInAt', 'signedOutAt', 'guests'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('visits')
        .select(['id', 'signed_in_at as signedInAt', 'signed_out_at as signedOutAt'])
        // How many; who they were is theirs.
        .select(sql<number>`cardinality(guests)`.as('guests'))
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

export const visitRetentions: Retention[] = [
  { name: 'visits', title: 'Visits', table: 'visits', column: 'signed_out_at', setting: 'KEEP_VISITS_DAYS' },
]

export const visitPersonalData: PersonalData = {
  tables: {
    visits: {
      exported: 'visits',
      kept: ['visits'],
      closing: { kept: 'Who was on site when matters after a fire; names of guests go.' },
    },
  },
  lists: [visitList],
  erase: async (tx, { memberId, now }) => {
    await forgetVisits(tx, { memberId, now })
    return { tell: visitNotices(memberId) }
  },
}
