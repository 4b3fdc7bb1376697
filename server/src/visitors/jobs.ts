import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { endForgottenVisitors } from './visitors.ts'

const endForgottenVisitorsJob = job('endForgottenVisitors', z.object({}))

export const visitorJobs = [
  handle(endForgottenVisitorsJob, (ctx) => endForgottenVisitors(ctx), { schedule: '12 * * * *' }),
]
