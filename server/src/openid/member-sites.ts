import type { OwnSite } from '@spacekeeper/contract/openid/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { withdraw } from './logins.ts'
import { knownScopes } from './rules.ts'

const mostSites = 200

/** Where the caller is logged in with the account here, and what those sites may learn. */
export const listOwnSites = async (ctx: Ctx): Promise<OwnSite[]> => {
  const rows = await ctx.db
    .selectFrom('openid_logins as l')
    .innerJoin('openid_clients as c', 'c.id', 'l.client_id')
    .select(columns('c.id as siteId, c.name, c.address, l.scopes, l.consented_at, l.logged_in_at, l.last_used_at'))
    .select('l.ended_at as endedAt')
    .where('l.member_id', '=', memberOf(ctx).id)
    .orderBy(sql`lower(c.name)`)
    .limit(mostSites)
    .execute()
  return rows.map(({ endedAt, ...row }) => ({
    ...withTimes({ ...row, loggedInAt: endedAt === null ? row.loggedInAt : null }),
    scopes: knownScopes(row.scopes),
  }))
}

/** Ends the caller's login at a site; it is asked again before the site learns anything more. */
export const withdrawOwn = (ctx: Ctx, siteId: number): Promise<void> =>
  withdraw(ctx, { memberId: memberOf(ctx).id, siteId })
