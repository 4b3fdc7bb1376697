import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { errors } from '@spacekeeper/contract/error-codes.ts'
import { plainScreenName } from '@spacekeeper/contract/full-name.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx, ReadingCtx } from '#platform/ctx.ts'
import { columns } from '#platform/db/columns.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { MessageAddressee } from '../messages/outbox.ts'

/** What a log-in is checked against, by address in any letter case. */
export const findCredentials = (ctx: Ctx, email: string) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'password_hash as passwordHash', 'email_verified_at as verifiedAt'])
    .where(sql`lower(email)`, '=', plainEmail(email))
    .executeTakeFirst()

/** Who a mail about an account goes to. */
export const findAccount = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members')
    .select(columns('id, email, first_name, last_name, screen_name, phone, email_verified_at as verifiedAt'))
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** More administrators than this are not all written to. */
const mostStaff = 20

/** Where those who run the space are reached: the address the site has for it, or every administrator's own. */
export const listStaffAddressees = async (ctx: ReadingCtx): Promise<MessageAddressee[]> => {
  const address = await ctx.settings.get('EMAIL_ADMIN')
  if (address !== '') return [{ to: address, memberId: null }]
  return ctx.db
    .selectFrom('members')
    .select('id as memberId')
    .where('is_admin', '=', true)
    .where('email_verified_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .limit(mostStaff)
    .execute()
}

const mostAddresses = 100

/** Staff with a permission, and administrators. */
export const listStaffWith = (ctx: ReadingCtx, permission: Permission): Promise<{ memberId: number }[]> =>
  ctx.db
    .selectFrom('members')
    .select('id as memberId')
    .where((is) => is.or([is('is_admin', '=', true), sql<boolean>`${permission} = any(permissions)`]))
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(mostAddresses)
    .execute()

export const hasAdministrator = async (ctx: Ctx): Promise<boolean> => {
  const row = await ctx.db.selectFrom('members').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  return row !== undefined
}

type AccountNames = { email: string; screenName: string }

/** Which of both another account has, so that a form can say it in one go. */
const findTaken = async (ctx: Ctx, { email, screenName }: AccountNames): Promise<AppError> => {
  const hasEmail = sql<boolean>`lower(email) = ${plainEmail(email)}`
  const hasScreenName = sql<boolean>`lower(screen_name) = ${plainScreenName(screenName)}`
  const rows = await ctx.db
    .selectFrom('members')
    .select([hasEmail.as('has_email'), hasScreenName.as('has_screen_name')])
    .where((is) => is.or([hasEmail, hasScreenName]))
    .limit(2)
    .execute()
  const fields = [
    ...(rows.some((row) => row.has_email) ? [{ field: 'email', message: errors.emailTaken.text }] : []),
    ...(rows.some((row) => row.has_screen_name) ? [{ field: 'screenName', message: errors.screenNameTaken.text }] : []),
  ]
  return new AppError(fields[0]?.field === 'email' ? 'emailTaken' : 'screenNameTaken', { fields })
}

/** Runs what creates an account. When its address or screen name is taken, the error names each that is. */
export const refuseBothTaken = <T>(ctx: Ctx, input: { wanted: AccountNames; run: () => Promise<T> }): Promise<T> => {
  const look = () => findTaken(ctx, input.wanted)
  return onUnique({ members_email: look, members_screen_name: look }, input.run)
}

/** Says whether it is the address or the screen name that another account has. */
export const refuseTaken = <T>(run: () => Promise<T>): Promise<T> =>
  onUnique({ members_email: 'emailTaken', members_screen_name: 'screenNameTaken' }, run)
