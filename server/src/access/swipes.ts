import {
  type Refusal,
  type SwipeOutcome,
  type RefusedSwipe,
  StoredRefusal,
} from '@spacekeeper/contract/access/shapes.ts'
import type { Ctx, Services } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { findCardFacts } from './card-facts.ts'
import { seen } from './last-seen.ts'
import { swipeOutcomeOf, refusalOfSwipe } from './rules.ts'
import { createSwipeStore, type StoredCard } from './stored-swipes.ts'

export type RecordedSwipe = StoredCard & { refusal: Refusal | null }

/** Stores that a member was let in from a screen, where there is no card; the id is for `refuseStoredSwipe`. */
export const createSwipe = async (work: Work, input: { deviceId: number; memberId: number }): Promise<number> => {
  const { deviceId, memberId } = input
  const { id } = await work.tx
    .insertInto('swipes')
    .values({ device_id: deviceId, member_id: memberId, outcome: 'granted', swiped_at: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await seen(work, { memberId, at: work.now })
  return id
}

/** A swipe says what happened: a door that did not answer did not open. */
export const refuseStoredSwipe = async ({ tx }: Work, input: { swipeId: number; refusal: Refusal }): Promise<void> => {
  const { swipeId, refusal } = input
  await tx
    .updateTable('swipes')
    .set({ outcome: swipeOutcomeOf(refusal), refusal })
    .where('id', '=', swipeId)
    .execute()
}

/** Stores what doors did with cards, and that their owners were there; durable when it resolves. */
export const swipeRecorder = (services: Services) => {
  const store = createSwipeStore(services)
  return async (
    ctx: Ctx,
    input: { deviceId: number; card: string | null; outcome: SwipeOutcome },
  ): Promise<RecordedSwipe> => {
    const { deviceId, card, outcome } = input
    // Only a refusal has a reason to be found.
    const facts = card !== null && outcome === 'refused' ? await findCardFacts(ctx, { deviceId, card }) : null
    const refusal = refusalOfSwipe({ outcome, card, facts })
    const refusedMemberId = facts?.memberId ?? null
    return { ...(await store({ deviceId, card, outcome, refusal, refusedMemberId, now: ctx.now() })), refusal }
  }
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
