import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { ClientAddress } from '../client-address.ts'
import { mailStrongLoginJob } from '../jobs.ts'
import type { Throttle } from '../limits/throttle.ts'
import { findEmail } from './confirmations.ts'
import { firstRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { checkCode } from './second-factors.ts'
import { markProven, settleStrength, strengthNotices } from './session-strength.ts'
import { findTotpStep, newTotpSecret, readTotpCode, totpAddress } from './totp-codes.ts'

type CodeOfCaller = { code: string; client: ClientAddress; throttle: Throttle }

/**
 * A new secret for the caller's app, to be shown once. It counts when a code of it was shown; until then codes of an
 * earlier app go on working.
 */
export const startTotp = async (ctx: Ctx): Promise<{ secret: string; address: string }> => {
  const { id: memberId } = memberOf(ctx)
  const { secret, sealed } = await newTotpSecret(ctx.secretKey)
  const row = { next_secret: sealed, created_at: ctx.now() }
  await record(ctx, async ({ tx }) => {
    await tx
      .insertInto('totp_secrets')
      .values({ member_id: memberId, ...row })
      .onConflict((on) => on.column('member_id').doUpdateSet(row))
      .execute()
    return { result: undefined }
  })
  const issuer = await ctx.settings.get('SITE_NAME')
  return { secret, address: totpAddress({ secret, issuer, email: await findEmail(ctx, memberId) }) }
}

/** Turns codes on with the first one. With the first strong login come recovery codes, to be shown once. */
export const confirmTotp = async (ctx: Ctx, { code }: { code: string }): Promise<string[] | null> => {
  const { id: memberId } = memberOf(ctx)
  return change(ctx, 'account.totpTurnedOn', async (work) => {
    const row = await work.tx
      .selectFrom('totp_secrets')
      .select('next_secret')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
    if (!row?.next_secret) throw new AppError('notFound')
    const digits = readTotpCode(code)
    const given = { secretKey: ctx.secretKey, sealed: row.next_secret }
    const step = digits === null ? null : await findTotpStep(given, { code: digits, now: ctx.now() })
    if (step === null) throw new AppError('wrongCode')
    await work.tx
      .updateTable('totp_secrets')
      .set({ secret: row.next_secret, next_secret: null, confirmed_at: ctx.now(), last_step: step })
      .where('member_id', '=', memberId)
      .execute()
    await markProven(work, true)
    const recoveryCodes = await firstRecoveryCodes(work, memberId)
    await addJob(work, mailStrongLoginJob, { memberId, what: 'totpTurnedOn' })
    return {
      result: recoveryCodes,
      subject: { kind: 'member', id: memberId },
      tell: strengthNotices(memberId),
    }
  })
}

/** Turns codes off with one of them, or with a recovery code. */
export const turnOffTotp = async (ctx: Ctx, { code, client, throttle }: CodeOfCaller): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  const own = await ctx.db
    .selectFrom('totp_secrets')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!own) throw new AppError('notFound')
  await checkCode(ctx, { memberId, email: await findEmail(ctx, memberId), code, client, throttle })
  await change(ctx, 'account.totpTurnedOff', async (work) => {
    await work.tx.deleteFrom('totp_secrets').where('member_id', '=', memberId).execute()
    await settleStrength(work, memberId)
    await addJob(work, mailStrongLoginJob, { memberId, what: 'totpTurnedOff' })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: strengthNotices(memberId) }
  })
}

/** New recovery codes in place of all earlier ones, to be shown once. */
export const renewRecoveryCodes = (ctx: Ctx): Promise<string[]> => {
  const { id: memberId, proof } = memberOf(ctx)
  return change(ctx, 'account.recoveryCodesRenewed', async (work) => {
    if (proof?.hasStrongLogin !== true) throw new AppError('notFound')
    const codes = await replaceRecoveryCodes(work, memberId)
    await addJob(work, mailStrongLoginJob, { memberId, what: 'recoveryCodesRenewed' })
    return { result: codes, subject: { kind: 'member', id: memberId }, tell: strengthNotices(memberId) }
  })
}
