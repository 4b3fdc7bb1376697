import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { sayUseEnded } from './say-use-ended.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { useEndedJob } from './use-ended-job.ts'

const sweepSessionsJob = job('sweepSessions', z.object({}))

export const interlockJobs = [
  handle(sweepSessionsJob, (ctx) => sweepSessions(ctx), { schedule: '* * * * *' }),
  handle(useEndedJob, (ctx, { sessionId }) => sayUseEnded(ctx, sessionId)),
]
