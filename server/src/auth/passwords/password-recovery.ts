import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { callers } from '#platform/http/callers.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { markEmailVerified, storePassword } from '../../members/credentials.ts'
import { findAccount } from '../accounts.ts'
import { endSessions } from '../ended-sessions.ts'
import { mailPasswordChangedJob } from '../jobs.ts'
import { addLink, endMailedLinks } from '../links/links.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'

// How the command line lets an account back in where no mail arrives. The person who runs it has the server, and answers for
// the address, which counts as verified.

/** Sets a password, ends every session and every mailed link; false when there is no such account. */
export const setPassword = async (ctx: Ctx, input: { memberId: number; password: string }): Promise<boolean> => {
  const { memberId, password } = input
  const account = await findAccount(ctx, memberId)
  if (!account) return false
  await checkNewPassword({ password, owner: account })
  const passwordHash = await hashPassword(password)
  await change(ctx, 'account.passwordSet', async (work) => {
    await storePassword(work, { memberId, passwordHash })
    await markEmailVerified(work, memberId)
    await endMailedLinks(work, memberId)
    await endSessions(work, { memberId, reason: 'passwordChanged' })
    await addJob(work, mailPasswordChangedJob, { memberId })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      tell: [callers.notice({ memberId }), screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
  return true
}

/** Where a new password can be chosen once within a day; null when there is no such account. Links mailed before end. */
export const createResetLink = async (ctx: Ctx, memberId: number): Promise<string | null> => {
  const account = await findAccount(ctx, memberId)
  if (!account) return null
  const token = newToken()
  await change(ctx, 'account.resetLinkPrinted', async (work) => {
    await addLink(work, { memberId, purpose: 'resetPassword', token })
    return { result: undefined, subject: { kind: 'member', id: memberId } }
  })
  return `${ctx.siteUrl}/profile/password/reset/${token}`
}
