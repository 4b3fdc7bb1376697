import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { endForgottenVisits } from './visits.ts'

const endForgottenVisitsJob = job('endForgottenVisits', z.object({}))

export const visitJobs = [handle(endForgottenVisitsJob, (ctx) => endForgottenVisits(ctx), { schedule: '10 * * * *' })]
