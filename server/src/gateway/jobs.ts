import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { tidyConnections } from './connections.ts'

const tidyConnectionsJob = job('tidyConnections', z.object({}))

export const gatewayJobs = [handle(tidyConnectionsJob, (ctx) => tidyConnections(ctx), { schedule: '*/5 * * * *' })]
