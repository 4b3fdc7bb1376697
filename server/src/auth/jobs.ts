import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { pruneCredentials } from './credentials.ts'
import { mailChangeLink, mailLink } from './links.ts'
import { mailEmailChange, mailInduction, mailNewAccount, mailPasswordChanged, mailReturning } from './mails.ts'

const Whom = z.object({ memberId: z.number().int() })

/** Added with null for addresses without an account, so that both cases take the same time. */
const PerhapsWhom = z.object({ memberId: z.number().int().nullable() })

export const mailVerifyLinkJob = job('mailVerifyLink', PerhapsWhom)

export const mailResetLinkJob = job('mailResetLink', PerhapsWhom)

export const mailInvitationJob = job('mailInvitation', Whom)

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

// The name of the task stays, because jobs of it may be waiting.
const pruneCredentialsJob = job('pruneProofs', z.object({}))

export const authJobs = [
  handle(mailVerifyLinkJob, async (ctx, { memberId }) => {
    if (memberId !== null) await mailLink(ctx, { memberId, purpose: 'verifyEmail' })
  }),
  handle(mailInvitationJob, (ctx, { memberId }) => mailLink(ctx, { memberId, purpose: 'invitation' })),
  handle(mailResetLinkJob, async (ctx, { memberId }) => {
    if (memberId !== null) await mailLink(ctx, { memberId, purpose: 'resetPassword' })
  }),
  handle(mailNewAccountJob, (ctx, { memberId }) => mailNewAccount(ctx, memberId)),
  handle(mailInductionJob, (ctx, { memberId }) => mailInduction(ctx, memberId)),
  handle(mailPasswordChangedJob, (ctx, { memberId }) => mailPasswordChanged(ctx, memberId)),
  handle(mailReturningJob, (ctx, payload) => mailReturning(ctx, payload)),
  handle(mailChangeLinkJob, (ctx, { memberId }) => mailChangeLink(ctx, memberId)),
  handle(mailEmailChangeJob, (ctx, payload) => mailEmailChange(ctx, payload)),
  handle(pruneCredentialsJob, (ctx) => pruneCredentials(ctx), { schedule: '20 * * * *' }),
]
