import type { StaffTask } from '@spacekeeper/contract/memberships.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { grantedPermissions, staffRefusal } from './rules.ts'

type Row = { id: number; is_admin: boolean; permissions: readonly string[] }

/** Refuses staff what they may not change of a member, whose row is locked so that his office stays what it is. */
export const checkAuthority = (ctx: Ctx, input: { tasks: readonly StaffTask[]; row: Row }): void => {
  const { tasks, row } = input
  const member = { id: row.id, isAdmin: row.is_admin, permissions: grantedPermissions(row) }
  for (const task of tasks) {
    const refusal = staffRefusal(ctx.actor, { task, member })
    if (refusal) throw new AppError(refusal)
  }
}
