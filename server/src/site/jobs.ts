import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { forgetImages } from './forget-images.ts'

const forgetImagesJob = job('forgetImages', z.object({}))

export const siteJobs = [handle(forgetImagesJob, (ctx) => forgetImages(ctx), { schedule: '50 3 * * *' })]
