import type { Selection } from '@spacekeeper/contract/rosters.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { matchSelection } from '../rosters/match-filter.ts'

type Wish = { selection: Selection; concernsMembership: boolean }

/** Which rows of `members` are written to: of those selected, whose address is his own and who did not ask to be left out. */
export const matchRecipients = (wish: Wish, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${matchSelection(wish.selection, now)} and members.email_verified_at is not null
    and (${wish.concernsMembership}::boolean or not members.exclude_from_email_export))`

/** Everybody selected, by name, with what decides whether he is written to. */
export const listRecipients = (ctx: Ctx, wish: Wish) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'exclude_from_email_export as isExcluded'])
    .select([
      sql<boolean>`email_verified_at is not null`.as('isVerified'),
      matchRecipients(wish, ctx.now()).as('isRecipient'),
    ])
    .where(matchSelection(wish.selection, ctx.now()))
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .limit(50_000)
    .execute()
