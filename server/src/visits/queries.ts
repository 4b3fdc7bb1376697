import type { Permission } from '@spacekeeper/contract/route.ts'
import type { LastSeen, Visit } from '@spacekeeper/contract/visits.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'

/** Lists never hold more people than this; a space that does is not one room any more. */
const maxListed = 500

const openVisit = selectOnce((db, given: { memberId: number }) =>
  db.selectFrom('visits').selectAll().where('member_id', '=', given.memberId).where('signed_out_at', 'is', null),
)

export const findOpenVisit = async (ctx: Ctx, memberId: number): Promise<Visit | null> => {
  const row = await openVisit.first(ctx, { memberId })
  if (!row) return null
  return {
    id: row.id,
    user_id: row.member_id,
    signin_date: row.signed_in_at.toISOString(),
    signout_date: null,
    guests: row.guests,
  }
}

/** How many are on site, whoever they are: no more than anybody sees who stands in the room. */
export const countOnSite = async (ctx: Ctx): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('visits')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('signed_out_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Who looks at a list: staff who look after members see those who are hidden too, and everybody sees himself. */
export type Viewer = { id: number; permissions: readonly Permission[] }

const seesHidden = ({ permissions }: Viewer) => permissions.includes('members')

/** Who is on site, latest first. */
export const listOnSite = async (ctx: Ctx, viewer: Viewer) => {
  const rows = await ctx.db
    .selectFrom('visits')
    .innerJoin('members', 'members.id', 'visits.member_id')
    .select(['members.first_name', 'members.last_name', 'members.is_hidden_from_members'])
    .select(['visits.signed_in_at', 'visits.guests'])
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .where('visits.signed_out_at', 'is', null)
    .$if(!seesHidden(viewer), (query) =>
      query.where((is) => is.or([is('members.is_hidden_from_members', '=', false), is('members.id', '=', viewer.id)])),
    )
    .orderBy('visits.signed_in_at', 'desc')
    .orderBy('visits.id', 'desc')
    .limit(maxListed)
    .execute()
  return {
    count: rows[0]?.total ?? 0,
    people: rows.map((row) => ({
      name: `${row.first_name} ${row.last_name}`,
      since: row.signed_in_at.toISOString(),
      guests: row.guests.length,
      isHidden: row.is_hidden_from_members,
    })),
  }
}

const likePattern = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** When active members were last noticed on site, newest first; those never seen come last, by name. */
export const listLastSeen = async (
  ctx: Ctx,
  input: { viewer: Viewer; text: string; limit: number },
): Promise<LastSeen[]> => {
  const { viewer, limit } = input
  const text = input.text.trim()
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', 'first_name', 'last_name', 'last_seen_at', 'is_hidden_from_members'])
    .where('state', '=', 'active')
    .$if(!seesHidden(viewer), (query) =>
      query.where((is) => is.or([is('is_hidden_from_members', '=', false), is('id', '=', viewer.id)])),
    )
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`lower(first_name || ' ' || last_name) like ${likePattern(text)}`),
    )
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    user: `${row.first_name} ${row.last_name}`,
    never: row.last_seen_at === null,
    ...(row.last_seen_at && { date: row.last_seen_at.toISOString() }),
    isHidden: row.is_hidden_from_members,
  }))
}
