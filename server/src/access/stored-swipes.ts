import type { Refusal, SwipeOutcome } from '@spacekeeper/contract/access/shapes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { coalesceCalls } from '#platform/coalesce-runs.ts'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { recordOne } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { seenUpdate, seenUpdates } from './last-seen.ts'

export type StoredSwipe = {
  deviceId: number
  memberId: number | null
  card: string | null
  outcome: SwipeOutcome
  refusal: Refusal | null
  now: Date
}

/** Stores what a card did at a device, and that its owner was there, in one statement: doors wait for it. */
export const storeSwipe = compileOnce(
  (_db, { deviceId, memberId, card, outcome, refusal, now }: StoredSwipe) =>
    sql`with seen as (${seenUpdate({ memberId, at: now })})
    insert into swipes (device_id, member_id, card_number, outcome, refusal, swiped_at, is_despite_lockout)
    values (
      ${deviceId}, ${memberId}, ${card}, ${outcome}, ${refusal}, ${now},
      (select is_locked_out and ${outcome} = 'granted' from devices where id = ${deviceId})
    )`,
)

type StoredSwipes = { [Column in keyof StoredSwipe]: readonly StoredSwipe[Column][] }

/** The same for many. */
const storeSwipes = compileOnce(
  (_db, { deviceId, memberId, card, outcome, refusal, now }: StoredSwipes) =>
    sql`with given as (
      select * from unnest(${deviceId}::int[], ${memberId}::int[], ${card}::text[], ${outcome}::text[],
        ${refusal}::text[], ${now}::timestamptz[])
        with ordinality as g (device_id, member_id, card_number, outcome, refusal, swiped_at, place)
    ), seen as (${seenUpdates(sql`select member_id, swiped_at from given`)})
    insert into swipes (device_id, member_id, card_number, outcome, refusal, swiped_at, is_despite_lockout)
    select g.device_id, g.member_id, g.card_number, g.outcome, g.refusal, g.swiped_at,
      (select d.is_locked_out and g.outcome = 'granted' from devices d where d.id = g.device_id)
    from given g order by g.place`,
)

const columnsOf = (swipes: readonly StoredSwipe[]): StoredSwipes => ({
  deviceId: swipes.map((swipe) => swipe.deviceId),
  memberId: swipes.map((swipe) => swipe.memberId),
  card: swipes.map((swipe) => swipe.card),
  outcome: swipes.map((swipe) => swipe.outcome),
  refusal: swipes.map((swipe) => swipe.refusal),
  now: swipes.map((swipe) => swipe.now),
})

/** The database said no, and kept nothing. A connection that broke says neither. */
const isRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR'

/** So many statements are under way at once: one that has to wait for a member's row holds up only some doors. */
export const lineCount = 3

/**
 * Stores swipes, durable when what it returns resolves. Those that come while a statement is under way share the next
 * one, so a rush of them costs little more than one.
 */
export const createSwipeStore = (services: Services): ((swipe: StoredSwipe) => Promise<void>) => {
  const ctx = systemCtx(services)
  const storeAll = async (swipes: readonly StoredSwipe[]) => {
    const [only] = swipes
    await recordOne(ctx, only && swipes.length === 1 ? storeSwipe(only) : storeSwipes(columnsOf(swipes)))
    return swipes
  }
  const storeAlone = async (swipe: StoredSwipe) => void (await recordOne(ctx, storeSwipe(swipe)))
  const lines = Array.from({ length: lineCount }, () => coalesceCalls(storeAll))
  return async (swipe) => {
    const storeWithOthers = lines[swipe.deviceId % lineCount] ?? storeAlone
    try {
      await storeWithOthers(swipe)
    } catch (error) {
      if (!isRefused(error)) throw error
      // Another one may be what was wrong.
      await storeAlone(swipe)
    }
  }
}
