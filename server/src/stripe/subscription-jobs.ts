// On its own: plans by card and what Stripe tells, beside cards and top-ups.
import { z } from 'zod'
import { onceADay } from '#platform/jobs/daily-work.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { collectDuesJob } from '../billing/collection.ts'
import { followProviderJob, leaveProviderJob } from '../billing/provider.ts'
import { offerChangedJob } from '../plans/stripe-ids.ts'
import { finishCardRefund, finishCardRefunds } from './card-refunds.ts'
import { followSubscriptionAtStripe, leaveStripe } from './card-subscriptions.ts'
import { collectDues } from './collection.ts'
import { finishAdoption } from './desk/adoption.ts'
import { adoptSubscriptionJob, finishCardRefundJob, mailTreasurersJob, reconcileJob, syncRootJob } from './job-names.ts'
import { mailCardPlan, mailCardPlanJob } from './plan-mails.ts'
import { pushOffers } from './prices.ts'
import { reconcile } from './reconciliation.ts'
import { syncRoot } from './sync-root.ts'
import { mailTreasurers } from './treasurer-mails.ts'

export const subscriptionJobs = [
  handle(followProviderJob, (ctx, { subscriptionId }) => followSubscriptionAtStripe(ctx, subscriptionId)),
  handle(leaveProviderJob, (ctx, { ref }) => leaveStripe(ctx, ref)),
  handle(offerChangedJob, (ctx, { tierId }) => pushOffers(ctx, tierId)),
  onceADay(
    handle(reconcileJob, (ctx) => reconcile(ctx)),
    '03:37',
  ),
  handle(mailCardPlanJob, mailCardPlan),
  handle(collectDuesJob, async (ctx, due) => void (await collectDues(ctx, due))),
  handle(finishCardRefundJob, finishCardRefund),
  handle(job('finishCardRefunds', z.unknown()), (ctx) => finishCardRefunds(ctx), { schedule: '11 */6 * * *' }),
  handle(adoptSubscriptionJob, finishAdoption),
  handle(mailTreasurersJob, mailTreasurers),
  handle(syncRootJob, (ctx, { root }) => syncRoot(ctx, root)),
]
