import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailChangeLink } from './mail-change-link.ts'
import { mailEmailChange } from './mail-email-change.ts'
import { mailLink } from './mail-link.ts'
import { mailInduction } from './mail-induction.ts'
import { mailNewAccount } from './mail-new-account.ts'
import { mailReturning } from './mail-returning.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { pruneProofs } from './prune-proofs.ts'

const Whom = z.object({ memberId: z.number().int() })

export const mailVerifyLinkJob = job('mailVerifyLink', Whom)
/** Added for addresses nobody has too, with null, so that both take the same time. */
export const mailResetLinkJob = job('mailResetLink', z.object({ memberId: z.number().int().nullable() }))
export const mailNewAccountJob = job('mailNewAccount', Whom)
export const mailInductionJob = job('mailInduction', Whom)
export const mailPasswordChangedJob = job('mailPasswordChanged', Whom)
export const mailReturningJob = job(
  'mailReturning',
  z.object({ memberId: z.number().int(), formerId: z.number().int() }),
)
export const mailChangeLinkJob = job('mailChangeLink', Whom)
export const mailEmailChangeJob = job(
  'mailEmailChange',
  z.object({ memberId: z.number().int(), step: z.enum(['asked', 'done']), from: z.string(), to: z.string() }),
)
const pruneProofsJob = job('pruneProofs', z.object({}))

export const accountJobs = [
  handle(mailVerifyLinkJob, (ctx, { memberId }) => mailLink(ctx, { memberId, purpose: 'verifyEmail' })),
  handle(mailResetLinkJob, async (ctx, { memberId }) => {
    if (memberId !== null) await mailLink(ctx, { memberId, purpose: 'resetPassword' })
  }),
  handle(mailNewAccountJob, (ctx, { memberId }) => mailNewAccount(ctx, memberId)),
  handle(mailInductionJob, (ctx, { memberId }) => mailInduction(ctx, memberId)),
  handle(mailPasswordChangedJob, (ctx, { memberId }) => mailPasswordChanged(ctx, memberId)),
  handle(mailReturningJob, (ctx, payload) => mailReturning(ctx, payload)),
  handle(mailChangeLinkJob, (ctx, { memberId }) => mailChangeLink(ctx, memberId)),
  handle(mailEmailChangeJob, (ctx, payload) => mailEmailChange(ctx, payload)),
  handle(pruneProofsJob, (ctx) => pruneProofs(ctx), { schedule: '20 * * * *' }),
]
