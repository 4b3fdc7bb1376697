import { z } from 'zod'
import { addJob } from '#platform/jobs/add-job.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { sendMailing } from './mailing-delivery.ts'

export const sendMailingJob = job('sendMailing', z.object({ mailingId: z.number().int() }))

export const mailingJobs = [
  handle(sendMailingJob, (ctx, { mailingId }) =>
    sendMailing(ctx, { mailingId, goOn: (work) => addJob(work, sendMailingJob, { mailingId }) }),
  ),
]
