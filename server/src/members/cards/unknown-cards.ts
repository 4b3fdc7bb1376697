import { CardNumber, plainCard } from '@spacekeeper/contract/card-numbers.ts'
import type { UnknownCard } from '@spacekeeper/contract/members/shapes.ts'
import { claimMinutes } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { isOffline } from '../../devices/rules.ts'
import { explainClash } from '../clashes.ts'
import { type EndedCard, giveCard } from './given-cards.ts'

/** Spaces have dozens of doors; the bound is for safety. */
const mostDoors = 500

const shownDigits = 4

/** So many of the newest at a door are looked through for one that has no owner by now. */
const mostSwipes = 20

type UnassignedSwipe = { device_id: number; id: number; swiped_at: Date; card_number: string }

/** Which of these cards belong to a member by now, in their plain form. */
const findAssigned = async (ctx: Ctx, swipes: readonly UnassignedSwipe[]): Promise<Set<string>> => {
  const plain = swipes.map((swipe) => plainCard(swipe.card_number))
  const rows = await ctx.db
    .selectFrom('cards')
    .select('plain_number')
    .where('plain_number', '=', sql<string>`any(${plain}::text[])`)
    .where('state', '=', 'active')
    .execute()
  return new Set(rows.map((row) => row.plain_number))
}

/** The last unassigned card at each door, by the door, of those that can still be claimed. */
const findUnassigned = async (ctx: Ctx): Promise<Map<number, UnassignedSwipe>> => {
  const since = new Date(ctx.now().getTime() - claimMinutes * 60_000)
  const newest = sql<UnassignedSwipe>`
    select s.device_id, s.id::int, s.swiped_at, s.card_number from devices d cross join lateral (
      select * from swipes where device_id = d.id and member_id is null and card_number is not null
      order by id desc limit ${mostSwipes}) s
    where d.kind = 'door' and d.removed_at is null and s.swiped_at >= ${since} order by s.id`
  const swipes = await readRows(ctx, newest)
  const assigned = await findAssigned(ctx, swipes)
  const unassigned = swipes.filter((swipe) => !assigned.has(plainCard(swipe.card_number)))
  return new Map(unassigned.map((swipe) => [swipe.device_id, swipe]))
}

/** Every door, by name, with the last unassigned card held to it that can still be claimed. */
export const listUnknownCards = async (ctx: Ctx): Promise<{ doors: UnknownCard[] }> => {
  const [doors, swipes] = await Promise.all([
    ctx.db
      .selectFrom('devices')
      .select(['id', 'name', 'last_seen_at'])
      .where('kind', '=', 'door')
      .where('removed_at', 'is', null)
      .orderBy(sql`lower(name)`)
      .limit(mostDoors)
      .execute(),
    findUnassigned(ctx),
  ])
  return {
    doors: doors.map(({ id, name, last_seen_at }) => {
      const swipe = swipes.get(id)
      const shown = swipe && {
        id: swipe.id,
        at: swipe.swiped_at.toISOString(),
        ending: swipe.card_number.slice(-shownDigits),
      }
      return { deviceId: id, name, isOffline: isOffline(last_seen_at, ctx.now()), swipe: shown ?? null }
    }),
  }
}

type CardClaim = { memberId: number; swipeId: number; label: string; replaces?: EndedCard | undefined }

const findSwipe = async (ctx: Ctx, swipeId: number) => {
  const swipe = await ctx.db
    .selectFrom('swipes')
    .select(['card_number', 'device_id', 'swiped_at'])
    .where('id', '=', swipeId)
    .where('member_id', 'is', null)
    .where('card_number', 'is not', null)
    .executeTakeFirst()
  if (!swipe) throw new AppError('notFound')
  if (ctx.now().getTime() - swipe.swiped_at.getTime() > claimMinutes * 60_000) throw new AppError('swipeTooOld')
  const number = CardNumber.safeParse(swipe.card_number)
  if (!number.success) throw badField('swipeId', 'The number of this card cannot be read.')
  return { number: number.data, deviceId: swipe.device_id }
}

/**
 * Gives a member the unassigned card of a swipe. When two claim it at once, the database decides and the second is
 * told who has it.
 */
export const claimCard = async (ctx: Ctx, input: CardClaim): Promise<void> => {
  const { number, deviceId } = await findSwipe(ctx, input.swipeId)
  const data = { swipeId: input.swipeId, deviceId }
  await explainClash(ctx, {
    wanted: { card: number },
    run: () => change(ctx, 'card.added', (work) => giveCard(work, { ...input, number, data })),
  })
}
