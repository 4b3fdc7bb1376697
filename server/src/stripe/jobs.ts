import { z } from 'zod'
import { onceADay } from '#platform/jobs/daily-work.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { balanceLowJob } from '../memberbucks/balance-low.ts'
import { topUpAutomatically } from './automatic.ts'
import { useMethod } from './card-subscriptions.ts'
import { deleteCustomer, tellCustomers } from './customers.ts'
import { finishTopUp, finishTopUps } from './finish-top-ups.ts'
import { deleteCustomerJob, detachMethodJob, finishTopUpJob, paymentMethodSavedJob } from './job-names.ts'
import { mailCards, mailCardsJob } from './mails.ts'
import { detachMethod } from './payment-methods.ts'
import { applyMethod, warnOfExpiry } from './use-method.ts'

export const stripeJobs = [
  handle(paymentMethodSavedJob, async (ctx, saved) => {
    await applyMethod(ctx, saved)
    await useMethod(ctx, saved)
  }),
  handle(detachMethodJob, detachMethod),
  handle(deleteCustomerJob, deleteCustomer),
  handle(finishTopUpJob, finishTopUp),
  handle(balanceLowJob, topUpAutomatically),
  handle(mailCardsJob, mailCards),
  handle(job('finishTopUps', z.unknown()), (ctx) => finishTopUps(ctx), { schedule: '23 */6 * * *' }),
  handle(job('tellCustomers', z.unknown()), (ctx) => tellCustomers(ctx), { schedule: '*/15 * * * *' }),
  onceADay(
    handle(job('warnOfExpiry', z.unknown()), (ctx) => warnOfExpiry(ctx)),
    '07:47',
  ),
]
