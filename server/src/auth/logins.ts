import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { storePassword } from '../members/credentials.ts'
import { findCredentials } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { mailVerifyLinkJob } from './jobs.ts'
import { takeLoginTry } from './login-limits.ts'
import { verifyPassword, isOutdated, hashPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import type { Throttle, Count } from './throttle.ts'

type Failure = {
  email: string
  /** Undefined where no account has that address; then the address is not stored either. */
  memberId: number | undefined
  reason: 'wrong password' | 'email not confirmed'
  client: ClientAddress
  throttle: Throttle
}

/**
 * Records a failed login in the audit. Recording is limited per account, per address and for the whole portal; that there
 * were more is recorded once an hour, so the audit cannot be flooded from outside.
 */
export const recordFailedLogin = async (ctx: Ctx, failure: Failure): Promise<void> => {
  const { email, memberId, reason, client, throttle } = failure
  const isNews = await throttle.mayTake(['failuresKeptPerAccount', email], ['failuresKeptPerAddress', client.network])
  if (!isNews) return
  if (await throttle.mayTake(['failuresKept', 'all'])) {
    await change(ctx, 'account.loginFailed', async () => ({
      result: undefined,
      ...(memberId !== undefined && { subject: { kind: 'member', id: memberId } }),
      data: { address: client.address, reason },
    }))
    return
  }
  if (await throttle.mayTake(['floodNote', 'all'])) {
    await change(ctx, 'account.failuresNotKept', async () => ({ result: undefined }))
  }
}

export type Login = { email: string; password: string; client: ClientAddress; throttle: Throttle }

/** Mails a new link to a member whose login failed because the address is not verified yet. */
export const sendNewVerifyLink = async (
  ctx: Ctx,
  input: { memberId: number; login: Omit<Login, 'password'> },
): Promise<void> => {
  const { memberId, login } = input
  const counts: Count[] = [
    ['verifyLinkPause', String(memberId)],
    ['linksPerAccount', login.email],
    ['linksPerAddress', login.client.network],
  ]
  if (!(await login.throttle.mayTake(...counts))) return
  await record(ctx, async (tx) => ({ result: await addJob(tx, mailVerifyLinkJob, { memberId }) }))
}

/** Why an address that is not verified does not get in. It only says that a link was sent where mail leaves. */
export const unverifiedError = (ctx: Ctx) =>
  new AppError(ctx.smtpUrl === undefined ? 'emailNotVerifiedNoMail' : 'emailNotVerified')

/** Checks email and password, whether the address is verified or not. Tries are counted and failures recorded. */
export const checkPassword = async (ctx: Ctx, login: Login) => {
  const { refusal, mayEnter, succeed } = await takeLoginTry(ctx, login)
  const found = await findCredentials(ctx, login.email)
  const isRight = await verifyPassword((mayEnter && found?.passwordHash) || null, login.password)
  if (!isRight || !found || found.passwordHash === null) {
    if (refusal) throw refusal
    await recordFailedLogin(ctx, { ...login, memberId: found?.id, reason: 'wrong password' })
    throw new AppError('wrongLogin')
  }
  await succeed()
  return { memberId: found.id, passwordHash: found.passwordHash, isVerified: found.verifiedAt !== null }
}

/**
 * Checks email and password. The member comes back with the hash that matched; a member without a verified address is
 * refused and mailed a new link.
 */
export const checkLogin = async (ctx: Ctx, login: Login): Promise<{ memberId: number; passwordHash: string }> => {
  const { memberId, passwordHash, isVerified } = await checkPassword(ctx, login)
  if (!isVerified) {
    await recordFailedLogin(ctx, { ...login, memberId, reason: 'email not confirmed' })
    await sendNewVerifyLink(ctx, { memberId, login })
    throw unverifiedError(ctx)
  }
  return { memberId, passwordHash }
}

const enter = async (ctx: Ctx, input: { memberId: number; passwordHash: string; login: Login }): Promise<string> => {
  const { memberId, passwordHash, login } = input
  const newHash = isOutdated(passwordHash) ? await hashPassword(login.password) : passwordHash
  return change(ctx, 'account.loggedIn', async (tx) => {
    // The password may have been reset since the check.
    const member = await tx
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (member?.password_hash !== passwordHash) throw new AppError('wrongLogin')
    if (newHash !== passwordHash) {
      await storePassword(tx, { memberId, passwordHash: newHash })
    }
    const { token, tell } = await startSession(tx, { ctx, memberId, client: login.client })
    return {
      result: token,
      subject: { kind: 'member', id: memberId },
      data: { address: login.client.address },
      tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
}

/**
 * Checks email and password and starts a session, whose token comes back. Membership state does not matter: suspended
 * members log in to see why.
 */
export const logIn = async (ctx: Ctx, login: Login): Promise<string> =>
  enter(ctx, { ...(await checkLogin(ctx, login)), login })
