import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'

/** What a log-in is checked against, by address in any letter case. */
export const findCredentials = (ctx: Ctx, email: string) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'password_hash as passwordHash', 'email_verified_at as verifiedAt'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** Whom a mail about an account goes to. */
export const findAccount = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members')
    .select([
      'id',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'screen_name as screenName',
      'phone',
      'email_verified_at as verifiedAt',
    ])
    .where('id', '=', memberId)
    .executeTakeFirst()

export const hasAdministrator = async (ctx: Ctx): Promise<boolean> => {
  const row = await ctx.db.selectFrom('members').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  return row !== undefined
}
