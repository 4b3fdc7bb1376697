import type { ProxyEnd } from '@spacekeeper/contract/proxies/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

export type ProxyRowFacts = {
  meetingId: number
  memberId: number
  holderId: number
  city?: string
  createdAt?: Date
  /** False: the holder has not answered. */
  isAccepted?: boolean
  end?: { reason: ProxyEnd; at: Date }
}

/** A proxy for tests and demonstrations: accepted when it was given, unless it is said. */
export const aProxy = async (db: Kysely<Database>, facts: ProxyRowFacts): Promise<{ id: number }> => {
  const createdAt = facts.createdAt ?? new Date()
  return db
    .insertInto('proxies')
    .values({
      meeting_id: facts.meetingId,
      member_id: facts.memberId,
      member_city: facts.city ?? 'Brisbane',
      holder_id: facts.holderId,
      holder_city: facts.city ?? 'Brisbane',
      created_at: createdAt,
      accepted_at: facts.isAccepted === false ? null : createdAt,
      ended_at: facts.end?.at ?? null,
      end_reason: facts.end?.reason ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
