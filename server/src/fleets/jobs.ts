import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { markBehind } from './mark-behind.ts'

const markBehindJob = job('markBehindLists', z.object({}))

export const fleetJobs = [handle(markBehindJob, (ctx) => markBehind(ctx), { schedule: '* * * * *' })]
