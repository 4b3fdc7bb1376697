import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { endLinks } from './add-link.ts'
import { endEmailChange } from './end-email-change.ts'
import { mailEmailChangeJob } from './jobs.ts'
import { refuseTaken } from './refuse-taken.ts'
import { startSession } from './start-session.ts'
import { useLink } from './use-link.ts'
import type { Visitor } from './visitor-of.ts'

/** What the member asked for, with himself held; undefined when his address is not the one it was asked from. */
const holdChange = async (tx: Tx, memberId: number) => {
  const member = await tx
    .selectFrom('members')
    .select('email')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return tx
    .selectFrom('email_changes')
    .select(['from_email as from', 'to_email as to'])
    .where('member_id', '=', memberId)
    .where('from_email', '=', member?.email ?? '')
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Replaces a member's address by the one this link was mailed to, and logs him in as the link of a new account does.
 * Links to the old address end; both addresses are told.
 */
export const confirmEmail = (
  ctx: Ctx,
  input: { memberId: number; token: string; visitor: Visitor },
): Promise<string> => {
  const { memberId, token, visitor } = input
  return refuseTaken(() =>
    change(ctx, 'account.emailChanged', async (tx) => {
      const now = ctx.now()
      const wanted = await holdChange(tx, memberId)
      const isUsed = (await useLink(tx, { token, purpose: 'changeEmail', now })) !== null
      if (!wanted || !isUsed) throw new AppError('invalidLink')
      await tx
        .updateTable('members')
        .set({ email: wanted.to, email_verified_at: now })
        .where('id', '=', memberId)
        .execute()
      await endEmailChange(tx, { memberId, now })
      await endLinks(tx, { memberId, purpose: 'resetPassword', now })
      await addJob(tx, mailEmailChangeJob, { memberId, step: 'done', ...wanted })
      const session = await startSession(tx, { ctx, memberId, visitor })
      return {
        result: session.token,
        subject: { kind: 'member', id: memberId },
        data: { changes: { email: wanted }, address: visitor.address },
        tell: [
          callers.notice({ memberId }),
          screens.notice({ topic: 'profile', audience: { memberId } }),
          screens.notice({ topic: 'members', audience: 'admins' }),
          ...session.tell,
        ],
      }
    }),
  )
}
