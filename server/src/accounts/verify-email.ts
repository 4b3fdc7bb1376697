import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { callers } from '#platform/http/callers.ts'
import { confirmEmail } from './confirm-email.ts'
import { findEmailChange, findLink } from './queries.ts'
import { useLink } from './use-link.ts'
import { mailChangeLinkJob, mailVerifyLinkJob } from './jobs.ts'
import { startSession } from './start-session.ts'
import type { Throttle } from './create-throttle.ts'
import type { Visitor } from './visitor-of.ts'

type Verification = { token: string; visitor: Visitor; throttle: Throttle }
type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Mails a new link in place of one that is too old, as often as links may be asked for. */
const sendAnother = async (
  ctx: Ctx,
  input: { link: Link; job: typeof mailVerifyLinkJob; visitor: Visitor; throttle: Throttle },
) => {
  const { link, job, visitor, throttle } = input
  const isAllowed = await throttle.mayTake(['linksPerAccount', link.email], ['linksPerAddress', visitor.network])
  if (isAllowed) await record(ctx, async (tx) => ({ result: await addJob(tx, job, { memberId: link.memberId }) }))
}

const verifyFirst = (ctx: Ctx, input: { token: string; visitor: Visitor }) =>
  change(ctx, 'account.verified', async (tx) => {
    const now = ctx.now()
    const memberId = await useLink(tx, { token: input.token, purpose: 'verifyEmail', now })
    if (memberId === null) throw new AppError('invalidLink')
    await tx
      .updateTable('members')
      .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, ${now})` })
      .where('id', '=', memberId)
      .execute()
    const session = await startSession(tx, { ctx, memberId, visitor: input.visitor })
    return {
      result: session.token,
      subject: { kind: 'member', id: memberId },
      data: { address: input.visitor.address },
      tell: [callers.notice({ memberId }), ...session.tell],
    }
  })

/**
 * Verifies the address a link was mailed to and logs its owner in: that of a new account, or one that he wants in place
 * of his old one. A link that is too old brings a new one by mail.
 */
export const verifyEmail = async (ctx: Ctx, input: Verification): Promise<string> => {
  const { token } = input
  const first = await findLink(ctx, { token, purpose: 'verifyEmail' })
  const link = first ?? (await findLink(ctx, { token, purpose: 'changeEmail' }))
  if (!link || (!first && !(await findEmailChange(ctx, link.memberId)))) throw new AppError('invalidLink')
  if (link.isExpired) {
    await sendAnother(ctx, { ...input, link, job: first ? mailVerifyLinkJob : mailChangeLinkJob })
    throw new AppError('linkExpired')
  }
  return first ? verifyFirst(ctx, input) : confirmEmail(ctx, { ...input, memberId: link.memberId })
}
