import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

export type OpeningFacts = {
  memberId: number
  startsAt?: Date
  hours?: number
  note?: string
  series?: string
  cancelledAt?: Date
}

const hourMs = 3_600_000

/** An opening for tests and demonstrations: tomorrow at this time, for three hours. */
export const anOpening = async (db: Kysely<Database>, facts: OpeningFacts): Promise<{ id: number }> => {
  const now = new Date()
  const { memberId, startsAt = new Date(now.getTime() + 24 * hourMs), hours = 3 } = facts
  return db
    .insertInto('openings')
    .values({
      member_id: memberId,
      series: facts.series ?? null,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + hours * hourMs),
      note: facts.note ?? '',
      cancelled_at: facts.cancelledAt ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Lets a member announce openings. */
export const aKeyHolder = async (db: Kysely<Database>, memberId: number): Promise<void> => {
  await db.insertInto('key_holders').values({ member_id: memberId, added_at: new Date() }).execute()
}
