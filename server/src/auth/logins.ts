import type { Ctx } from '#platform/ctx.ts'
import { change, record, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { storePassword } from '../members/credentials.ts'
import { findCredentials } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { mailVerifyLinkJob } from './jobs.ts'
import { recordFailedLogin } from './limits/failed-logins.ts'
import { takeLoginTry } from './limits/login-limits.ts'
import type { Throttle, Count } from './limits/throttle.ts'
import { verifyPassword, isOutdated, hashPassword } from './passwords/passwords.ts'
import { startSession, type StartedLogin } from './sessions.ts'
import { checkSecondFactor } from './strong/second-factors.ts'
import { describeLoginDevice } from './user-agents.ts'

export type Login = {
  email: string
  password: string
  /** What the member reads in their authenticator app, or a recovery code. */
  code?: string | undefined
  client: ClientAddress
  throttle: Throttle
}

/** Mails a new link to a member whose login failed because the address is not verified yet. */
export const sendNewVerifyLink = async (
  ctx: Ctx,
  input: { memberId: number; login: Omit<Login, 'password' | 'code'> },
): Promise<void> => {
  const { memberId, login } = input
  const counts: Count[] = [
    ['verifyLinkPause', String(memberId)],
    ['linksPerAccount', login.email],
    ['linksPerAddress', login.client.network],
  ]
  if (!(await login.throttle.mayTake(...counts))) return
  await record(ctx, async (work) => ({ result: await addJob(work, mailVerifyLinkJob, { memberId }) }))
}

/** Why an address that is not verified does not get in. It only says that a link was sent where mail leaves. */
export const unverifiedError = (ctx: Ctx) =>
  new AppError(ctx.smtpUrl === undefined ? 'emailNotVerifiedNoMail' : 'emailNotVerified')

/** Checks email and password, whether the address is verified or not. Tries are counted and failures recorded. */
export const checkLoginPassword = async (ctx: Ctx, login: Login) => {
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

/** `isStrong`: also a second factor was right, because the member has one. */
type CheckedLogin = { memberId: number; passwordHash: string; isStrong: boolean }

/**
 * Checks email and password, and then the second factor of a member who has one: `secondFactorNeeded` where none came.
 * The member comes back with the hash that matched; one without a verified address is refused and mailed a new link.
 */
export const checkLogin = async (ctx: Ctx, login: Login): Promise<CheckedLogin> => {
  const { memberId, passwordHash, isVerified } = await checkLoginPassword(ctx, login)
  if (!isVerified) {
    await recordFailedLogin(ctx, { ...login, memberId, reason: 'email not confirmed' })
    await sendNewVerifyLink(ctx, { memberId, login })
    throw unverifiedError(ctx)
  }
  const isStrong = await checkSecondFactor(ctx, { ...login, memberId })
  return { memberId, passwordHash, isStrong }
}

type Entering<T> = CheckedLogin & {
  login: Login
  appName?: string
  /** Makes what the caller is given, in the same transaction. */
  finish: (work: Work, started: StartedLogin) => Promise<T>
}

/** Starts the session of a login that was checked. */
export const enter = async <T>(ctx: Ctx, input: Entering<T>): Promise<T> => {
  const { memberId, passwordHash, isStrong, login, appName } = input
  const newHash = isOutdated(passwordHash) ? await hashPassword(login.password) : passwordHash
  return change(ctx, 'account.loggedIn', async (work) => {
    // The password may have been reset since the check.
    const member = await work.tx
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (member?.password_hash !== passwordHash) throw new AppError('wrongLogin')
    if (newHash !== passwordHash) {
      await storePassword(work, { memberId, passwordHash: newHash })
    }
    const { tell, ...started } = await startSession(work, { memberId, client: login.client, isStrong, appName })
    return {
      result: await input.finish(work, started),
      subject: { kind: 'member', id: memberId },
      data: {
        address: login.client.address,
        ...describeLoginDevice(login.client),
        ...(appName !== undefined && { app: appName }),
      },
      tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
}

/**
 * Checks email and password and starts a session, whose token comes back. Membership state does not matter: suspended
 * members log in to see why.
 */
export const logIn = async (ctx: Ctx, login: Login): Promise<string> =>
  enter(ctx, { ...(await checkLogin(ctx, login)), login, finish: async (_tx, { token }) => token })
