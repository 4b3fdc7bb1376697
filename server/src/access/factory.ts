import type { SwipeOutcome, Refusal } from '@spacekeeper/contract/access/shapes.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

/** A member may use a device. */
export const aGrant = async (
  db: Kysely<Database>,
  facts: { memberId: number; deviceId: number; source?: 'hand' | 'default' },
): Promise<void> => {
  await db
    .insertInto('grants')
    .values({
      member_id: facts.memberId,
      device_id: facts.deviceId,
      source: facts.source ?? 'hand',
      granted_at: new Date(),
    })
    .execute()
}

/** A swipe that happened. */
export const aSwipe = async (
  db: Kysely<Database>,
  facts: {
    deviceId: number
    memberId?: number | null
    card?: string | null
    outcome?: SwipeOutcome
    refusal?: Refusal | null
    at?: Date
  },
): Promise<{ id: number }> =>
  db
    .insertInto('swipes')
    .values({
      device_id: facts.deviceId,
      member_id: facts.memberId ?? null,
      card_number: facts.card ?? null,
      outcome: facts.outcome ?? 'granted',
      refusal: facts.refusal ?? null,
      swiped_at: facts.at ?? new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
