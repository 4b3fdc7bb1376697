import type { Refusal, SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { recordOne } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { findCardFacts } from './queries.ts'
import { refusalOfSwipe } from './rules.ts'

export type RecordedSwipe = { memberId: number | null; refusal: Refusal | null }

type Swiped = {
  deviceId: number
  memberId: number | null
  card: string | null
  outcome: SwipeOutcome
  refusal: Refusal | null
  now: Date
}

/** Keeps what a card did at a device, and that its owner was there. */
export const storeSwipe = compileOnce(
  (_db, { deviceId, memberId, card, outcome, refusal, now }: Swiped) =>
    sql`with seen as (
      update members set last_seen_at = ${now} where id = ${memberId} and (last_seen_at is null or last_seen_at < ${now})
    )
    insert into swipes (device_id, member_id, card_number, outcome, refusal, swiped_at)
    values (${deviceId}, ${memberId}, ${card}, ${outcome}, ${refusal}, ${now})`,
)

/** Stores what a door did with a card, and that its owner was here; durable when this resolves. */
export const recordSwipe = async (
  ctx: Ctx,
  input: { deviceId: number; card: string | null; outcome: SwipeOutcome },
): Promise<RecordedSwipe> => {
  const { deviceId, card, outcome } = input
  const facts = card === null ? null : await findCardFacts(ctx, { deviceId, card })
  const refusal = refusalOfSwipe({ outcome, card, facts })
  const memberId = facts?.memberId ?? null
  await recordOne(ctx, storeSwipe({ deviceId, memberId, card, outcome, refusal, now: ctx.now() }))
  return { memberId, refusal }
}
