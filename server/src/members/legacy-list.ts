import type { ListedMember } from '@spacekeeper/contract/members/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { fullName } from '#platform/shown-name.ts'
import { isKept } from './filters.ts'
import { newestCard, mostMembers } from './list.ts'
import { savedCard } from './saved-card.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `MM/DD/YYYY, HH:MM:SS` in UTC, as existing clients read dates here. */
export const legacyDate = (at: Date): string =>
  `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}, ` +
  `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`

/** All members as existing clients read them, or only the one with exactly this screen name. */
export const listAllMembers = async (ctx: Ctx, input: { screenName?: string | undefined }): Promise<ListedMember[]> => {
  const { screenName } = input
  const rows = await ctx.db
    .selectFrom('members')
    .leftJoin('balances', 'balances.member_id', 'members.id')
    .leftJoin('stripe_payment_methods as saved', 'saved.member_id', 'members.id')
    .selectAll('members')
    .select(['balances.balance_cents', 'balances.last_purchase_at', newestCard.as('card')])
    .select(['saved.last4', 'saved.exp_month', 'saved.exp_year'])
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
    name: { first: row.first_name, last: row.last_name, full: fullName(row) },
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
    stripe: { cardExpiry: savedCard(row).expiry, last4: savedCard(row).last4 },
    subscriptionStatus: row.subscription_status,
  }))
}
