import { handle } from '#platform/jobs/job.ts'
import { agreementsSettledJob } from '../agreements/guardians.ts'
import { paidMemberJob } from '../billing/follow.ts'
import { settleSignup } from './completion.ts'
import { mailSignup, mailSignupJob } from './mails.ts'

export const signupJobs = [
  handle(paidMemberJob, (ctx, { memberId }) => settleSignup(ctx, { memberId, hasPaid: true })),
  handle(agreementsSettledJob, (ctx, { memberId }) => settleSignup(ctx, { memberId, hasPaid: false })),
  handle(mailSignupJob, (ctx, payload) => mailSignup(ctx, payload)),
]
