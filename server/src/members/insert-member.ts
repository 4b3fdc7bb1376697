import type { Tx } from '#platform/db/change.ts'

export type NewMember = {
  email: string
  passwordHash: string | null
  firstName: string
  lastName: string
  screenName: string
  phone: string
  vehicleRegistrationPlate: string | null
  isEmailVerified: boolean
  isAdmin: boolean
  membershipState: 'noob' | 'active' | 'inactive' | 'accountonly'
}

/**
 * Adds a person, in the transaction of whatever brings him here; his id comes back.
 * Breaks the unique indexes `members_email` or `members_screen_name` when somebody has that address or name.
 */
export const insertMember = async (tx: Tx, input: { member: NewMember; now: Date }): Promise<number> => {
  const { member, now } = input
  const { id } = await tx
    .insertInto('members')
    .values({
      email: member.email,
      email_verified_at: member.isEmailVerified ? now : null,
      password_hash: member.passwordHash,
      is_admin: member.isAdmin,
      first_name: member.firstName,
      last_name: member.lastName,
      screen_name: member.screenName,
      phone: member.phone,
      vehicle_registration_plate: member.vehicleRegistrationPlate,
      membership_state: member.membershipState,
      registered_at: now,
      first_joined_at: member.membershipState === 'active' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
