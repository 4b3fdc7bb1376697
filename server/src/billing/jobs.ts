import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailInvoice, mailPause, mailPauseJob } from './dated-mails.ts'
import { mailInvoiceJob, mailPlan, mailPlanJob } from './mails.ts'
import { mailMisfit, mailMisfitJob } from './plan-fit.ts'
import { runBilling } from './subscriptions/nightly.ts'

export const billingRunJob = job('runBilling', z.unknown())

export const billingJobs = [
  // Every hour, because midnight where the space is can be any of them.
  handle(billingRunJob, async (ctx) => void (await runBilling(ctx)), { schedule: '7 * * * *' }),
  handle(mailPlanJob, (ctx, order) => mailPlan(ctx, order)),
  handle(mailInvoiceJob, (ctx, payload) => mailInvoice(ctx, payload)),
  handle(mailMisfitJob, (ctx, payload) => mailMisfit(ctx, payload)),
  handle(mailPauseJob, (ctx, payload) => mailPause(ctx, payload)),
]
