import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'

export const storagePersonalData: PersonalData = {
  tables: {
    storage_places: {
      exported: 'storage',
      kept: { title: 'Who holds a storage place', reason: 'Until it is given back or cleared.' },
      closing: { kept: 'That a former member’s things may be there, until it is cleared.' },
    },
    storage_requests: {
      exported: 'storageRequests',
      kept: { title: 'Who waits for a storage place', reason: 'Until they have one, or no longer want one.' },
      closing: 'deleted',
    },
  },
  lists: [
    ownQuery('storage', (db, memberId) =>
      db
        .selectFrom('storage_places')
        .select(columns('id, code, area, held_since, until_on, clear_by'))
        .where('holder_id', '=', memberId),
    ),
    ownRows('storageRequests', 'storage_requests', columns('id, kind, note, asked_at')),
  ],
  // A place stays held, without a name: the nightly run marks it to be cleared and tells staff.
  erase: async ({ tx }, memberId) => {
    await tx.deleteFrom('storage_requests').where('member_id', '=', memberId).execute()
  },
}
