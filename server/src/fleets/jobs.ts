import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { markBehind } from './mark-behind.ts'
import { watchFleet } from './watch-fleet.ts'

const markBehindJob = job('markBehindLists', z.object({}))

const watchFleetJob = job('watchFleet', z.object({}))

export const fleetJobs = [
  handle(markBehindJob, (ctx) => markBehind(ctx), { schedule: '* * * * *' }),
  handle(watchFleetJob, (ctx) => watchFleet(ctx), { schedule: '* * * * *' }),
]
