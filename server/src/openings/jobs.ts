import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { emailFollowers, tellFollowersJob } from './followers.ts'
import { endOpenings } from './openings.ts'

const endOpeningsJob = job('endOpenings', z.object({}))

export const openingJobs = [
  handle(tellFollowersJob, emailFollowers),
  handle(endOpeningsJob, (ctx) => endOpenings(ctx), { schedule: '*/10 * * * *' }),
]
