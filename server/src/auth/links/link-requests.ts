import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { findCredentials } from '../accounts.ts'
import { mailLoginLinkJob, mailResetLinkJob, mailVerifyLinkJob } from '../jobs.ts'
import { findKnownBrowser } from '../known-browsers.ts'
import type { LoginTry } from '../limits/login-limits.ts'

const jobs = { verifyEmail: mailVerifyLinkJob, resetPassword: mailResetLinkJob, logIn: mailLoginLinkJob } as const

type RequestedPurpose = keyof typeof jobs

/** What the limits count by: so many links of one kind to one account. */
export const linksTo = (purpose: RequestedPurpose, email: string) => `${purpose} ${email}`

/**
 * Counts a request for a link. No one is refused: when too many were asked for, in one place or everywhere, true says that a
 * link is mailed only to a member who has none that works. So others who ask can use up nothing of the owner's.
 */
const isOneTooMany = async (ctx: Ctx, asked: LoginTry & { purpose: RequestedPurpose }): Promise<boolean> => {
  const { email, client, throttle, purpose } = asked
  const browserId = await findKnownBrowser(ctx, asked)
  if (browserId !== null)
    return !(await throttle.mayTake(['linksPerKnownBrowser', linksTo(purpose, String(browserId))]))
  const account = linksTo(purpose, email)
  return !(await throttle.mayTake(
    ['linksPerAccountAndAddress', `${account} ${client.network}`],
    ['linksPerAccount', account],
    ['linksPerAddress', client.network],
  ))
}

/** Asks for a link by mail. Neither the answer, its time nor the work after it tells whether an account has that address. */
export const requestLink = async (ctx: Ctx, asked: LoginTry & { purpose: RequestedPurpose }): Promise<void> => {
  const onlyIfNone = await isOneTooMany(ctx, asked)
  const found = await findCredentials(ctx, asked.email)
  // An invited person has no password yet, and their invitation is what lets them in.
  const isInvited = asked.purpose === 'verifyEmail' && found?.passwordHash === null
  const memberId = found && !isInvited ? found.id : null
  await record(ctx, async (work) => ({ result: await addJob(work, jobs[asked.purpose], { memberId, onlyIfNone }) }))
}
