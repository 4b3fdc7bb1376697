import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { callers } from '#platform/http/callers.ts'
import { checkNewPassword } from './check-new-password.ts'
import { endLinks } from './add-link.ts'
import { endEmailChange } from './end-email-change.ts'
import { mailPasswordChangedJob, mailResetLinkJob } from './jobs.ts'
import { hashPassword } from './hash-password.ts'
import { findCredentials, findLink } from './queries.ts'
import { useLink } from './use-link.ts'
import type { Throttle } from './create-throttle.ts'
import type { Visitor } from './visitor-of.ts'

/** Asks for a link. Nothing in the answer, its time included, tells whether somebody has that address. */
export const requestReset = async (
  ctx: Ctx,
  input: { email: string; visitor: Visitor; throttle: Throttle },
): Promise<void> => {
  const { email, visitor, throttle } = input
  await throttle.take(['linksPerAccount', email], ['linksPerAddress', visitor.network])
  const found = await findCredentials(ctx, email)
  await record(ctx, async (tx) => ({ result: await addJob(tx, mailResetLinkJob, { memberId: found?.id ?? null }) }))
}

export const isResetLinkUsable = async (ctx: Ctx, token: string): Promise<boolean> => {
  const link = await findLink(ctx, { token, purpose: 'resetPassword' })
  return link !== null && !link.isExpired
}

/**
 * Sets a new password with the token of a mailed link; false when that is not worth anything any more.
 * Every session ends, and a change of address that was not confirmed. Whoever holds the link reads the mail of that
 * address, so it counts as verified.
 */
export const resetPassword = async (ctx: Ctx, input: { token: string; password: string }): Promise<boolean> => {
  const { token, password } = input
  const link = await findLink(ctx, { token, purpose: 'resetPassword' })
  if (!link || link.isExpired) return false
  await checkNewPassword({ password, facts: [link.email, link.screenName] })
  const passwordHash = await hashPassword(password)
  return change(ctx, 'account.passwordReset', async (tx) => {
    const now = ctx.now()
    const memberId = await useLink(tx, { token, purpose: 'resetPassword', now })
    if (memberId === null) return { result: false, isUnchanged: true }
    await tx
      .updateTable('members')
      .set({ password_hash: passwordHash, email_verified_at: sql<Date>`coalesce(email_verified_at, ${now})` })
      .where('id', '=', memberId)
      .execute()
    await endLinks(tx, { memberId, purpose: 'verifyEmail', now })
    await endEmailChange(tx, { memberId, now })
    await tx.deleteFrom('sessions').where('member_id', '=', memberId).execute()
    await addJob(tx, mailPasswordChangedJob, { memberId })
    return {
      result: true,
      subject: { kind: 'member', id: memberId },
      tell: [callers.notice({ memberId }), screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
}
