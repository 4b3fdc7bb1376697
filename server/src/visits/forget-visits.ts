import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'
import { endVisit } from './end-visit.ts'

/** Ends the visit of somebody whose account closes, and forgets who his guests were; how many they were stays. */
export const forgetVisits = async (tx: Tx, input: { memberId: number; now: Date }): Promise<void> => {
  const { memberId, now } = input
  await endVisit(tx, { memberId, now })
  await tx
    .updateTable('visits')
    .set({ guests: sql<string[]>`array_fill('Guest'::text, array[cardinality(guests)])` })
    .where('member_id', '=', memberId)
    .where(sql<boolean>`cardinality(guests) > 0`)
    .execute()
}
