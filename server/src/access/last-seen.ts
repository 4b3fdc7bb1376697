// On its own: everything that sees a member goes through it.
import { type RawBuilder, sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'

type Sighting = { memberId: number | null; at: Date }

/** The update alone, for a statement that does more than that. A report that arrives late never turns the time back. */
export const seenUpdate = ({
  memberId,
  at,
}: {
  memberId: number | null | RawBuilder<unknown>
  at: Date
}): RawBuilder<unknown> =>
  sql`update members set last_seen_at = ${at} where id = ${memberId} and (last_seen_at is null or last_seen_at < ${at})`

/** The same for many, of a query for members and times. They are locked by their ids, so that two never wait for each other. */
export const seenUpdates = (sightings: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`update members set last_seen_at = held.at from (
    select m.id, latest.at
    from (select member_id, max(at) as at from (${sightings}) as s (member_id, at) group by member_id) as latest
    join members m on m.id = latest.member_id
    where m.last_seen_at is null or m.last_seen_at < latest.at
    order by m.id for no key update of m
  ) as held where members.id = held.id`

/** Records that a member was on site, unless they have been seen later than that. */
export const seen = async ({ tx }: Work, sighting: Sighting & { memberId: number }): Promise<void> => {
  await seenUpdate(sighting).execute(tx)
}
