import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { forgetClosedAccounts } from './forget-closed-accounts.ts'
import { mailClosed } from './mail-closed.ts'

/** It brings what the tables do not know any more. */
export const mailClosedJob = job(
  'mailClosed',
  z.object({
    memberId: z.number().int(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isSuspended: z.boolean(),
  }),
)
const forgetClosedAccountsJob = job('forgetClosedAccounts', z.object({}))

export const profileJobs = [
  handle(mailClosedJob, (ctx, payload) => mailClosed(ctx, payload)),
  handle(forgetClosedAccountsJob, (ctx) => forgetClosedAccounts(ctx), { schedule: '50 3 * * *' }),
]
