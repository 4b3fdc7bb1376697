import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { mailClosed } from './mails.ts'

/** Carries what the database no longer knows. */
export const mailClosedJob = job(
  'mailClosed',
  z.object({
    memberId: z.number().int(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isSuspended: z.boolean(),
    /** The name of the staff member who closed it; null where the member did. */
    closedBy: z.string().nullable().default(null),
  }),
)

export const profileJobs = [handle(mailClosedJob, (ctx, payload) => mailClosed(ctx, payload))]
