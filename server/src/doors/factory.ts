import type { Kysely } from 'kysely'
import type { Refusal, SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { aDevice, type DeviceFacts } from '../devices/factory.ts'

/** A door for tests and demonstrations, authorised and with a key. */
export const aDoor = (db: Kysely<Database>, facts: Omit<DeviceFacts, 'kind'> = {}) => aDevice(db, facts)

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
