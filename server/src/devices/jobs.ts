import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { tidyConnections } from './tidy-connections.ts'

const tidyConnectionsJob = job('tidyConnections', z.object({}))

export const deviceJobs = [handle(tidyConnectionsJob, (ctx) => tidyConnections(ctx), { schedule: '*/5 * * * *' })]
