import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { followAwards } from './award-days.ts'
import { mailAward, mailAwardJob } from './mails.ts'

const followAwardsJob = job('followAwards', z.object({}))

/** In all time zones a day begins on a quarter of an hour, mostly on the hour or the half. */
export const trainingJobs = [
  handle(mailAwardJob, mailAward),
  handle(followAwardsJob, (ctx) => followAwards(ctx), { schedule: '1,16,31,46 * * * *' }),
]
