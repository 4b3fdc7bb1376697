import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailLowBalance, mailPurchase } from './mails.ts'

const Whole = z.number().int()

export const mailPurchaseJob = job(
  'mailPurchase',
  z.object({ purchaseId: Whole, occasion: z.enum(['bought', 'paidIn', 'refunded']) }),
)

export const mailLowBalanceJob = job(
  'mailLowBalance',
  z.object({ memberId: Whole, deviceId: Whole, amountCents: Whole }),
)

export const vendingJobs = [handle(mailPurchaseJob, mailPurchase), handle(mailLowBalanceJob, mailLowBalance)]
