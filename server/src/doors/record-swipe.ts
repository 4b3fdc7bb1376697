import type { Refusal, SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { findCardFacts } from './queries.ts'
import { refusalOfSwipe } from './rules.ts'

export type RecordedSwipe = { memberId: number | null; refusal: Refusal | null }

/** Stores what a door did with a card, and that its owner was here; durable when this resolves. */
export const recordSwipe = async (
  ctx: Ctx,
  input: { deviceId: number; card: string | null; outcome: SwipeOutcome },
): Promise<RecordedSwipe> => {
  const { deviceId, card, outcome } = input
  const facts = card === null ? null : await findCardFacts(ctx, { deviceId, card })
  const refusal = refusalOfSwipe({ outcome, card, facts })
  const memberId = facts?.memberId ?? null
  const now = ctx.now()
  await record(ctx, async (tx) => {
    await sql`with seen as (
        update members set last_seen_at = ${now} where id = ${memberId} and (last_seen_at is null or last_seen_at < ${now})
      )
      insert into swipes (device_id, member_id, card_number, outcome, refusal, swiped_at)
      values (${deviceId}, ${memberId}, ${card}, ${outcome}, ${refusal}, ${now})`.execute(tx)
    return { result: undefined }
  })
  return { memberId, refusal }
}
