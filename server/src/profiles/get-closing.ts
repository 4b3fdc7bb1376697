import type { Closing } from '@spacekeeper/contract/profiles.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'

/** What becomes of what, if the caller closes his account now. */
export const getClosing = async (ctx: Ctx): Promise<Closing> => {
  const row = await ctx.db
    .selectFrom('members as m')
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['m.suspended_at', 'b.balance_cents'])
    .select([
      sql<number>`(select count(*)::int from cards c where c.member_id = m.id and c.state = 'active')`.as('cards'),
      sql<number>`(select count(*)::int from grants g join devices d on d.id = g.device_id
        where g.member_id = m.id and d.removed_at is null)`.as('devices'),
      sql<boolean>`exists (select from visits v where v.member_id = m.id and v.signed_out_at is null)`.as('is_on_site'),
      sql<boolean>`m.is_admin and not exists (select from members o where o.is_admin and o.id <> m.id
        and o.email_verified_at is not null and o.suspended_at is null)`.as('is_last_administrator'),
    ])
    .where('m.id', '=', memberOf(ctx).id)
    .executeTakeFirstOrThrow()
  return {
    cards: row.cards,
    devices: row.devices,
    isOnSite: row.is_on_site,
    balanceCents: row.balance_cents ?? 0,
    isSuspended: row.suspended_at !== null,
    isLastAdministrator: row.is_last_administrator,
  }
}
