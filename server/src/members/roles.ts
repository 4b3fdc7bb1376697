import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { contract } from '@spacekeeper/contract/index.ts'
import type { StaffTask } from '@spacekeeper/contract/members/words.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { type Route, permissionsFor, type Permission } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { lockMember, memberNotices } from './member-row.ts'
import { grantedPermissions, staffRefusal } from './role-rules.ts'

const askedPermissions = new Set(
  Object.values(contract).flatMap((routes) =>
    Object.values<Route>(routes).flatMap(({ access }) => permissionsFor(access)),
  ),
)

/** Permissions that no route asks for are not offered. */
export const listGrantablePermissions = (): Permission[] =>
  permissions.filter((permission) => askedPermissions.has(permission))

type StaffTarget = { id: number; is_admin: boolean; permissions: readonly string[] }

/** Refuses staff what they may not change of a member. The row is locked, so that the member's permissions cannot change. */
export const checkAuthority = (ctx: WorkCtx, input: { tasks: readonly StaffTask[]; row: StaffTarget }): void => {
  const { tasks, row } = input
  const member = { id: row.id, isAdmin: row.is_admin, permissions: grantedPermissions(row) }
  for (const task of tasks) {
    const refusal = staffRefusal(ctx.actor, { task, member })
    if (refusal) throw new AppError(refusal)
  }
}

/** The administrators, locked along with the member by their ids, as every transaction locks members. */
const lockAdministrators = async ({ tx }: Work, memberId: number) => {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'is_admin', 'email_verified_at', 'suspended_at'])
    .where((is) => is.or([is('is_admin', '=', true), is('id', '=', memberId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.filter((row) => row.is_admin)
}

const refuseLast = (administrators: Awaited<ReturnType<typeof lockAdministrators>>, memberId: number) => {
  const isAbleToAct = (one: (typeof administrators)[number]) =>
    one.id !== memberId && one.email_verified_at !== null && one.suspended_at === null
  if (!administrators.some(isAbleToAct)) throw new AppError('lastAdministrator')
}

/**
 * Refuses to take the powers of an administrator from the last one who can log in and use them, also when two try at
 * once, and from the caller. Call it before locking the member.
 */
export const keepAdministrator = async (work: Work, memberId: number): Promise<void> => {
  const { ctx } = work
  // Other callers are refused anyway, without learning how many administrators there are.
  if (ctx.actor.kind === 'member' && !ctx.actor.isAdmin) return
  const administrators = await lockAdministrators(work, memberId)
  if (!administrators.some(({ id }) => id === memberId)) return
  refuseLast(administrators, memberId)
  if (ctx.actor.kind === 'member' && ctx.actor.id === memberId) throw new AppError('notYourself')
}

/** Refuses to let the last administrator who can log in leave, also when two try at once. Call it before locking the member. */
export const keepLastAdministrator = async (work: Work, memberId: number): Promise<void> => {
  const administrators = await lockAdministrators(work, memberId)
  if (administrators.some(({ id }) => id === memberId)) refuseLast(administrators, memberId)
}

type PermissionChange = { memberId: number; grant: readonly Permission[]; revoke: readonly Permission[] }

/** Grants and revokes permissions; what is revoked is gone with the member's next request. */
export const updatePermissions = (ctx: Ctx, { memberId, grant, revoke }: PermissionChange): Promise<void> =>
  change(ctx, 'member.permissionsSet', async (work) => {
    const row = await lockMember(work, memberId)
    checkAuthority(ctx, { tasks: ['office'], row })
    const from = grantedPermissions(row)
    const to = permissions.filter((one) => !revoke.includes(one) && (from.includes(one) || grant.includes(one)))
    if (from.join() === to.join()) return unchanged(undefined)
    await work.tx.updateTable('members').set({ permissions: to }).where('id', '=', memberId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { from, to },
      tell: memberNotices(memberId),
    }
  })

const mostStaff = 500

const staffColumns = ['id', 'email', 'is_admin', 'permissions', 'suspended_at'] as const

/** Administrators first, then members with permissions, suspended ones among them. */
export const listStaff = async (ctx: Ctx) => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(staffColumns)
    .where((is) => is.or([is('is_admin', '=', true), sql<boolean>`permissions <> '{}'`]))
    .orderBy('is_admin', 'desc')
    .orderBy('id')
    .limit(mostStaff)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    isAdmin: row.is_admin,
    permissions: grantedPermissions(row),
    isSuspended: row.suspended_at !== null,
  }))
}

/** By email address in any letter case. */
export const findMemberByEmail = (ctx: Ctx, email: string) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', plainEmail(email))
    .executeTakeFirst()
