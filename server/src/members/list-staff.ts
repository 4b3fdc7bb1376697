import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { grantedPermissions } from './rules.ts'

const most = 500
const columns = ['id', 'email', 'is_admin', 'permissions', 'suspended_at'] as const

/** Administrators first, then whoever holds permissions; those whom staff keep out are among them. */
export const listStaff = async (ctx: Ctx) => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(columns)
    .where((is) => is.or([is('is_admin', '=', true), sql<boolean>`permissions <> '{}'`]))
    .orderBy('is_admin', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    isAdmin: row.is_admin,
    permissions: grantedPermissions(row),
    isSuspended: row.suspended_at !== null,
  }))
}

/** By his address in any letter case. */
export const findMemberByEmail = (ctx: Ctx, email: string) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
