import type { Visit } from '@spacekeeper/contract/visits.ts'
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

/** Who is on site, latest first. */
export const listOnSite = async (ctx: Ctx) => {
  const rows = await ctx.db
    .selectFrom('visits')
    .innerJoin('members', 'members.id', 'visits.member_id')
    .select(['members.first_name', 'members.last_name', 'visits.signed_in_at', 'visits.guests'])
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .where('visits.signed_out_at', 'is', null)
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
    })),
  }
}
