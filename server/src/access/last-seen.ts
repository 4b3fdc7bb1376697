// On its own: everything that sees a member goes through it.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'

type Sighting = { memberId: number | null; at: Date }

/** The update alone, for a statement that does more than that. A report that arrives late never turns the time back. */
export const seenUpdate = ({ memberId, at }: Sighting): RawBuilder<unknown> =>
  sql`update members set last_seen_at = ${at} where id = ${memberId} and (last_seen_at is null or last_seen_at < ${at})`

/** Records that a member was on site, unless they have been seen later than that. */
export const seen = async (tx: Tx, sighting: Sighting & { memberId: number }): Promise<void> => {
  await seenUpdate(sighting).execute(tx)
}
