import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import type { StaffTask } from '@spacekeeper/contract/members/words.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { Actor } from '#platform/ctx.ts'

/** What a member may do as staff. */
export type EffectivePermissions = { isAdmin: boolean; permissions: readonly Permission[] }

type PermissionRow = { is_admin: boolean; permissions: readonly string[]; suspended_at: Date | null }

/** What was granted, in the order of the contract. */
export const grantedPermissions = (row: Pick<PermissionRow, 'permissions'>): Permission[] =>
  permissions.filter((permission) => row.permissions.includes(permission))

/** What a member may do as staff now: everything as an administrator, nothing while suspended. */
export const effectivePermissions = (row: PermissionRow): { isAdmin: boolean; permissions: Permission[] } => {
  if (row.suspended_at !== null) return { isAdmin: false, permissions: [] }
  return { isAdmin: row.is_admin, permissions: row.is_admin ? [...permissions] : grantedPermissions(row) }
}

/** Only administrators do these to themselves: others decide them, or they need a password. */
const notToOneself: readonly StaffTask[] = ['email', 'standing']

/**
 * Why staff may not change this of a member; null when they may. Changing the address, cards or state of a member with
 * more permissions would be a way to take over the account, so only administrators do that, and set permissions.
 */
export const staffRefusal = (
  actor: Actor,
  input: { task: StaffTask; member: EffectivePermissions & { id: number } },
): ErrorCode | null => {
  const { task, member } = input
  if (actor.kind === 'system') return null
  if (actor.kind !== 'member') return 'notAllowed'
  // Members close their own account with their password, in their profile.
  if (task === 'closing' && actor.id === member.id && actor.permissions.includes('members')) return 'notYourself'
  if (actor.isAdmin) return null
  if (task === 'office' || !actor.permissions.includes('members')) return 'notAllowed'
  const isAbove = member.isAdmin || member.permissions.some((permission) => !actor.permissions.includes(permission))
  if (isAbove) return 'outranked'
  return member.id === actor.id && notToOneself.includes(task) ? 'notYourself' : null
}
