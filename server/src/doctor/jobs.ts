import { z } from 'zod'
import type { Domains } from '#platform/domain.ts'
import { handle, job, type JobHandler } from '#platform/jobs/job.ts'
import { checksOf } from './job-checks.ts'
import { lookAround } from './report.ts'

export const lookAroundJob = job('lookAround', z.object({}))

/** Runs the checks of all domains, each as often as it says. */
export const doctorJobs = (domains: Domains): JobHandler[] => [
  handle(lookAroundJob, (ctx) => lookAround(ctx, checksOf(domains)), { schedule: '4,14,24,34,44,54 * * * *' }),
]
