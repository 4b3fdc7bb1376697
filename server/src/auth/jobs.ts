import { z } from 'zod'
import { job, handle } from '#platform/jobs/job.ts'
import { mailChangeLink, mailLink } from './links/links.ts'
import { mailInduction, mailNewAccount, mailPasswordChanged, mailReturning } from './mails.ts'
import { mailStrongLogin, strongLoginChanges } from './strong/mails.ts'
import { mailTokenReused } from './tokens/token-mails.ts'

const MailedMember = z.object({ memberId: z.number().int() })

/** Added with null for addresses without an account, so that both cases take the same time and do the same work. */
const PerhapsWhom = z.object({ memberId: z.number().int().nullable(), onlyIfNone: z.boolean().default(false) })

export const mailVerifyLinkJob = job('mailVerifyLink', PerhapsWhom)

export const mailResetLinkJob = job('mailResetLink', PerhapsWhom)

export const mailLoginLinkJob = job('mailLoginLink', PerhapsWhom)

export const mailInvitationJob = job('mailInvitation', MailedMember)

export const mailNewAccountJob = job('mailNewAccount', MailedMember)

export const mailInductionJob = job('mailInduction', MailedMember)

export const mailPasswordChangedJob = job('mailPasswordChanged', MailedMember)

export const mailTokenReusedJob = job('mailTokenReused', MailedMember.extend({ appName: z.string() }))

export const mailReturningJob = job(
  'mailReturning',
  z.object({ memberId: z.number().int(), formerId: z.number().int() }),
)

export const mailChangeLinkJob = job('mailChangeLink', MailedMember)

export const mailStrongLoginJob = job(
  'mailStrongLogin',
  z.object({ memberId: z.number().int(), what: z.enum(strongLoginChanges) }),
)

export const authJobs = [
  handle(mailVerifyLinkJob, (ctx, mailed) => mailLink(ctx, { ...mailed, purpose: 'verifyEmail' })),
  handle(mailInvitationJob, (ctx, { memberId }) => mailLink(ctx, { memberId, purpose: 'invitation' })),
  handle(mailResetLinkJob, (ctx, mailed) => mailLink(ctx, { ...mailed, purpose: 'resetPassword' })),
  handle(mailLoginLinkJob, (ctx, mailed) => mailLink(ctx, { ...mailed, purpose: 'logIn' })),
  handle(mailStrongLoginJob, (ctx, payload) => mailStrongLogin(ctx, payload)),
  handle(mailNewAccountJob, (ctx, { memberId }) => mailNewAccount(ctx, memberId)),
  handle(mailInductionJob, (ctx, { memberId }) => mailInduction(ctx, memberId)),
  handle(mailPasswordChangedJob, (ctx, { memberId }) => mailPasswordChanged(ctx, memberId)),
  handle(mailTokenReusedJob, (ctx, payload) => mailTokenReused(ctx, payload)),
  handle(mailReturningJob, (ctx, payload) => mailReturning(ctx, payload)),
  handle(mailChangeLinkJob, (ctx, { memberId }) => mailChangeLink(ctx, memberId)),
]
