import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Count, Throttle } from './create-throttle.ts'
import { verifyPassword } from './hash-password.ts'
import { mailVerifyLinkJob } from './jobs.ts'
import { noteFailure } from './note-failure.ts'
import { findCredentials } from './queries.ts'
import type { Visitor } from './visitor-of.ts'

export type Login = { email: string; password: string; visitor: Visitor; throttle: Throttle }

/** Counted before the password is looked at, so that guessing many at once gets no further than one by one. */
const countsOf = ({ email, visitor }: Login) => {
  const both: Count = ['loginsPerAccountAndAddress', `${email} ${visitor.network}`]
  const wide: Count[] = [
    ['loginsPerAccount', email],
    ['loginsPerAddress', visitor.network],
  ]
  return { both, wide }
}

/** For whoever could not log in because his address is not verified yet. */
export const sendNewVerifyLink = async (
  ctx: Ctx,
  input: { memberId: number; login: Omit<Login, 'password'> },
): Promise<void> => {
  const { memberId, login } = input
  const counts: Count[] = [
    ['verifyLinkPause', String(memberId)],
    ['linksPerAccount', login.email],
    ['linksPerAddress', login.visitor.network],
  ]
  if (!(await login.throttle.mayTake(...counts))) return
  await record(ctx, async (tx) => ({ result: await addJob(tx, mailVerifyLinkJob, { memberId }) }))
}

/**
 * Checks e-mail and password. Tries are counted, and failures kept. Who it is comes back, with the hash that proved it;
 * whoever is not verified is refused and mailed a new link.
 */
export const checkLogin = async (ctx: Ctx, login: Login): Promise<{ memberId: number; passwordHash: string }> => {
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
  return { memberId: found.id, passwordHash: found.passwordHash }
}
