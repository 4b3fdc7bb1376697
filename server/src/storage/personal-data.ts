import { paged, type PersonalData, type PersonalList } from '#platform/personal-data.ts'

const placeList: PersonalList = {
  name: 'storage',
  columns: ['id', 'code', 'area', 'heldSince', 'untilOn', 'clearBy'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('storage_places')
        .select(['id', 'code', 'area', 'held_since as heldSince', 'until_on as untilOn', 'clear_by as clearBy'])
        .where('holder_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const requestList: PersonalList = {
  name: 'storageRequests',
  columns: ['id', 'kind', 'note', 'askedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('storage_requests')
        .select(['id', 'kind', 'note', 'asked_at as askedAt'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

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
  lists: [placeList, requestList],
  // A place stays held, without a name: the nightly run marks it to be cleared and tells staff.
  erase: async (tx, { memberId }) => {
    await tx.deleteFrom('storage_requests').where('member_id', '=', memberId).execute()
  },
}
