import { z } from 'zod'
import { forgetGivenUpJobs } from '#platform/jobs/forget-given-up-jobs.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { sendMessage } from './delivery.ts'
import { sendMessageJob } from './outbox.ts'
import { forgetOldTexts } from './retention.ts'
import { textMemberJob, textMember } from './texts.ts'

const forgetOldTextsJob = job('forgetOldTexts', z.object({}))
const forgetGivenUpJobsJob = job('forgetGivenUpJobs', z.object({}))

export const messageJobs = [
  handle(sendMessageJob, (ctx, { messageId }, attempt) => sendMessage(ctx, { messageId, attempt })),
  handle(textMemberJob, (ctx, payload) => textMember(ctx, payload)),
  handle(forgetOldTextsJob, (ctx) => forgetOldTexts(ctx), { schedule: '40 3 * * *' }),
  handle(forgetGivenUpJobsJob, (ctx) => forgetGivenUpJobs(ctx), { schedule: '45 3 * * *' }),
]
