import { sql } from 'kysely'
import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'

/** What of an audit event is about the member; the rest of an event may be about others. */
const ownKeys = new Set('changes from to reason address number label cardId deviceId source guests ended'.split(' '))

const pickAuditData = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data ?? {}).filter(([key]) => ownKeys.has(key)))

const eventList: PersonalList = {
  name: 'events',
  columns: ['id', 'at', 'event', 'by', 'data'],
  read: async function* (ctx, memberId) {
    const pages = paged((after, limit) =>
      ctx.db
        .selectFrom('audit_events')
        .select(['id', 'at', 'event', 'actor_kind', 'actor_id', 'data'])
        .where((is) =>
          is.or([
            is.and([is('subject_kind', '=', 'member'), is('subject_id', '=', memberId)]),
            // What happened to many members at once.
            sql<boolean>`data ? 'memberIds' and data -> 'memberIds' @> ${String(memberId)}::jsonb`,
          ]),
        )
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )
    for await (const rows of pages()) {
      yield rows.map(({ id, at, event, actor_kind: kind, actor_id: actorId, data }) => {
        const by = kind === 'member' ? (actorId === memberId ? 'you' : 'staff') : kind
        return { id, at, event, by, data: pickAuditData(data) }
      })
    }
  },
}

export const auditPersonalData: PersonalData = {
  tables: {
    audit_events: {
      exported: 'events',
      closing: { kept: 'The audit is kept; what it says of members is emptied after 90 days.' },
    },
  },
  lists: [eventList],
}
