import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { mailVerifyLinkJob } from './jobs.ts'
import { hashPassword, isOutdated, verifyPassword } from './hash-password.ts'
import { findCredentials } from './queries.ts'
import { noteFailure } from './note-failure.ts'
import { startSession } from './start-session.ts'
import type { Count, Throttle } from './create-throttle.ts'
import type { Visitor } from './visitor-of.ts'

type Login = { email: string; password: string; visitor: Visitor; throttle: Throttle }

/** Counted before the password is looked at, so that guessing many at once gets no further than one by one. */
const countsOf = ({ email, visitor }: Login) => {
  const both: Count = ['loginsPerAccountAndAddress', `${email} ${visitor.network}`]
  const wide: Count[] = [
    ['loginsPerAccount', email],
    ['loginsPerAddress', visitor.network],
  ]
  return { both, wide }
}

const sendNewVerifyLink = async (ctx: Ctx, input: { memberId: number; login: Login }) => {
  const { memberId, login } = input
  const counts: Count[] = [
    ['verifyLinkPause', String(memberId)],
    ['linksPerAccount', login.email],
    ['linksPerAddress', login.visitor.network],
  ]
  if (!(await login.throttle.mayTake(...counts))) return
  await record(ctx, async (tx) => ({ result: await addJob(tx, mailVerifyLinkJob, { memberId }) }))
}

const enter = async (ctx: Ctx, input: { memberId: number; passwordHash: string; login: Login }): Promise<string> => {
  const { memberId, passwordHash, login } = input
  const newHash = isOutdated(passwordHash) ? await hashPassword(login.password) : passwordHash
  return change(ctx, 'account.loggedIn', async (tx) => {
    // A reset that came between the check and here has made this password worthless.
    const member = await tx
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (member?.password_hash !== passwordHash) throw new AppError('wrongLogin')
    if (newHash !== passwordHash) {
      await tx.updateTable('members').set({ password_hash: newHash }).where('id', '=', memberId).execute()
    }
    const { token, tell } = await startSession(tx, { ctx, memberId, visitor: login.visitor })
    return {
      result: token,
      subject: { kind: 'member', id: memberId },
      data: { address: login.visitor.address },
      tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
}

/**
 * Checks e-mail and password and starts a session, whose token comes back. Whatever state a membership is in:
 * people need to get in to see why they are kept out.
 */
export const logIn = async (ctx: Ctx, login: Login): Promise<string> => {
  const { throttle } = login
  const { both, wide } = countsOf(login)
  await throttle.take(both, ...wide)
  const found = await findCredentials(ctx, login.email)
  const isRight = await verifyPassword(found?.passwordHash ?? null, login.password)
  if (!isRight || !found || found.passwordHash === null) {
    await noteFailure(ctx, { ...login, memberId: found?.id, reason: 'wrong password' })
    throw new AppError('wrongLogin')
  }
  await throttle.forget(both)
  await throttle.giveBack(...wide)
  if (found.verifiedAt === null) {
    await noteFailure(ctx, { ...login, memberId: found.id, reason: 'email not confirmed' })
    await sendNewVerifyLink(ctx, { memberId: found.id, login })
    throw new AppError('emailNotVerified')
  }
  return enter(ctx, { memberId: found.id, passwordHash: found.passwordHash, login })
}
