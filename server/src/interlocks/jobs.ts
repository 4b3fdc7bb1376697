import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { sweepSessions } from './sessions.ts'
import { sayUseEnded, useEndedJob } from './use-news.ts'

const sweepSessionsJob = job('sweepSessions', z.object({}))

export const interlockJobs = [
  handle(sweepSessionsJob, (ctx) => sweepSessions(ctx), { schedule: '* * * * *' }),
  handle(useEndedJob, (ctx, { sessionId }) => sayUseEnded(ctx, sessionId)),
]
