import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { watchFleet } from './alarms.ts'
import { markBehind } from './card-lists.ts'

const markBehindJob = job('markBehindLists', z.object({}))

const watchFleetJob = job('watchFleet', z.object({}))

export const monitoringJobs = [
  handle(markBehindJob, (ctx) => markBehind(ctx), { schedule: '* * * * *' }),
  handle(watchFleetJob, (ctx) => watchFleet(ctx), { schedule: '* * * * *' }),
]
