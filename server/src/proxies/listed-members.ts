import type { OfferedMember } from '@spacekeeper/contract/proxies/shapes.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { matchWords, searchText } from '#platform/db/search-words.ts'
import { isShownMember } from '../access/hidden.ts'
import { namesFor } from '../access/names.ts'
import { opensMembers } from '../access/rules.ts'
import { letterName } from './parties.ts'

type ListedQuestion = { viewer: { id: number; permissions: readonly Permission[] }; text: string; limit: number }

/** Active members by the names the viewer reads, found and sorted by them. */
export const listMembersForMembers = async (
  ctx: Ctx,
  { viewer, text, limit }: ListedQuestion,
): Promise<OfferedMember[]> => {
  const names = await namesFor(ctx, viewer)
  const name = names.inQuery('members')
  const typed = text.trim()
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', name.as('name'), 'screen_name', 'first_name', 'last_name'])
    .where('state', '=', 'active')
    .where(isShownMember('members', { id: viewer.id, seesHidden: viewer.permissions.includes('members') }))
    .$if(typed !== '', (query) => query.where(matchWords(searchText(sql`${name}`), typed)))
    .orderBy(sql`lower(${name})`)
    .orderBy('id')
    .limit(limit)
    .execute()
  const readsFullNames = opensMembers(viewer)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    screenName: row.screen_name,
    letterName: readsFullNames ? letterName(row) : row.name,
  }))
}
