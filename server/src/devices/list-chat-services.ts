import type { ChatService } from '@spacekeeper/contract/site.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'

type ChattyDevice = { name: string; services: ChatService[] }

/** The names of these devices, and where what happens at them may be said. What is hidden from members is said nowhere. */
export const listChatServices = async (ctx: Ctx, deviceIds: readonly number[]): Promise<Map<number, ChattyDevice>> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'posts_to_discord', 'posts_to_slack'])
    .where('id', '=', sql<number>`any(${deviceIds}::int[])`)
    .where('is_hidden', '=', false)
    .execute()
  return new Map(
    rows.map(({ id, name, posts_to_discord, posts_to_slack }) => {
      const services: ChatService[] = []
      if (posts_to_discord) services.push('discord')
      if (posts_to_slack) services.push('slack')
      return [id, { name, services }]
    }),
  )
}
