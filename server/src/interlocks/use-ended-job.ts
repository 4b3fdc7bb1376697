import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** For whatever ends a use: the chats hear of it once it is committed, and never if it is not. */
export const useEndedJob = job('sayUseEnded', z.object({ sessionId: z.uuid() }))
