import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { agreementsSettledJob } from '../agreements/guardians.ts'
import { paidMemberJob } from '../billing/follow.ts'
import { joiningStepJob } from '../members/joining-step.ts'
import { settleAll, settleSignup } from './completion.ts'
import { mailSignup, mailSignupJob } from './mails.ts'

/** Every hour: nothing left to do makes a member. */
export const settleSignupsJob = job('settleSignups', z.unknown())

export const signupJobs = [
  handle(settleSignupsJob, (ctx) => settleAll(ctx), { schedule: '37 * * * *' }),
  handle(joiningStepJob, (ctx, { memberId }) => settleSignup(ctx, { memberId, hasPaid: false })),
  handle(paidMemberJob, (ctx, { memberId }) => settleSignup(ctx, { memberId, hasPaid: true })),
  handle(agreementsSettledJob, (ctx, { memberId }) => settleSignup(ctx, { memberId, hasPaid: false })),
  handle(mailSignupJob, (ctx, payload) => mailSignup(ctx, payload)),
]
