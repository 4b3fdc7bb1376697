import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { forgetImages } from './images.ts'

const forgetImagesJob = job('forgetImages', z.object({}))

export const settingJobs = [handle(forgetImagesJob, (ctx) => forgetImages(ctx), { schedule: '50 3 * * *' })]
