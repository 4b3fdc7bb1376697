import type { Ctx } from '#platform/ctx.ts'
import { change, record, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { ClientAddress } from '../client-address.ts'
import { mailStrongLoginJob } from '../jobs.ts'
import { findKnownBrowser } from '../known-browsers.ts'
import { recordFailedLogin } from '../limits/failed-logins.ts'
import type { Count, Throttle } from '../limits/throttle.ts'
import { readRecoveryCode, useRecoveryCode } from './recovery-codes.ts'
import { findTotpStep, readTotpCode } from './totp-codes.ts'

export type CodeTry = {
  memberId: number
  email: string
  code?: string | undefined
  client: ClientAddress
  throttle: Throttle
}

/** What a member's app was set up with; undefined where codes are not on. */
const findSecret = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('member_id', '=', memberId)
    .where('secret', 'is not', null)
    .executeTakeFirst()

/** Marks the step of a code as used; false where that or a later one was used before. */
const useStep = async ({ tx }: Work, input: { memberId: number; step: number }): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: input.step })
    .where('member_id', '=', input.memberId)
    .where('last_step', '<', input.step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type TypedCode = { memberId: number; code: string; sealed: string | null | undefined }

const useCode = async (ctx: Ctx, input: TypedCode): Promise<boolean> => {
  const { memberId, code, sealed } = input
  const digits = readTotpCode(code)
  if (digits !== null) {
    if (!sealed) return false
    const step = await findTotpStep({ secretKey: ctx.secretKey, sealed }, { code: digits, now: ctx.now() })
    if (step === null) return false
    return record(ctx, async (work) => ({ result: await useStep(work, { memberId, step }) }))
  }
  const recovery = readRecoveryCode(code)
  if (recovery === null) return false
  return change(ctx, 'account.recoveryCodeUsed', async (work) => {
    if (!(await useRecoveryCode(work, { memberId, code: recovery }))) return unchanged(false)
    await addJob(work, mailStrongLoginJob, { memberId, what: 'recoveryCodeUsed' })
    return { result: true, subject: { kind: 'member', id: memberId } }
  })
}

/**
 * Counts a try; what has to be called when the code was right comes back. Strangers who know the password can use up the
 * tries of an account, but not those of a browser that is known.
 */
const takeCodeTry = async (ctx: Ctx, { email, client, throttle }: CodeTry): Promise<() => Promise<void>> => {
  const browserId = await findKnownBrowser(ctx, { email, client })
  if (browserId !== null) {
    const own: Count = ['codesPerKnownBrowser', String(browserId)]
    await throttle.take(own)
    return () => throttle.forget(own)
  }
  const here: Count = ['codesPerAccountAndAddress', `${email} ${client.network}`]
  const wide: Count[] = [
    ['codesPerAccount', email],
    ['codesPerAccountAndDay', email],
  ]
  await throttle.take(here, ...wide)
  return async () => {
    await throttle.forget(here)
    await throttle.giveBack(...wide)
  }
}

/** Checks a code of a member, from their app or a recovery code. Throws `wrongCode`; each code works once. */
export const checkCode = async (ctx: Ctx, attempt: CodeTry & { code: string }): Promise<void> => {
  const { memberId, code } = attempt
  const succeed = await takeCodeTry(ctx, attempt)
  const sealed = (await findSecret(ctx, memberId))?.secret
  if (!(await useCode(ctx, { memberId, code, sealed }))) {
    await recordFailedLogin(ctx, { ...attempt, reason: 'wrong code' })
    throw new AppError('wrongCode')
  }
  await succeed()
}

/**
 * Checks the second factor of a member who proved the first. True when it was right, false where the member has none;
 * throws `secondFactorNeeded` where none came, and `wrongCode`.
 */
export const checkSecondFactor = async (ctx: Ctx, attempt: CodeTry): Promise<boolean> => {
  const { memberId, code } = attempt
  if (!(await findSecret(ctx, memberId))) return false
  if (code === undefined || code.trim() === '') throw new AppError('secondFactorNeeded')
  await checkCode(ctx, { ...attempt, code })
  return true
}

/** Whether a member must show a code when they log in, read in the transaction that starts the session. */
export const hasSecondFactor = async ({ tx }: Work, memberId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('totp_secrets')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
