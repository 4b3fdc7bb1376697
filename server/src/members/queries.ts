import type { MemberSummary, Profile } from '@spacekeeper/contract/members.ts'
import { MemberState, SubscriptionState } from '@spacekeeper/contract/members.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { matchText } from './match-text.ts'
import { grantedPermissions, type Office } from './rules.ts'
import { countryCodeOf, formatPhone } from '#platform/sms/phone-numbers.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

const profileRow = selectOnce((db, given: { memberId: number }) =>
  db
    .selectFrom('members')
    .leftJoin('balances', 'balances.member_id', 'members.id')
    .selectAll('members')
    .select(['balances.balance_cents', 'balances.last_purchase_at'])
    .select((is) =>
      is
        .selectFrom('cards')
        .select('number')
        .whereRef('cards.member_id', '=', 'members.id')
        .where('state', '=', 'active')
        .orderBy('id', 'desc')
        .limit(1)
        .as('card_number'),
    )
    .where('members.id', '=', given.memberId),
)

type ProfileRow = NonNullable<Awaited<ReturnType<typeof profileRow.first>>>

/** In currency units. */
const balanceOf = (row: ProfileRow) => ({
  balance: (row.balance_cents ?? 0) / 100,
  lastPurchase: iso(row.last_purchase_at),
})

/** The profile as existing clients read it, beside the specification's names for the same facts. */
const legacyNames = (row: ProfileRow, office: Office) => ({
  fullName: `${row.first_name} ${row.last_name}`,
  firstName: row.first_name,
  lastName: row.last_name,
  memberStatus: MemberState.parse(row.state),
  profileUpdateRequired: row.profile_update_required,
  financial: {
    memberBucks: { ...balanceOf(row), savedCard: { last4: '', expiry: '' } },
    membershipPlan: null,
    membershipTier: null,
    subscriptionState: SubscriptionState.parse(row.subscription_status),
  },
  permissions: { staff: office.isAdmin },
  staffPermissions: [...office.permissions],
})

const asProfile = (row: ProfileRow, { office, countryCode }: { office: Office; countryCode: string }): Profile => ({
  id: row.id,
  admin: office.isAdmin,
  email: row.email,
  excludeFromEmailExport: row.exclude_from_email_export,
  registrationDate: row.registered_at.toISOString(),
  lastUpdatedProfile: iso(row.profile_updated_at),
  firstJoined: (row.first_joined_at ?? row.registered_at).toISOString(),
  screenName: row.screen_name,
  name: { first: row.first_name, last: row.last_name, full: `${row.first_name} ${row.last_name}` },
  phone: formatPhone(row.phone, countryCode),
  state: MemberState.parse(row.state),
  suspension: row.suspended_at && { since: row.suspended_at.toISOString(), reason: row.suspension_reason ?? '' },
  vehicleRegistrationPlate: row.vehicle_registration_plate,
  rfid: row.card_number,
  memberBucks: balanceOf(row),
  updateProfileRequired: row.profile_update_required,
  lastSeen: iso(row.last_seen_at),
  lastInduction: iso(row.last_induction_at),
  stripe: { cardExpiry: '', last4: '' },
  subscriptionStatus: SubscriptionState.parse(row.subscription_status),
  isHiddenFromMembers: row.is_hidden_from_members,
  ...legacyNames(row, office),
})

/** The caller's own. His office is that of his session: at a kiosk there is none. */
export const getProfile = async (ctx: Ctx): Promise<Profile> => {
  const { id, isAdmin, permissions } = memberOf(ctx)
  const row = await profileRow.first(ctx, { memberId: id })
  if (!row) throw new AppError('notFound')
  return asProfile(row, { office: { isAdmin, permissions }, countryCode: await countryCodeOf(ctx) })
}

const summaryColumns = [
  'id',
  'first_name',
  'last_name',
  'screen_name',
  'email',
  'state',
  'suspended_at',
  'is_admin',
  'permissions',
  'last_seen_at',
] as const

type SummaryRow = {
  id: number
  first_name: string
  last_name: string
  screen_name: string
  email: string
  state: string
  suspended_at: Date | null
  is_admin: boolean
  permissions: string[]
  last_seen_at: Date | null
}

const asSummary = (row: SummaryRow): MemberSummary => ({
  id: row.id,
  fullName: `${row.first_name} ${row.last_name}`,
  screenName: row.screen_name,
  email: row.email,
  state: MemberState.parse(row.state),
  isSuspended: row.suspended_at !== null,
  isAdmin: row.is_admin,
  permissions: grantedPermissions(row),
  lastSeen: iso(row.last_seen_at),
})

export const findMember = async (ctx: Ctx, memberId: number): Promise<MemberSummary | null> => {
  const row = await ctx.db
    .selectFrom('members')
    .select([...summaryColumns, 'closed_at'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (row?.closed_at) throw new AppError('memberClosed')
  return row ? asSummary(row) : null
}

export const getMember = async (ctx: Ctx, memberId: number): Promise<MemberSummary> => {
  const member = await findMember(ctx, memberId)
  if (!member) throw new AppError('notFound')
  return member
}

/** Members whose name, screen name, e-mail, card or phone number contains the text. */
export const searchMembers = async (ctx: Ctx, input: { text: string; offset: number; limit: number }) => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(summaryColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('closed_at', 'is', null)
    .where(matchText(input.text))
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .offset(input.offset)
    .limit(input.limit)
    .execute()
  return { members: rows.map(asSummary), total: rows[0]?.total ?? 0 }
}
