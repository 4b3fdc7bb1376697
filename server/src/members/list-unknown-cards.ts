import { claimMinutes, type UnknownCard } from '@spacekeeper/contract/cards.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { isOffline } from '../devices/rules.ts'

/** Spaces have dozens of doors; the bound is for safety. */
const most = 500
const shownDigits = 4

/** Every door, by name, with the last card nobody has that was held to it within the time it can be claimed. */
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
    .limit(most)
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
