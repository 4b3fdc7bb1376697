import type { Invitation } from '@spacekeeper/contract/auth/shapes.ts'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { plainScreenName } from '@spacekeeper/contract/full-name.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { markEmailVerified, storePassword } from '../members/credentials.ts'
import { findReturning } from '../members/erasure.ts'
import { createMember, lockMember, memberNotices } from '../members/member-row.ts'
import { checkAuthority } from '../members/roles.ts'
import { moveStanding } from '../members/standing.ts'
import { refuseTaken } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { mailInvitationJob, mailReturningJob } from './jobs.ts'
import { addLink, endEmailChange, endLinks, findLink, linkAddress, useLink } from './links/links.ts'
import { checkNewPassword, hashPassword } from './passwords/passwords.ts'
import { startSession } from './sessions.ts'
import { describeLoginDevice } from './user-agents.ts'

const longestName = 30

/** The first name, with a number where others have it: the person chooses a better one with their profile. */
const freeScreenName = async (ctx: Ctx, firstName: string): Promise<string> => {
  const numbers = Array.from({ length: 50 }, (_, at) => ` ${at + 2}`)
  const names = ['', ...numbers].map((end) => `${firstName.slice(0, longestName - end.length)}${end}`)
  const rows = await ctx.db
    .selectFrom('members')
    .select(sql<string>`lower(screen_name)`.as('name'))
    .where(sql<boolean>`lower(screen_name) = any(${names.map((name) => plainScreenName(name))}::text[])`)
    .execute()
  const taken = new Set(rows.map(({ name }) => name))
  return names.find((name) => !taken.has(plainScreenName(name))) ?? `member ${newToken().slice(0, 8)}`
}

/** The link is in the answer where no mail takes it to the person, and is stored nowhere. */
type InvitationResult = { memberId: number; link: string | null; endsAt: string }

/** Adds a person with the link by which they choose a password, and the membership if staff want it to start at once. */
export const invite = async (ctx: Ctx, invitation: Invitation): Promise<InvitationResult> => {
  const { firstName, lastName, makesMember } = invitation
  const email = plainEmail(invitation.email)
  const isMailed = invitation.sendsMail && ctx.smtpUrl !== undefined
  const screenName = await freeScreenName(ctx, firstName)
  const token = newToken()
  return refuseTaken(() =>
    change(ctx, 'account.invited', async (work) => {
      const memberId = await createMember(work, {
        facts: { email, firstName, lastName, screenName, phone: '' },
        passwordHash: null,
        isEmailVerified: false,
        isAdmin: false,
        membershipState: 'noob',
        mustCheckProfile: true,
      })
      // The job that mails a link makes one of its own; until then this one shows that the person is invited.
      const handedBy = isMailed ? null : memberOf(ctx).id
      const endsAt = await addLink(work, { memberId, purpose: 'invitation', token, handedBy })
      if (isMailed) await addJob(work, mailInvitationJob, { memberId })
      const formerId = await findReturning(work, { email, phone: '' })
      if (formerId !== null) await addJob(work, mailReturningJob, { memberId, formerId })
      const move = makesMember ? await moveStanding(work, { memberId, move: 'makeMember' }) : null
      return {
        result: {
          memberId,
          link: isMailed ? null : linkAddress(ctx, { purpose: 'invitation', token }),
          endsAt: endsAt.toISOString(),
        },
        subject: { kind: 'member', id: memberId },
        ...(formerId !== null && { data: { formerId } }),
        ...(move && !('isUnchanged' in move) && { also: [move] }),
        tell: memberNotices(memberId),
      }
    }),
  )
}

/**
 * The invitation works no more, or the address that waits does not replace the member's. The account stays, so that staff
 * can invite the person again.
 */
export const cancelInvitation = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'account.invitationCancelled', async (work) => {
    const row = await lockMember(work, memberId)
    checkAuthority(ctx, { tasks: ['email'], row })
    const isChange = await endEmailChange(work, memberId)
    const ended = await endLinks(work, { memberId, purpose: 'invitation' })
    if (ended === 0 && !isChange) return unchanged(undefined)
    return {
      result: undefined,
      event: isChange ? 'account.emailChangeCancelled' : 'account.invitationCancelled',
      subject: { kind: 'member', id: memberId },
      tell: memberNotices(memberId),
    }
  })

/** Who a link invites; null when it does not work any more. */
export const checkInvitation = async (ctx: Ctx, token: string) => {
  const link = await findLink(ctx, { token, purpose: 'invitation' })
  return link && !link.isExpired ? { firstName: link.firstName, email: link.email } : null
}

const settleInvitation = async (work: Work, input: { token: string; passwordHash: string }) => {
  const { token, passwordHash } = input
  const memberId = await useLink(work, { token, purpose: 'invitation' })
  if (memberId === null) throw new AppError('invalidLink')
  await storePassword(work, { memberId, passwordHash })
  await markEmailVerified(work, memberId)
  await endLinks(work, { memberId, purpose: 'verifyEmail' })
  await endLinks(work, { memberId, purpose: 'resetPassword' })
  return memberId
}

type Acceptance = { token: string; password: string; client: ClientAddress }

/** Sets the first password of an invited person and logs them in; the token of the session comes back. */
export const acceptInvitation = async (ctx: Ctx, { token, password, client }: Acceptance): Promise<string> => {
  const link = await findLink(ctx, { token, purpose: 'invitation' })
  if (!link || link.isExpired) throw new AppError('invalidLink')
  await checkNewPassword({ password, owner: link })
  const passwordHash = await hashPassword(password)
  return change(ctx, 'account.invitationAccepted', async (work) => {
    const memberId = await settleInvitation(work, { token, passwordHash })
    const session = await startSession(work, { memberId, client })
    return {
      result: session.token,
      subject: { kind: 'member', id: memberId },
      data: { address: client.address, ...describeLoginDevice(client) },
      tell: [...memberNotices(memberId), ...session.tell],
    }
  })
}
