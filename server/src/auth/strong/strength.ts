// On its own: who calls is decided with it at every request.
import type { StrongLoginChoice } from '@spacekeeper/contract/auth/words.ts'
import { sql } from 'kysely'
import type { Actor } from '#platform/ctx.ts'

/** Whether a member has set up a passkey or an authenticator app, where a query reads `members`. */
export const hasStrongLogin = sql<boolean>`(exists (select from passkeys p where p.member_id = members.id)
  or exists (select from totp_secrets s where s.member_id = members.id and s.confirmed_at is not null))`

type CallingMember = Actor & { kind: 'member' }

/** Whether the space wants a strong login of a member with these permissions. */
export const isStrongLoginRequired = (
  { isAdmin, permissions }: Pick<CallingMember, 'isAdmin' | 'permissions'>,
  choice: StrongLoginChoice,
): boolean => {
  if (choice === 'none') return false
  return isAdmin || (choice === 'staff' && permissions.length > 0)
}

/** Without the permissions of staff, where the space wants a strong login for them and the session has none. */
export const withholdPermissions = (actor: CallingMember, choice: StrongLoginChoice): CallingMember =>
  actor.proof?.isStrong || !isStrongLoginRequired(actor, choice)
    ? actor
    : { ...actor, isAdmin: false, permissions: [], needsStrongLogin: true }
