import type { Card } from '@spacekeeper/contract/cards.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { getMember } from './queries.ts'

const most = 200

/** Those that work first, then those that ended, the newest before the older. */
export const listCards = async (ctx: Ctx, memberId: number): Promise<{ cards: Card[] }> => {
  await getMember(ctx, memberId)
  const rows = await ctx.db
    .selectFrom('cards')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy(sql`state <> 'active'`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return {
    cards: rows.map((row) => ({
      id: row.id,
      number: row.number,
      label: row.label,
      state: row.state,
      addedAt: row.added_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  }
}
