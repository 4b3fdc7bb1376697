import {
  type Refusal,
  type SwipeOutcome,
  type RefusedSwipe,
  StoredRefusal,
} from '@spacekeeper/contract/access/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { recordOne, type Tx } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { AppError } from '#platform/http/app-error.ts'
import { findCardFacts } from './card-facts.ts'
import { seen, seenUpdate } from './last-seen.ts'
import { outcomeOf, refusalOfSwipe } from './rules.ts'

export type RecordedSwipe = { memberId: number | null; refusal: Refusal | null }

type StoredSwipe = {
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

/** Stores that a member was let in from a screen, where there is no card; the id is for `refuseStoredSwipe`. */
export const createSwipe = async (
  tx: Tx,
  input: { deviceId: number; memberId: number; now: Date },
): Promise<number> => {
  const { deviceId, memberId, now } = input
  const { id } = await tx
    .insertInto('swipes')
    .values({ device_id: deviceId, member_id: memberId, outcome: 'granted', swiped_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await seen(tx, { memberId, at: now })
  return id
}

/** A swipe says what happened: a door that did not answer did not open. */
export const refuseStoredSwipe = async (tx: Tx, input: { swipeId: number; refusal: Refusal }): Promise<void> => {
  const { swipeId, refusal } = input
  await tx
    .updateTable('swipes')
    .set({ outcome: outcomeOf(refusal), refusal })
    .where('id', '=', swipeId)
    .execute()
}

/** Stores what a door did with a card, and that its owner was there; durable when this resolves. */
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

/** So many of the newest swipes are searched for refusals. */
const mostSearched = 500

const mostRefusals = 10

const checkMember = async (ctx: Ctx, memberId: number) => {
  const member = await ctx.db.selectFrom('members').select('closed_at').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  if (member.closed_at !== null) throw new AppError('memberClosed')
}

/** Why doors refused a member lately, newest first. */
export const listRefusals = async (ctx: Ctx, memberId: number): Promise<{ refusals: RefusedSwipe[] }> => {
  await checkMember(ctx, memberId)
  const rows = await ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('swipes')
        .select(['id', 'device_id', 'refusal', 'swiped_at'])
        .where('member_id', '=', memberId)
        .orderBy('id', 'desc')
        .limit(mostSearched)
        .as('s'),
    )
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select(['s.id', 'd.name', 's.swiped_at', 's.refusal'])
    .where('s.refusal', 'is not', null)
    .orderBy('s.id', 'desc')
    .limit(mostRefusals)
    .execute()
  return {
    refusals: rows.flatMap(({ id, name, swiped_at: at, refusal: stored }) => {
      const refusal = StoredRefusal.parse(stored)
      return refusal === null ? [] : [{ id, name, date: at.toISOString(), refusal }]
    }),
  }
}
