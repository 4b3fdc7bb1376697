import type { EmailLink } from '@spacekeeper/contract/auth/shapes.ts'
import type { HandedLinkPurpose } from '@spacekeeper/contract/auth/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { markEmailVerified } from '../../members/credentials.ts'
import { lockMember, memberNotices } from '../../members/member-row.ts'
import { checkAuthority } from '../../members/roles.ts'
import { refuseTaken } from '../accounts.ts'
import { sendChangeLink, settleByStaff } from '../email-change.ts'
import { mailInvitationJob, mailVerifyLinkJob } from '../jobs.ts'
import { addLink, endLinks, findEmailChange, linkAddress } from './links.ts'

// How staff let people in where no mail arrives. Staff who may replace a member's address may do this as well.

type LoginFacts = { password_hash: string | null; email_verified_at: Date | null }

/** What the account lacks first. */
const purposeFor = ({ password_hash: password, email_verified_at: verifiedAt }: LoginFacts): HandedLinkPurpose => {
  if (password === null) return 'invitation'
  return verifiedAt === null ? 'verifyEmail' : 'resetPassword'
}

/** Confirms the address for the member, or the one that is to replace it: staff know that it is theirs. */
export const confirmEmailByStaff = (ctx: Ctx, memberId: number): Promise<void> =>
  refuseTaken(() =>
    change(ctx, 'account.emailConfirmed', async (work) => {
      const row = await lockMember(work, memberId)
      checkAuthority(ctx, { tasks: ['email'], row })
      const settled = await settleByStaff(work, memberId)
      if (!settled && row.email_verified_at !== null) return unchanged(undefined)
      await markEmailVerified(work, memberId)
      await endLinks(work, { memberId, purpose: 'verifyEmail' })
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { email: settled?.to ?? row.email, ...(settled && { changes: { email: settled } }) },
        tell: memberNotices(memberId),
      }
    }),
  )

const copied = {
  invitation: 'account.invitationCopied',
  verifyEmail: 'account.verifyLinkCopied',
  resetPassword: 'account.resetLinkCopied',
} as const satisfies Record<HandedLinkPurpose, string>

/** A link for staff to hand over. It is in this answer alone; those made before it end. */
export const createEmailLink = (ctx: Ctx, memberId: number): Promise<EmailLink> => {
  const token = newToken()
  return change(ctx, 'account.verifyLinkCopied', async (work) => {
    const row = await lockMember(work, memberId)
    checkAuthority(ctx, { tasks: ['email'], row })
    const purpose = purposeFor(row)
    const endsAt = await addLink(work, { memberId, purpose, token, handedBy: memberOf(ctx).id })
    return {
      result: { purpose, link: linkAddress(ctx, { purpose, token }), endsAt: endsAt.toISOString() },
      event: copied[purpose],
      subject: { kind: 'member', id: memberId },
      tell: memberNotices(memberId),
    }
  })
}

/** Mails the invitation, or the link that confirms the address or the one that is to replace it, once more. */
export const sendEmailLink = async (ctx: Ctx, memberId: number): Promise<void> => {
  if (ctx.smtpUrl === undefined) throw new AppError('mailNotSetUp')
  const wanted = await findEmailChange(ctx, memberId)
  return change(ctx, 'account.verifyLinkRequested', async (work) => {
    const row = await lockMember(work, memberId)
    checkAuthority(ctx, { tasks: ['email'], row })
    const purpose = purposeFor(row)
    if (wanted) {
      await sendChangeLink(work, memberId)
      return { result: undefined, subject: { kind: 'member', id: memberId }, tell: memberNotices(memberId) }
    }
    if (purpose === 'resetPassword') throw new AppError('alreadyVerified')
    const isInvitation = purpose === 'invitation'
    if (isInvitation) {
      // The person shows as invited at once; the job that mails the link makes one of its own.
      await addLink(work, { memberId, purpose, token: newToken() })
      await addJob(work, mailInvitationJob, { memberId })
    } else await addJob(work, mailVerifyLinkJob, { memberId })
    return {
      result: undefined,
      event: isInvitation ? 'account.invitationRequested' : 'account.verifyLinkRequested',
      subject: { kind: 'member', id: memberId },
      tell: memberNotices(memberId),
    }
  })
}
