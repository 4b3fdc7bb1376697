import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { sweepSessions } from './sweep-sessions.ts'

const sweepSessionsJob = job('sweepSessions', z.object({}))

export const interlockJobs = [handle(sweepSessionsJob, (ctx) => sweepSessions(ctx), { schedule: '* * * * *' })]
