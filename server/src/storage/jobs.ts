import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailStorage, mailStorageJob } from './mails.ts'
import { followStorage } from './storage-days.ts'

const followStorageJob = job('followStorage', z.object({}))

export const storageJobs = [
  handle(mailStorageJob, (ctx, payload) => mailStorage(ctx, payload)),
  // Every hour, because midnight where the space is can be any of them; after memberships have ended.
  handle(followStorageJob, (ctx) => followStorage(ctx), { schedule: '21 * * * *' }),
]
