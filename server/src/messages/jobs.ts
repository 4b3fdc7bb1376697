import { handle } from '#platform/jobs/job.ts'
import { sendMessage } from './delivery.ts'
import { sendMessageJob } from './outbox.ts'
import { textMemberJob, textMember } from './texts.ts'

export const messageJobs = [
  handle(sendMessageJob, (ctx, { messageId }, attempt) => sendMessage(ctx, { messageId, attempt })),
  handle(textMemberJob, (ctx, payload) => textMember(ctx, payload)),
]
