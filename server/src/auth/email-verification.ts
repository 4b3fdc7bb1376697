import type { Ctx } from '#platform/ctx.ts'
import { record, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { correctEmail, markEmailVerified } from '../members/credentials.ts'
import { memberNotices } from '../members/member-row.ts'
import { findCredentials, refuseTaken } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { confirmEmail, sendChangeLink } from './email-change.ts'
import { mailVerifyLinkJob } from './jobs.ts'
import { endMailedLinks, findLink, useLink, findEmailChange } from './links.ts'
import { checkPassword, type Login } from './logins.ts'
import { startSession } from './sessions.ts'
import type { Throttle } from './throttle.ts'

type Verification = { token: string; client: ClientAddress; throttle: Throttle }

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Mails a new link in place of one that is too old, as often as links may be asked for. */
const sendAnother = async (
  ctx: Ctx,
  input: { link: Link; isFirst: boolean; client: ClientAddress; throttle: Throttle },
) => {
  const { link, isFirst, client, throttle } = input
  const { memberId } = link
  const isAllowed = await throttle.mayTake(['linksPerAccount', link.email], ['linksPerAddress', client.network])
  if (!isAllowed) return
  await record(ctx, async (tx) => ({
    result: await (isFirst ? addJob(tx, mailVerifyLinkJob, { memberId }) : sendChangeLink(tx, memberId)),
  }))
}

const verifyFirst = (ctx: Ctx, input: { token: string; client: ClientAddress }) =>
  change(ctx, 'account.verified', async (tx) => {
    const now = ctx.now()
    const memberId = await useLink(tx, { token: input.token, purpose: 'verifyEmail', now })
    if (memberId === null) throw new AppError('invalidLink')
    await markEmailVerified(tx, { memberId, now })
    const session = await startSession(tx, { ctx, memberId, client: input.client })
    return {
      result: session.token,
      subject: { kind: 'member', id: memberId },
      data: { address: input.client.address },
      tell: [...memberNotices(memberId), ...session.tell],
    }
  })

/**
 * Verifies the address a link was mailed to and logs its owner in: that of a new account, or one
 * that is to replace their old one. An expired link is replaced by mail.
 */
export const verifyEmail = async (ctx: Ctx, input: Verification): Promise<string> => {
  const { token } = input
  const first = await findLink(ctx, { token, purpose: 'verifyEmail' })
  const link = first ?? (await findLink(ctx, { token, purpose: 'changeEmail' }))
  if (!link || (!first && !(await findEmailChange(ctx, link.memberId)))) throw new AppError('invalidLink')
  if (link.isExpired) {
    await sendAnother(ctx, { ...input, link, isFirst: first !== null })
    throw new AppError(ctx.smtpUrl === undefined ? 'linkExpiredNoMail' : 'linkExpired')
  }
  return first ? verifyFirst(ctx, input) : confirmEmail(ctx, { ...input, memberId: link.memberId })
}

/** Mails another link. Neither the answer nor its time tells whether a new account has that address. */
export const resendVerification = async (
  ctx: Ctx,
  input: { email: string; client: ClientAddress; throttle: Throttle },
): Promise<void> => {
  const { email, client, throttle } = input
  await throttle.take(['linksPerAccount', email], ['linksPerAddress', client.network])
  const found = await findCredentials(ctx, email)
  const memberId = found && found.passwordHash !== null ? found.id : null
  await record(ctx, async (tx) => ({ result: await addJob(tx, mailVerifyLinkJob, { memberId }) }))
}

/**
 * Replaces the mistyped address of a new account, whose password the caller knows, and mails the link to the right one.
 * An address that was confirmed changes in the profile, with a notice to the old one.
 */
export const correctUnverifiedEmail = async (ctx: Ctx, input: Login & { newEmail: string }): Promise<void> => {
  const { throttle, client } = input
  const to = input.newEmail.toLowerCase()
  const { memberId, isVerified } = await checkPassword(ctx, input)
  if (isVerified) throw new AppError('alreadyVerified')
  await throttle.take(['linksPerAccount', to], ['linksPerAddress', client.network])
  await refuseTaken(() =>
    change(ctx, 'account.unverifiedEmailChanged', async (tx) => {
      const isCorrected = await correctEmail(tx, { memberId, email: to })
      // The link may have been followed since the check.
      if (!isCorrected) throw new AppError('alreadyVerified')
      // A link to choose a password confirms the address as well.
      await endMailedLinks(tx, { memberId, now: ctx.now() })
      await addJob(tx, mailVerifyLinkJob, { memberId })
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { changes: { email: { from: input.email.toLowerCase(), to } }, address: client.address },
        tell: memberNotices(memberId),
      }
    }),
  )
}
