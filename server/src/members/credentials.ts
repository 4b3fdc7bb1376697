// On its own: the only writes that auth may make to members.
import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'

/** Stores the password a member logs in with from now on. */
export const storePassword = ({ tx }: Work, input: { memberId: number; passwordHash: string }) =>
  tx.updateTable('members').set({ password_hash: input.passwordHash }).where('id', '=', input.memberId).execute()

/** The member logs in with passkeys alone from now on. */
export const removePassword = ({ tx }: Work, memberId: number) =>
  tx.updateTable('members').set({ password_hash: null }).where('id', '=', memberId).execute()

/** The member has shown that the address is theirs; the first time counts. */
export const markEmailVerified = ({ tx, now }: Work, memberId: number) =>
  tx
    .updateTable('members')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, ${now})` })
    .where('id', '=', memberId)
    .execute()

/** Replaces the address a member logs in with by one that is verified. */
export const storeEmail = ({ tx, now }: Work, input: { memberId: number; email: string }) =>
  tx
    .updateTable('members')
    .set({ email: input.email, email_verified_at: now })
    .where('id', '=', input.memberId)
    .execute()

/** Replaces the mistyped address of a new account; false once it is verified. */
export const correctEmail = async ({ tx }: Work, input: { memberId: number; email: string }): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set({ email: input.email })
    .where('id', '=', input.memberId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
