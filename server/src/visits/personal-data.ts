import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { forgetVisits, visitNotices } from './visits.ts'

/** Says how many guests came; their names are not the member's data. */
const visitList = ownRows(
  'visits',
  'visits',
  columns('id, signed_in_at, signed_out_at', sql<number>`cardinality(guests)`.as('guests')),
)

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
  erase: async (work, memberId) => {
    await forgetVisits(work, memberId)
    return { tell: visitNotices(memberId) }
  },
}
