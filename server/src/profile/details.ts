import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { fieldsEditedBy } from '@spacekeeper/contract/members/forms.ts'
import { MemberState, SubscriptionState } from '@spacekeeper/contract/members/shapes.ts'
import type { NameChoice } from '@spacekeeper/contract/members/words.ts'
import type { Profile, ProfileChange } from '@spacekeeper/contract/profile/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { differencesOf } from '#platform/db/change-row.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { selectTogether } from '#platform/db/select-together.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { fullName, shownName } from '#platform/shown-name.ts'
import { formatPhone, countryCodeOf, phoneToStore } from '#platform/sms/phone-numbers.ts'
import { refuseTaken } from '../auth/accounts.ts'
import { columnsOf, fieldsOf } from '../members/fields.ts'
import { lockMember, nameNotices, storeDifferences } from '../members/member-row.ts'
import type { EffectivePermissions } from '../members/role-rules.ts'
import { savedCard } from '../members/saved-card.ts'
import { refuseLookalike } from '../members/screen-names.ts'
import { iso } from '../members/summaries.ts'
import { heldPlan } from '../plans/member-plan.ts'

const ownFields = fieldsEditedBy('member')

/** The columns that a profile shows, beside those of the fields its member may change. */
const shownColumns = [
  'id',
  'email',
  'exclude_from_email_export',
  'registered_at',
  'profile_updated_at',
  'first_joined_at',
  'first_name',
  'last_name',
  'screen_name',
  'name_choice',
  'phone',
  'state',
  'suspended_at',
  'suspension_reason',
  'inactive_by',
  'inactive_reason',
  'profile_update_required',
  'last_seen_at',
  'last_induction_at',
  'subscription_status',
  'is_hidden_from_members',
] as const

const profileColumns = [...new Set([...shownColumns, ...Object.values(columnsOf(ownFields))])].map(
  (column) => `members.${column}` as const,
)

const profileRow = selectTogether((db, anyId) =>
  db
    .selectFrom('members')
    .leftJoin('balances', 'balances.member_id', 'members.id')
    .leftJoin('stripe_payment_methods as saved', 'saved.member_id', 'members.id')
    .select(profileColumns)
    .select(['balances.balance_cents', 'balances.last_purchase_at', heldPlan.as('held_plan')])
    .select(sql<boolean>`members.password_hash is not null`.as('has_password'))
    .select(['saved.last4', 'saved.exp_month', 'saved.exp_year'])
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
    .where('members.id', '=', anyId),
)

type ProfileRow = NonNullable<Awaited<ReturnType<typeof profileRow.first>>>

/** In currency units. */
const balanceOf = (row: ProfileRow) => ({
  balance: (row.balance_cents ?? 0) / 100,
  lastPurchase: iso(row.last_purchase_at),
})

type CallerPermissions = EffectivePermissions & { needsStrongLogin?: true | undefined }

/** The profile as existing clients read it, beside the specification's names for the same facts. */
const legacyNames = (row: ProfileRow, office: CallerPermissions) => ({
  fullName: fullName(row),
  memberStatus: MemberState.parse(row.state),
  profileUpdateRequired: row.profile_update_required,
  financial: {
    memberBucks: { ...balanceOf(row), savedCard: savedCard(row) },
    membershipPlan: row.held_plan?.plan ?? null,
    membershipTier: row.held_plan?.tier ?? null,
    subscriptionState: SubscriptionState.parse(row.subscription_status),
  },
  permissions: { staff: office.isAdmin },
  staffPermissions: [...office.permissions],
  needsStrongLogin: office.needsStrongLogin === true,
  hasPassword: row.has_password,
})

const asProfile = (
  row: ProfileRow,
  { office, countryCode, byDefault }: { office: CallerPermissions; countryCode: string; byDefault: NameChoice },
): Profile => ({
  id: row.id,
  admin: office.isAdmin,
  email: row.email,
  excludeFromEmailExport: row.exclude_from_email_export,
  registrationDate: row.registered_at.toISOString(),
  lastUpdatedProfile: iso(row.profile_updated_at),
  ...fieldsOf(row, ownFields),
  firstJoined: (row.first_joined_at ?? row.registered_at).toISOString(),
  memberSince: iso(row.first_joined_at),
  shownName: shownName(row, byDefault),
  name: { first: row.first_name, last: row.last_name, full: fullName(row) },
  phone: formatPhone(row.phone, countryCode),
  state: MemberState.parse(row.state),
  suspension: row.suspended_at && { since: row.suspended_at.toISOString(), reason: row.suspension_reason ?? '' },
  inactivity: row.inactive_by && { by: row.inactive_by, reason: row.inactive_reason ?? '' },
  rfid: row.card_number,
  memberBucks: balanceOf(row),
  updateProfileRequired: row.profile_update_required,
  lastSeen: iso(row.last_seen_at),
  lastInduction: iso(row.last_induction_at),
  stripe: { cardExpiry: savedCard(row).expiry, last4: savedCard(row).last4 },
  subscriptionStatus: SubscriptionState.parse(row.subscription_status),
  isHiddenFromMembers: row.is_hidden_from_members,
  ...legacyNames(row, office),
})

/** The caller's own profile. Permissions are those of the session: at a kiosk there are none. */
export const getProfile = async (ctx: Ctx): Promise<Profile> => {
  const { id, isAdmin, permissions, needsStrongLogin } = memberOf(ctx)
  const row = await profileRow.first(ctx, id)
  if (!row) throw new AppError('notFound')
  const [countryCode, byDefault] = await Promise.all([countryCodeOf(ctx), ctx.settings.get('SHOWN_NAME')])
  return asProfile(row, { office: { isAdmin, permissions, needsStrongLogin }, countryCode, byDefault })
}

const isOtherEmail = (sent: ProfileChange, stored: { email: string }) =>
  sent.email !== undefined && plainEmail(sent.email) !== plainEmail(stored.email)

const emailObjection = { field: 'email', message: 'Your email address cannot be changed without your password.' }

/** Changes what the caller sent of their own details. Sending nothing new confirms that they are right. */
export const updateProfile = async (ctx: Ctx, sent: ProfileChange): Promise<void> => {
  const { id } = memberOf(ctx)
  // The address is only compared: it takes the password, and a confirmation by email.
  const { email: _, ...own } = sent
  const countryCode = await countryCodeOf(ctx)
  return refuseTaken(() =>
    change(ctx, 'profile.updated', async (work) => {
      const row = await lockMember(work, id)
      const phone = sent.phone && phoneToStore({ text: sent.phone, stored: row.phone, countryCode })
      if (phone === null) throw badField('phone', fieldMessages.phone)
      if (sent.phone === '' && row.phone !== '') throw badField('phone', fieldMessages.empty)
      const differences = differencesOf({ row, columns: columnsOf(ownFields), changes: { ...own, phone } })
      if (differences.screenName && own.screenName !== undefined)
        await refuseLookalike(work, { screenName: own.screenName, memberId: id })
      // Existing clients send the whole form each time: an address typed there once would stop all that is typed later.
      if (Object.keys(differences).length === 0 && isOtherEmail(sent, row))
        throw new AppError('badInput', { fields: [emailObjection] })
      const isConfirmed = row.profile_update_required
      if (Object.keys(differences).length === 0 && !isConfirmed) return unchanged(undefined)
      const stamps = { profile_update_required: false, profile_updated_at: ctx.now() }
      await storeDifferences(work, { memberId: id, differences, stamps })
      return {
        result: undefined,
        subject: { kind: 'member', id },
        data: { changes: differences },
        tell: [
          screens.notice({ topic: 'details', audience: { memberId: id } }),
          screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money'] } }),
          ...nameNotices(differences),
        ],
      }
    }),
  )
}
