import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { mailChangeLink, mailLink } from './links.ts'
import { mailEmailChange, mailInduction, mailNewAccount, mailPasswordChanged, mailReturning } from './mails.ts'

const Whom = z.object({ memberId: z.number().int() })

/** Added with null for addresses without an account, so that both cases take the same time and do the same work. */
const PerhapsWhom = z.object({ memberId: z.number().int().nullable(), onlyIfNone: z.boolean().default(false) })

export const mailVerifyLinkJob = job('mailVerifyLink', PerhapsWhom)

export const mailResetLinkJob = job('mailResetLink', PerhapsWhom)

export const mailLoginLinkJob = job('mailLoginLink', PerhapsWhom)

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
  z.object({
    memberId: z.number().int(),
    step: z.enum(['asked', 'proposed', 'done']),
    from: z.string(),
    to: z.string(),
  }),
)

export const authJobs = [
  handle(mailVerifyLinkJob, (ctx, whom) => mailLink(ctx, { ...whom, purpose: 'verifyEmail' })),
  handle(mailInvitationJob, (ctx, { memberId }) => mailLink(ctx, { memberId, purpose: 'invitation' })),
  handle(mailResetLinkJob, (ctx, whom) => mailLink(ctx, { ...whom, purpose: 'resetPassword' })),
  handle(mailLoginLinkJob, (ctx, whom) => mailLink(ctx, { ...whom, purpose: 'logIn' })),
  handle(mailNewAccountJob, (ctx, { memberId }) => mailNewAccount(ctx, memberId)),
  handle(mailInductionJob, (ctx, { memberId }) => mailInduction(ctx, memberId)),
  handle(mailPasswordChangedJob, (ctx, { memberId }) => mailPasswordChanged(ctx, memberId)),
  handle(mailReturningJob, (ctx, payload) => mailReturning(ctx, payload)),
  handle(mailChangeLinkJob, (ctx, { memberId }) => mailChangeLink(ctx, memberId)),
  handle(mailEmailChangeJob, (ctx, payload) => mailEmailChange(ctx, payload)),
]
