import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

const Whole = z.number().int()

export const mailLowBalanceJob = job(
  'mailLowBalance',
  z.object({ memberId: Whole, deviceId: Whole, amountCents: Whole }),
)
