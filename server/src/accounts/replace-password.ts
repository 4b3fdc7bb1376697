import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { endLinks } from './add-link.ts'
import { endEmailChange } from './end-email-change.ts'
import { mailPasswordChangedJob } from './jobs.ts'

/**
 * Sets a new password in the transaction of whatever proved who asks. Every session but one ends, so does a change of
 * address that somebody asked for with the old password, and he is told by mail.
 */
export const replacePassword = async (
  tx: Tx,
  input: { ctx: Ctx; memberId: number; passwordHash: string; keptSessionId: number },
): Promise<void> => {
  const { ctx, memberId, passwordHash, keptSessionId } = input
  await tx.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute()
  await tx.deleteFrom('sessions').where('member_id', '=', memberId).where('id', '!=', keptSessionId).execute()
  await endLinks(tx, { memberId, purpose: 'resetPassword', now: ctx.now() })
  await endEmailChange(tx, { memberId, now: ctx.now() })
  await addJob(tx, mailPasswordChangedJob, { memberId })
}
