import { z } from 'zod'
import { onceADay } from '#platform/jobs/daily-work.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { balanceLowJob } from '../memberbucks/balance-low.ts'
import { deleteCustomer, tellCustomers } from './customers.ts'
import {
  deleteCustomerJob,
  detachMethodJob,
  finishPaymentJob,
  finishPaymentsJob,
  paymentMethodSavedJob,
} from './job-names.ts'
import { mailCards, mailCardsJob } from './mails.ts'
import { detachMethod } from './methods/payment-methods.ts'
import { applyMethod, warnOfExpiry } from './methods/use-method.ts'
import { topUpAutomatically } from './paying/automatic.ts'
import { collectDues } from './paying/collection.ts'
import { finishPayment, finishPayments } from './paying/unfinished-payments.ts'

export const stripeJobs = [
  handle(paymentMethodSavedJob, async (ctx, saved) => {
    await applyMethod(ctx, saved)
    await collectDues(ctx, saved)
  }),
  handle(detachMethodJob, detachMethod),
  handle(deleteCustomerJob, deleteCustomer),
  handle(finishPaymentJob, finishPayment),
  handle(balanceLowJob, topUpAutomatically),
  handle(mailCardsJob, mailCards),
  handle(finishPaymentsJob, (ctx) => finishPayments(ctx), { schedule: '23 */6 * * *' }),
  handle(job('tellCustomers', z.unknown()), (ctx) => tellCustomers(ctx), { schedule: '*/15 * * * *' }),
  onceADay(
    handle(job('warnOfExpiry', z.unknown()), (ctx) => warnOfExpiry(ctx)),
    '07:47',
  ),
]
