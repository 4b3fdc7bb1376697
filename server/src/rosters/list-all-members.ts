import type { ListedMember } from '@spacekeeper/contract/rosters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { isKept } from './match-filter.ts'
import { mostMembers } from './queries.ts'
import { legacyDate } from './rules.ts'
import { newestCard } from './sort-members.ts'

/** All members as existing clients read them, or only the one with exactly this screen name. */
export const listAllMembers = async (ctx: Ctx, input: { screenName?: string | undefined }): Promise<ListedMember[]> => {
  const { screenName } = input
  const rows = await ctx.db
    .selectFrom('members')
    .leftJoin('balances', 'balances.member_id', 'members.id')
    .selectAll('members')
    .select(['balances.balance_cents', 'balances.last_purchase_at', newestCard.as('card')])
    .where(isKept)
    .$if(screenName !== undefined, (query) => query.where(sql`screen_name`, '=', screenName ?? ''))
    .orderBy('members.id')
    .limit(mostMembers)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    admin: row.is_admin,
    email: row.email,
    excludeFromEmailExport: row.exclude_from_email_export,
    registrationDate: legacyDate(row.registered_at),
    lastUpdatedProfile: row.profile_updated_at && legacyDate(row.profile_updated_at),
    screenName: row.screen_name,
    name: { first: row.first_name, last: row.last_name, full: `${row.first_name} ${row.last_name}` },
    phone: row.phone,
    state: row.state,
    vehicleRegistrationPlate: row.vehicle_registration_plate,
    rfid: row.card,
    memberBucks: {
      balance: (row.balance_cents ?? 0) / 100,
      lastPurchase: row.last_purchase_at && legacyDate(row.last_purchase_at),
    },
    updateProfileRequired: row.profile_update_required,
    lastSeen: row.last_seen_at && legacyDate(row.last_seen_at),
    lastInduction: row.last_induction_at && legacyDate(row.last_induction_at),
    stripe: { cardExpiry: '', last4: '' },
    subscriptionStatus: row.subscription_status,
  }))
}
