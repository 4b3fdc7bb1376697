import { Text } from '@spacekeeper/contract/fields.ts'
import type { UnknownCard } from '@spacekeeper/contract/members/shapes.ts'
import { claimMinutes } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { isOffline } from '../devices/rules.ts'
import { explainClash } from './clashes.ts'
import { type EndedCard, giveCard } from './given-cards.ts'

/** Spaces have dozens of doors; the bound is for safety. */
const mostDoors = 500

const shownDigits = 4

/** Every door, by name, with the last unassigned card held to it that can still be claimed. */
export const listUnknownCards = async (ctx: Ctx): Promise<{ doors: UnknownCard[] }> => {
  const since = new Date(ctx.now().getTime() - claimMinutes * 60_000)
  const rows = await ctx.db
    .selectFrom('devices as d')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('swipes')
          .select(['swipes.id', 'swipes.swiped_at', 'swipes.card_number'])
          .whereRef('swipes.device_id', '=', 'd.id')
          .where('swipes.member_id', 'is', null)
          .where('swipes.card_number', 'is not', null)
          .where(sql<boolean>`not exists (
            select from cards c where c.number = swipes.card_number and c.state = 'active')`)
          .orderBy('swipes.id', 'desc')
          .limit(1)
          .as('s'),
      (on) => on.onTrue(),
    )
    .select(['d.id', 'd.name', 'd.last_seen_at', 's.id as swipe_id', 's.swiped_at', 's.card_number'])
    .where('d.kind', '=', 'door')
    .where('d.removed_at', 'is', null)
    .orderBy(sql`lower(d.name)`)
    .limit(mostDoors)
    .execute()
  return {
    doors: rows.map((row) => ({
      deviceId: row.id,
      name: row.name,
      isOffline: isOffline(row.last_seen_at, ctx.now()),
      swipe:
        row.swipe_id === null || row.swiped_at === null || row.swiped_at < since
          ? null
          : { id: row.swipe_id, at: row.swiped_at.toISOString(), ending: row.card_number?.slice(-shownDigits) ?? '' },
    })),
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
  const number = Text(50).safeParse(swipe.card_number?.trim())
  if (!number.success || number.data === '') throw badField('swipeId', 'The number of this card cannot be read.')
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
