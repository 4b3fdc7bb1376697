import { handle } from '#platform/jobs/job.ts'
import { mailLowBalanceJob } from './mail-low-balance-job.ts'
import { mailLowBalance } from './mail-low-balance.ts'
import { mailPurchaseJob } from './mail-purchase-job.ts'
import { mailPurchase } from './mail-purchase.ts'

export const vendingJobs = [
  handle(mailPurchaseJob, (ctx, payload) => mailPurchase(ctx, payload)),
  handle(mailLowBalanceJob, (ctx, payload) => mailLowBalance(ctx, payload)),
]
