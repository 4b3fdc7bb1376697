import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { chatNameOf } from '#platform/chat/chat-name.ts'

/** What chats call these members. */
export const listChatNames = async (ctx: Ctx, memberIds: readonly number[]): Promise<Map<number, string>> => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', 'screen_name', 'is_hidden_from_members'])
    .where('id', '=', sql<number>`any(${[...new Set(memberIds)]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, chatNameOf(row)]))
}
