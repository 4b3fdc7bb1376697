import type { MeetingType } from '@spacekeeper/contract/meetings/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

export type MeetingFacts = {
  type?: MeetingType
  name?: string
  startsAt?: Date
  chair?: string
  place?: string
  invitedAt?: Date
  invitesItself?: boolean
  rollFrozenAt?: Date
  openedAt?: Date
  closedAt?: Date
  cancelledAt?: Date
  items?: readonly string[]
}

const weekMs = 7 * 24 * 3_600_000

/** A meeting for tests and demonstrations: general, in four weeks, not announced yet. */
export const aMeeting = async (db: Kysely<Database>, facts: MeetingFacts = {}): Promise<{ id: number }> => {
  const now = new Date()
  const startsAt = facts.startsAt ?? new Date(now.getTime() + 4 * weekMs)
  const { id } = await db
    .insertInto('meetings')
    .values({
      type: facts.type ?? 'general',
      name: facts.name ?? '',
      chair: facts.chair ?? 'Ada Hall',
      place: facts.place ?? '12 River Road',
      starts_at: startsAt,
      invited_at: facts.invitedAt ?? null,
      invites_itself: facts.invitesItself ?? false,
      roll_frozen_at: facts.rollFrozenAt ?? null,
      roll_starts_at: facts.rollFrozenAt ? startsAt : null,
      opened_at: facts.openedAt ?? null,
      closed_at: facts.closedAt ?? null,
      cancelled_at: facts.cancelledAt ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = (facts.items ?? []).map((title, position) => ({ meeting_id: id, position, title }))
  if (items.length > 0) await db.insertInto('meeting_items').values(items).execute()
  return { id }
}
