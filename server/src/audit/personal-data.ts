import { sql } from 'kysely'
import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'

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

/** The database says how long each event is kept at least, and so which are about logins and which about money. */
const keptFor = (days: number) =>
  sql<boolean>`(audit_event_kept_for(event) = make_interval(days => ${days}) and at < now() - make_interval(days => ${days}))`

const events = { table: 'audit_events', column: 'at' } as const // the names themselves are wanted

export const auditRetentions: Retention[] = [
  { ...events, name: 'logins', title: 'The history of logins', where: keptFor(90), setting: 'KEEP_LOGINS_DAYS' },
  { ...events, name: 'audit', title: 'The history of changes', where: keptFor(365), setting: 'KEEP_AUDIT_DAYS' },
  {
    ...events,
    name: 'moneyAudit',
    title: 'The history of bookings and refunds',
    where: keptFor(3652),
    days: 3653,
    reason: 'It is a part of the books, and tax law asks for books of up to ten years.',
  },
]

export const auditPersonalData: PersonalData = {
  tables: {
    audit_events: {
      exported: 'events',
      kept: ['logins', 'audit', 'moneyAudit', 'closedAudit'],
      closing: {
        kept: 'The audit is kept as long as that of others; what it says of members is emptied after 90 days, but of bookings after ten years.',
      },
    },
  },
  lists: [eventList],
}
