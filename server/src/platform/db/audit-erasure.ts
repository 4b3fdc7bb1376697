import { sql } from 'kysely'
import type { Work } from './change.ts'

/** What remains of an event's details. A rule of the database allows this one change, 90 days after closing. */
const erased = '{"erased": true}'

/** Empties the details of all audit events about these members. */
export const eraseAuditDetails = async ({ tx }: Work, memberIds: readonly number[]): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('audit_events')
    .set({ data: erased })
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where(sql<boolean>`data <> ${erased}::jsonb`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
