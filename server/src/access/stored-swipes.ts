import type { Refusal, SwipeOutcome } from '@spacekeeper/contract/access/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { coalesceCalls } from '#platform/coalesce-runs.ts'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { recordOne } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { isCard, isNewSpelling, withPlainIfAny } from './card-forms.ts'
import { seenUpdate, seenUpdates } from './last-seen.ts'

export type StoredSwipe = {
  deviceId: number
  memberId: number | null
  card: string | null
  outcome: SwipeOutcome
  refusal: Refusal | null
  now: Date
}

/** Stores what a card did at a device, and that its owner was there, in one statement. */
export const storeSwipe = compileOnce(
  (_db, { deviceId, memberId, card, outcome, refusal, now }: StoredSwipe) =>
    sql`with seen as (${seenUpdate({ memberId, at: now })})
    insert into swipes (device_id, member_id, card_number, outcome, refusal, swiped_at, is_despite_lockout)
    values (
      ${deviceId}, ${memberId}, ${card}, ${outcome}, ${refusal}, ${now},
      (select is_locked_out and ${outcome} = 'granted' from devices where id = ${deviceId})
    )`,
)

/** A door's answer to a card, whose owner is found where it is stored. */
export type CardSwipe = Omit<StoredSwipe, 'memberId'> & {
  /** The member the reason was found for: the refusal stays theirs if another has the card by now. Null without one. */
  refusedMemberId: number | null
}

export type StoredCard = {
  /** Null for a card that belongs to no member, or no more to the one whose refusal it is. */
  memberId: number | null
  /** The card, where the door wrote its number in a new way. */
  newlySpelledId: number | null
}

type FoundSwipe = CardSwipe & { plain: string | null }

/**
 * The member whose card this is. Empty when it works for none, or when a moment ago it was refused because it worked for
 * none or for another one.
 */
const selectHolder = (given: Record<'card' | 'plain' | 'refusal' | 'refusedMemberId', RawBuilder<unknown>>) =>
  sql`select c.member_id, case when ${isNewSpelling(given.card)} then c.id end as newly_spelled_id from cards c
    where ${isCard(given)} and c.state = 'active' and ${given.refusal} is distinct from 'unknownCard'
      and (${given.refusedMemberId} is null or c.member_id = ${given.refusedMemberId}) limit 1`

const asText = (value: string | null) => sql`${value}::text`
const asId = (value: number | null) => sql`${value}::int`

const storedCard = sql`member_id as "memberId", newly_spelled_id as "newlySpelledId"`

/** The same for a card, whose owner is found in the same statement, because doors wait for it. */
const storeCardSwipe = compileOnce(
  (_db, { deviceId, card, plain, outcome, refusal, refusedMemberId, now }: FoundSwipe) =>
    sql<StoredCard>`with holder as (${selectHolder({
      card: asText(card),
      plain: asText(plain),
      refusal: asText(refusal),
      refusedMemberId: asId(refusedMemberId),
    })}),
    seen as (${seenUpdate({ memberId: sql`(select member_id from holder)`, at: now })}),
    stored as (
      insert into swipes (device_id, member_id, card_number, outcome, refusal, swiped_at, is_despite_lockout)
      values (
        ${deviceId}, coalesce(${asId(refusedMemberId)}, (select member_id from holder)), ${card}, ${outcome}, ${refusal}, ${now},
        (select is_locked_out and ${outcome} = 'granted' from devices where id = ${deviceId})
      )
    )
    select ${storedCard} from holder`,
)

type SwipeColumns<T> = { [Column in keyof T]: readonly T[Column][] }

/** The same for many. */
const storeCardSwipes = compileOnce(
  (_db, { deviceId, card, plain, outcome, refusal, refusedMemberId, now }: SwipeColumns<FoundSwipe>) =>
    sql<StoredCard>`with given as (
      select * from unnest(${deviceId}::int[], ${card}::text[], ${plain}::text[], ${outcome}::text[],
        ${refusal}::text[], ${refusedMemberId}::int[], ${now}::timestamptz[])
        with ordinality as g (device_id, card_number, plain, outcome, refusal, refused_member_id, swiped_at, place)
      left join lateral (${selectHolder({
        card: sql.ref('g.card_number'),
        plain: sql.ref('g.plain'),
        refusal: sql.ref('g.refusal'),
        refusedMemberId: sql.ref('g.refused_member_id'),
      })}) h on true
    ), seen as (${seenUpdates(sql`select member_id, swiped_at from given`)}),
    stored as (
      insert into swipes (device_id, member_id, card_number, outcome, refusal, swiped_at, is_despite_lockout)
      select g.device_id, coalesce(g.refused_member_id, g.member_id), g.card_number, g.outcome, g.refusal, g.swiped_at,
        (select d.is_locked_out and g.outcome = 'granted' from devices d where d.id = g.device_id)
      from given g order by g.place
    )
    select ${storedCard} from given order by place`,
)

const columnsOf = (swipes: readonly FoundSwipe[]): SwipeColumns<FoundSwipe> => ({
  deviceId: swipes.map((swipe) => swipe.deviceId),
  card: swipes.map((swipe) => swipe.card),
  plain: swipes.map((swipe) => swipe.plain),
  outcome: swipes.map((swipe) => swipe.outcome),
  refusal: swipes.map((swipe) => swipe.refusal),
  refusedMemberId: swipes.map((swipe) => swipe.refusedMemberId),
  now: swipes.map((swipe) => swipe.now),
})

const noCard: StoredCard = { memberId: null, newlySpelledId: null }

/** The database said no, and kept nothing. A connection that broke says neither. */
const isRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR'

/** So many statements are under way at once: one that has to wait for a member's row holds up only some doors. */
export const lineCount = 3

/**
 * Stores swipes, durable when what it returns resolves. Those that come while a statement is under way share the next
 * one, so a rush of them costs little more than one.
 */
export const createSwipeStore = (services: Services): ((swipe: CardSwipe) => Promise<StoredCard>) => {
  const ctx = systemCtx(services)
  const storeAlone = async (swipe: CardSwipe): Promise<StoredCard> =>
    (await recordOne(ctx, storeCardSwipe(withPlainIfAny(swipe))))[0] ?? noCard
  const storeAll = async (swipes: readonly CardSwipe[]) => {
    const [only] = swipes
    if (only && swipes.length === 1) return [await storeAlone(only)]
    return recordOne(ctx, storeCardSwipes(columnsOf(swipes.map(withPlainIfAny))))
  }
  const lines = Array.from({ length: lineCount }, () => coalesceCalls(storeAll))
  return async (swipe) => {
    const storeWithOthers = lines[swipe.deviceId % lineCount] ?? storeAlone
    try {
      return await storeWithOthers(swipe)
    } catch (error) {
      if (!isRefused(error)) throw error
      // Another one may be what was wrong.
      return storeAlone(swipe)
    }
  }
}
