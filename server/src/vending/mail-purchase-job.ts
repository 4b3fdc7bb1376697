import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

export const mailPurchaseJob = job(
  'mailPurchase',
  z.object({ purchaseId: z.number().int(), occasion: z.enum(['bought', 'paidIn', 'refunded']) }),
)
