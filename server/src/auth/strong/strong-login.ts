import type { StrongLogin } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { mostPasskeys } from '@spacekeeper/contract/auth/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { removePassword } from '../../members/credentials.ts'
import { lockMember } from '../../members/member-row.ts'
import { effectivePermissions } from '../../members/role-rules.ts'
import { checkAuthority } from '../../members/roles.ts'
import { mailStrongLoginJob } from '../jobs.ts'
import { passkeyPlace } from './passkey-rules.ts'
import { settleStrength, strengthNotices } from './session-strength.ts'
import { isStrongLoginRequired } from './strength.ts'

const methodsOf = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members as m')
    .select(['m.is_admin', 'm.permissions', 'm.suspended_at', 'm.closed_at'])
    .select([
      sql<boolean>`m.password_hash is not null`.as('hasPassword'),
      sql<boolean>`exists (select from totp_secrets s where s.member_id = m.id and s.confirmed_at is not null)`.as(
        'hasTotp',
      ),
      sql<number>`(select count(*)::int from recovery_codes c where c.member_id = m.id and c.used_at is null)`.as(
        'recoveryCodes',
      ),
      sql<number>`(select count(*)::int from passkeys p where p.member_id = m.id)`.as('passkeys'),
    ])
    .where('m.id', '=', memberId)
    .executeTakeFirst()

const listPasskeys = async (ctx: Ctx, memberId: number): Promise<StrongLogin['passkeys']> => {
  const rows = await ctx.db
    .selectFrom('passkeys')
    .select(columns('id, name, is_synced, created_at, last_used_at'))
    .where('member_id', '=', memberId)
    .orderBy('id')
    .limit(mostPasskeys)
    .execute()
  return rows.map(withTimes)
}

/** How the caller can log in. */
export const getStrongLogin = async (ctx: Ctx): Promise<StrongLogin> => {
  const { id, proof } = memberOf(ctx)
  const methods = await methodsOf(ctx, id)
  if (!methods) throw new AppError('notFound')
  return {
    hasPassword: methods.hasPassword,
    passkeys: await listPasskeys(ctx, id),
    hasTotp: methods.hasTotp,
    recoveryCodes: methods.recoveryCodes,
    isRequired: isStrongLoginRequired(effectivePermissions(methods), await ctx.settings.get('STRONG_LOGIN_FOR')),
    isStrong: proof?.isStrong ?? false,
    passkeyHost: passkeyPlace(ctx).host,
  }
}

/** What a member has set up, for staff. */
export const getMemberStrongLogin = async (ctx: Ctx, memberId: number) => {
  const methods = await methodsOf(ctx, memberId)
  if (!methods || methods.closed_at !== null) throw new AppError('notFound')
  const { passkeys, hasTotp, hasPassword } = methods
  return { passkeys, hasTotp, hasPassword }
}

/** The caller logs in with passkeys alone from now on. */
export const removeOwnPassword = (ctx: Ctx): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  return change(ctx, 'account.passwordRemoved', async (work) => {
    await lockMember(work, memberId)
    const left = await work.tx
      .selectFrom('recovery_codes as c')
      .innerJoin('passkeys as p', 'p.member_id', 'c.member_id')
      .select('c.id')
      .where('c.member_id', '=', memberId)
      .where('c.used_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!left) throw new AppError('passkeyNeeded')
    await removePassword(work, memberId)
    await addJob(work, mailStrongLoginJob, { memberId, what: 'passwordRemoved' })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: strengthNotices(memberId) }
  })
}

/** Removes every passkey, the app and the recovery codes of a member. */
export const removeStrongLogin = async (work: Work, memberId: number): Promise<void> => {
  const { tx } = work
  await tx.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('totp_secrets').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('passkey_challenges').where('member_id', '=', memberId).execute()
  await settleStrength(work, memberId)
}

/**
 * The way back for a member who lost their devices, by staff with authority over them or by the command line. Their
 * password stays; without one, they ask for a link to choose one.
 */
export const resetStrongLogin = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'account.strongLoginReset', async (work) => {
    const row = await lockMember(work, memberId)
    checkAuthority(ctx, { tasks: ['email'], row })
    await removeStrongLogin(work, memberId)
    await addJob(work, mailStrongLoginJob, { memberId, what: 'reset' })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: strengthNotices(memberId) }
  })
