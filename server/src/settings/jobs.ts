import { z } from 'zod'
import { onceADay } from '#platform/jobs/daily-work.ts'
import { job, handle } from '#platform/jobs/job.ts'
import { forgetImages } from './images.ts'

const forgetImagesJob = job('forgetImages', z.object({}))

export const settingJobs = [
  onceADay(
    handle(forgetImagesJob, (ctx) => forgetImages(ctx)),
    '03:50',
  ),
]
