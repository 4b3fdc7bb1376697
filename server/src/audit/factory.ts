import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

export type EventFacts = {
  event?: string
  at?: Date
  actorId?: number
  memberId?: number
  deviceId?: number
  data?: Record<string, unknown>
}

/** An audit event that was written some time, by the portal unless a member is named. */
export const anEvent = async (db: Kysely<Database>, facts: EventFacts = {}): Promise<{ id: number }> => {
  const { actorId, memberId, deviceId } = facts
  return db
    .insertInto('audit_events')
    .values({
      at: facts.at ?? new Date(),
      event: facts.event ?? 'profile.updated',
      actor_kind: actorId === undefined ? 'system' : 'member',
      actor_id: actorId ?? null,
      subject_kind: memberId !== undefined ? 'member' : deviceId !== undefined ? 'device' : null,
      subject_id: memberId ?? deviceId ?? null,
      data: JSON.stringify(facts.data ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
