import { z } from 'zod'
import type { Domains } from '#platform/domain.ts'
import { handle, job, type JobHandler } from '#platform/jobs/job.ts'
import { mailLeaving, mailRefund } from './mailing.ts'
import { mailLeavingJob, mailRefundJob } from './mails.ts'
import { runLeavings } from './nightly.ts'
import { stepsOf } from './steps.ts'

export const runLeavingsJob = job('runLeavings', z.object({}))

/** The steps of all domains, run for members who leave. */
export const leavingJobs = (domains: Domains): JobHandler[] => {
  const catalog = stepsOf(domains)
  return [
    // Every hour, because midnight where the space is can be any of them; after plans and storage had their turn.
    handle(runLeavingsJob, (ctx) => runLeavings(ctx, catalog), { schedule: '33 * * * *' }),
    handle(mailLeavingJob, (ctx, order) => mailLeaving(ctx, { ...order, catalog })),
    handle(mailRefundJob, (ctx, order) => mailRefund(ctx, order)),
  ]
}
