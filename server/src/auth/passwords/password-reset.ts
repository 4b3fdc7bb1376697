import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { callers } from '#platform/http/callers.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { markEmailVerified, storePassword } from '../../members/credentials.ts'
import { endSessions } from '../ended-sessions.ts'
import { mailPasswordChangedJob } from '../jobs.ts'
import { findLink, useLink, endLinks, endEmailChange } from '../links/links.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'

/** Whether a link may still be used, and then the address of its owner. */
export const checkResetLink = async (ctx: Ctx, token: string): Promise<{ success: boolean; email?: string }> => {
  const link = await findLink(ctx, { token, purpose: 'resetPassword' })
  return link && !link.isExpired ? { success: true, email: link.email } : { success: false }
}

/**
 * Sets a new password with the token of a mailed link; false when the link is not valid any more.
 * Every session ends, and so does an unconfirmed change of address. The link was read in the mailbox of the address, so
 * the address counts as verified.
 */
export const resetPassword = async (ctx: Ctx, input: { token: string; password: string }): Promise<boolean> => {
  const { token, password } = input
  const link = await findLink(ctx, { token, purpose: 'resetPassword' })
  if (!link || link.isExpired) return false
  await checkNewPassword({ password, owner: link })
  const passwordHash = await hashPassword(password)
  return change(ctx, 'account.passwordReset', async (work) => {
    const memberId = await useLink(work, { token, purpose: 'resetPassword' })
    if (memberId === null) return { result: false, isUnchanged: true }
    await storePassword(work, { memberId, passwordHash })
    await markEmailVerified(work, memberId)
    await endLinks(work, { memberId, purpose: 'verifyEmail' })
    await endLinks(work, { memberId, purpose: 'invitation' })
    await endLinks(work, { memberId, purpose: 'logIn' })
    await endEmailChange(work, memberId)
    await endSessions(work, { memberId, reason: 'passwordChanged' })
    await addJob(work, mailPasswordChangedJob, { memberId })
    return {
      result: true,
      subject: { kind: 'member', id: memberId },
      tell: [callers.notice({ memberId }), screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
}
