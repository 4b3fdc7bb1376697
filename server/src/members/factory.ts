import type { NameChoice } from '@spacekeeper/contract/members/words.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

export type MemberFacts = {
  email?: string
  firstName?: string
  lastName?: string
  screenName?: string
  nameChoice?: NameChoice
  phone?: string
  passwordHash?: string | null
  isAdmin?: boolean
  permissions?: readonly Permission[]
  isVerified?: boolean
  state?: 'noob' | 'active' | 'inactive' | 'accountonly'
  suspension?: string
  subscription?: 'inactive' | 'active' | 'cancelling'
  cards?: readonly string[]
  registeredAt?: Date
  lastSeenAt?: Date
  isHidden?: boolean
}

let count = 0

/** A member for tests and demonstrations; whatever is not said is ordinary: verified, active, no card. */
export const aMember = async (
  db: Kysely<Database>,
  facts: MemberFacts = {},
): Promise<{ id: number; email: string }> => {
  count += 1
  const now = facts.registeredAt ?? new Date()
  const email = facts.email ?? `member${count}@example.org`
  const state = facts.state ?? 'active'
  const { id } = await db
    .insertInto('members')
    .values({
      email,
      email_verified_at: facts.isVerified === false ? null : now,
      password_hash: facts.passwordHash ?? null,
      is_admin: facts.isAdmin ?? false,
      permissions: [...(facts.permissions ?? [])],
      first_name: facts.firstName ?? 'Member',
      last_name: facts.lastName ?? `No ${count}`,
      screen_name: facts.screenName ?? `member${count}`,
      name_choice: facts.nameChoice ?? null,
      phone: facts.phone ?? '0400 000 000',
      membership_state: state,
      suspended_at: facts.suspension === undefined ? null : now,
      suspension_reason: facts.suspension ?? null,
      subscription_status: facts.subscription ?? (state === 'active' ? 'active' : 'inactive'),
      registered_at: now,
      first_joined_at: state === 'active' ? now : null,
      last_seen_at: facts.lastSeenAt ?? null,
      is_hidden_from_members: facts.isHidden ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cards = facts.cards ?? []
  if (cards.length > 0) {
    await db
      .insertInto('cards')
      .values(cards.map((number) => ({ member_id: id, number, added_at: now })))
      .execute()
  }
  return { id, email }
}
