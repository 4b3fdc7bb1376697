// On its own: plans by card and what Stripe tells, beside cards and top-ups.
import { z } from 'zod'
import { onceADay } from '#platform/jobs/daily-work.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { collectDuesJob } from '../billing/collection.ts'
import { leaveStripeJob } from '../billing/kept-plans.ts'
import { leaveStripe } from './earlier/left-plans.ts'
import { takeOver, takeOverAll, takeOverJob } from './earlier/takeovers.ts'
import { finishCardRefundJob, mailTreasurersJob, reconcileJob, syncRootJob } from './job-names.ts'
import { collectDues } from './paying/collection.ts'
import { mailCardPlan, mailCardPlanJob } from './plan-mails.ts'
import { reconcile } from './reconciliation.ts'
import { finishCardRefund, finishCardRefunds } from './refunds/card-refunds.ts'
import { syncRoot } from './sync-root.ts'
import { mailTreasurers } from './treasurer-mails.ts'

export const subscriptionJobs = [
  handle(leaveStripeJob, (ctx, { ref }) => leaveStripe(ctx, ref)),
  handle(takeOverJob, takeOver),
  // Whatever an update found kept at Stripe, in order, until nothing is.
  handle(job('takeOverAll', z.unknown()), (ctx) => takeOverAll(ctx), { schedule: '41 * * * *' }),
  onceADay(
    handle(reconcileJob, (ctx) => reconcile(ctx)),
    '03:37',
  ),
  handle(mailCardPlanJob, mailCardPlan),
  handle(collectDuesJob, async (ctx, due) => void (await collectDues(ctx, due))),
  handle(finishCardRefundJob, finishCardRefund),
  handle(job('finishCardRefunds', z.unknown()), (ctx) => finishCardRefunds(ctx), { schedule: '11 */6 * * *' }),
  handle(mailTreasurersJob, mailTreasurers),
  handle(syncRootJob, (ctx, { root }) => syncRoot(ctx, root)),
]
