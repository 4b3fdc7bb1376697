import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

export const sendMessageJob = job('sendMessage', z.object({ messageId: z.number().int() }))
