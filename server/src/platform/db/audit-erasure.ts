import { sql } from 'kysely'
import type { RetentionBatch } from '../retention/retention.ts'
import type { Work } from './change.ts'

/** The rest of an event's details. A rule of the database allows this one change, 90 days after closing, and none to events of bookings. */
const erased = '{"erased": true}'

/** Empties the details of audit events about members who closed their account before this, but of bookings. */
export const eraseAuditDetails = async ({ tx }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('audit_events')
    .set({ data: erased })
    .where('id', 'in', (is) =>
      is
        .selectFrom('audit_events as e')
        .innerJoin('members as m', 'm.id', 'e.subject_id')
        .select('e.id')
        .where('m.closed_at', '<', before)
        .where('e.subject_kind', '=', 'member')
        .where(sql<boolean>`e.data <> ${erased}::jsonb`)
        .where(sql<boolean>`not is_booking_event(e.event)`)
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
