import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { memberField } from '@spacekeeper/contract/members/fields.ts'
import {
  type EditedField,
  type RegisteredFacts,
  registeredFields,
  type requiredFields,
} from '@spacekeeper/contract/members/forms.ts'
import type { MemberState, SubscriptionState } from '@spacekeeper/contract/members/shapes.ts'
import { sql, type Updateable } from 'kysely'
import type { Differences } from '#platform/db/change-row.ts'
import type { Work } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { screens } from '#platform/live/screens.ts'
import { valuesByColumn } from './fields.ts'

/** A member as stored, locked until the transaction ends. */
export const lockMember = async ({ tx }: Work, memberId: number) => {
  const member = await tx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', sql<number>`${memberId}::int`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('notFound')
  if (member.closed_at !== null) throw new AppError('memberClosed')
  return member
}

/** Who hears of a change of a member: the cache of callers, the member's own screens and those of staff. */
export const memberNotices = (memberId: number) => [
  callers.notice({ memberId }),
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'access', audience: { memberId } }),
  // Staff for devices see whose keys need a decision.
  screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money', 'devices'] } }),
  screens.notice({ topic: 'access', audience: { staff: ['access', 'members'] } }),
]

/** What existing clients and lists read of a member's plan. */
export const storeSubscriptionState = async (
  { tx }: Work,
  { memberId, state }: { memberId: number; state: SubscriptionState },
): Promise<void> => {
  await tx
    .updateTable('members')
    .set({ subscription_status: state })
    .where('id', '=', memberId)
    .where('subscription_status', '<>', state)
    .execute()
}

const nameParts: readonly EditedField[] = ['firstName', 'lastName', 'screenName', 'nameChoice']

/** The screens on which members read each other's names hear of a name that changes. */
export const nameNotices = (differences: Differences<EditedField>) =>
  nameParts.some((part) => part in differences)
    ? [
        screens.notice({ topic: 'visits', audience: 'activeMembers' }),
        screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
      ]
    : []

/** Writes the fields that differ, with columns that change along with them. */
export const storeDifferences = async (
  { tx }: Work,
  input: { memberId: number; differences: Differences<EditedField>; stamps: Updateable<Database['members']> },
): Promise<void> => {
  const { memberId, differences, stamps } = input
  const values = keysOf(differences).map((name) => [memberField(name).column, differences[name]?.to])
  await tx
    .updateTable('members')
    .set({ ...Object.fromEntries(values), ...stamps })
    .where('id', '=', memberId)
    .execute()
}

export type NewMember = {
  /** What was registered. What is left out is as the table has it by default. */
  facts: RegisteredFacts<(typeof requiredFields)[number]> & Partial<RegisteredFacts>
  passwordHash: string | null
  isEmailVerified: boolean
  isAdmin: boolean
  membershipState: MemberState
  /** What others typed for them is looked through by the member. */
  mustCheckProfile?: boolean
}

/**
 * Adds a member within a transaction and returns the id. Violates the unique indexes `members_email` or
 * `members_screen_name` when another member has that address or name.
 */
export const createMember = async ({ tx, now }: Work, member: NewMember): Promise<number> => {
  const { id } = await tx
    .insertInto('members')
    .values({
      ...valuesByColumn(registeredFields, member.facts),
      email_verified_at: member.isEmailVerified ? now : null,
      password_hash: member.passwordHash,
      is_admin: member.isAdmin,
      membership_state: member.membershipState,
      registered_at: now,
      first_joined_at: member.membershipState === 'active' ? now : null,
      profile_update_required: member.mustCheckProfile ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
