import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { callers } from '#platform/http/callers.ts'
import { findLink } from './queries.ts'
import { useLink } from './use-link.ts'
import { mailVerifyLinkJob } from './jobs.ts'
import { startSession } from './start-session.ts'
import type { Throttle } from './create-throttle.ts'
import type { Visitor } from './visitor-of.ts'

/** Verifies the address a link was mailed to and logs its owner in. A link that is too old brings a new one by mail. */
export const verifyEmail = async (
  ctx: Ctx,
  input: { token: string; visitor: Visitor; throttle: Throttle },
): Promise<string> => {
  const { token, visitor, throttle } = input
  const link = await findLink(ctx, { token, purpose: 'verifyEmail' })
  if (!link) throw new AppError('invalidLink')
  if (link.isExpired) {
    const isAllowed = await throttle.mayTake(['linksPerAccount', link.email], ['linksPerAddress', visitor.network])
    if (isAllowed) {
      await record(ctx, async (tx) => ({ result: await addJob(tx, mailVerifyLinkJob, { memberId: link.memberId }) }))
    }
    throw new AppError('linkExpired')
  }
  return change(ctx, 'account.verified', async (tx) => {
    const now = ctx.now()
    const memberId = await useLink(tx, { token, purpose: 'verifyEmail', now })
    if (memberId === null) throw new AppError('invalidLink')
    await tx
      .updateTable('members')
      .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, ${now})` })
      .where('id', '=', memberId)
      .execute()
    const session = await startSession(tx, { ctx, memberId, visitor })
    return {
      result: session.token,
      subject: { kind: 'member', id: memberId },
      data: { address: visitor.address },
      tell: [callers.notice({ memberId }), ...session.tell],
    }
  })
}
