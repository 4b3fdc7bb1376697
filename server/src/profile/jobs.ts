import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { mailClosed } from './mails.ts'
import { forgetClosedAccounts } from './retention.ts'

/** Carries what the database no longer knows. */
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
