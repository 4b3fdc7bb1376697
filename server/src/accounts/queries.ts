import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import type { LinkPurpose } from './add-link.ts'

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
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** The address a member asked for and has not confirmed; null also once his own has become another one. */
export const findEmailChange = async (ctx: Ctx, memberId: number) => {
  const row = await ctx.db
    .selectFrom('email_changes as c')
    .innerJoin('members as m', (on) => on.onRef('m.id', '=', 'c.member_id').onRef('m.email', '=', 'c.from_email'))
    .select(['c.to_email as email', 'c.asked_at as askedAt', 'm.first_name as firstName'])
    .where('m.id', '=', memberId)
    .executeTakeFirst()
  return row ?? null
}

/** More administrators than this are not all written to. */
const mostStaff = 20

/** Where those who run the space are reached: the address the site has for it, or every administrator's own. */
export const findStaffAddresses = async (ctx: Ctx): Promise<string[]> => {
  const address = await ctx.settings.get('EMAIL_ADMIN')
  if (address !== '') return [address]
  const rows = await ctx.db
    .selectFrom('members')
    .select('email')
    .where('is_admin', '=', true)
    .where('email_verified_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .limit(mostStaff)
    .execute()
  return rows.map(({ email }) => email)
}

export const hasAdministrator = async (ctx: Ctx): Promise<boolean> => {
  const row = await ctx.db.selectFrom('members').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  return row !== undefined
}

/** A link nobody used yet, with its owner, and whether it is too old; null when there is none. */
export const findLink = async (ctx: Ctx, input: { token: string; purpose: LinkPurpose }) => {
  const row = await ctx.db
    .selectFrom('email_links')
    .innerJoin('members', 'members.id', 'email_links.member_id')
    .select(['members.id as memberId', 'members.email', 'members.screen_name as screenName', 'email_links.expires_at'])
    .where('token_hash', '=', hashToken(input.token))
    .where('purpose', '=', input.purpose)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { expires_at: expiresAt, ...owner } = row
  return { ...owner, isExpired: expiresAt <= ctx.now() }
}
