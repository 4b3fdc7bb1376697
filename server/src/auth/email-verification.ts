import type { Verification } from '@spacekeeper/contract/auth/shapes.ts'
import { NewPassword } from '@spacekeeper/contract/fields.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record, change } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { correctEmail, markEmailVerified, storePassword } from '../members/credentials.ts'
import { memberNotices } from '../members/member-row.ts'
import { refuseTaken } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { confirmEmail, sendChangeLink } from './email-change.ts'
import { endSessions } from './ended-sessions.ts'
import { mailResetLinkJob, mailVerifyLinkJob } from './jobs.ts'
import type { Throttle } from './limits/throttle.ts'
import { linksTo } from './links/link-requests.ts'
import { endMailedLinks, findLink, useLink, findEmailChange } from './links/links.ts'
import { checkLoginPassword, type Login } from './logins.ts'
import { checkNewPassword, hashPassword } from './passwords/passwords.ts'
import { startSession } from './sessions.ts'
import { checkSecondFactor } from './strong/second-factors.ts'
import { describeLoginDevice } from './user-agents.ts'

type Following = {
  token: string
  password?: string | undefined
  /** Of a member with an authenticator app who is not logged in. */
  code?: string | undefined
  /** Whether the browser of the request registered this account. */
  isRegistering: (memberId: number) => boolean
  client: ClientAddress
  throttle: Throttle
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

type LinkSending = { link: Link; client: ClientAddress; throttle: Throttle }

const mayMail = (purpose: 'verifyEmail' | 'resetPassword', { link, client, throttle }: LinkSending) => {
  const account = linksTo(purpose, link.email)
  return throttle.mayTake(
    ['linksPerAccountAndAddress', `${account} ${client.network}`],
    ['linksPerAccount', account],
    ['linksPerAddress', client.network],
  )
}

/** Mails a new link in place of one that is too old, as often as links may be asked for. */
const sendAnother = async (ctx: Ctx, input: LinkSending & { isFirst: boolean }) => {
  const { link, isFirst, client, throttle } = input
  const { memberId } = link
  if (!(await mayMail('verifyEmail', { link, client, throttle }))) return
  await record(ctx, async (work) => ({
    result: await (isFirst ? addJob(work, mailVerifyLinkJob, { memberId }) : sendChangeLink(work, memberId)),
  }))
}

const verifyFirst = (ctx: Ctx, input: { token: string; client: ClientAddress }) =>
  change(ctx, 'account.verified', async (work) => {
    const memberId = await useLink(work, { token: input.token, purpose: 'verifyEmail' })
    if (memberId === null) throw new AppError('invalidLink')
    await markEmailVerified(work, memberId)
    const session = await startSession(work, { memberId, client: input.client })
    return {
      result: session.token,
      subject: { kind: 'member', id: memberId },
      data: { address: input.client.address, ...describeLoginDevice(input.client) },
      tell: [...memberNotices(memberId), ...session.tell],
    }
  })

/**
 * The same where only the mailbox is proven: the password that the account was registered with ends, and with it every
 * session, so that a person who registered an address of another gains nothing when its owner follows the link.
 */
const verifyAnew = async (ctx: Ctx, input: { link: Link; token: string; password: string; client: ClientAddress }) => {
  const { link, token, password, client } = input
  const { memberId } = link
  const wrong = NewPassword.safeParse(password).error?.issues[0]
  if (wrong) throw badField('password', wrong.message)
  await checkNewPassword({ password, owner: link })
  const passwordHash = await hashPassword(password)
  return change(ctx, 'account.verifiedAnew', async (work) => {
    if ((await useLink(work, { token, purpose: 'verifyEmail' })) === null) throw new AppError('invalidLink')
    await storePassword(work, { memberId, passwordHash })
    await markEmailVerified(work, memberId)
    await endMailedLinks(work, memberId)
    await endSessions(work, { memberId, reason: 'passwordChanged' })
    const session = await startSession(work, { memberId, client })
    return {
      result: session.token,
      subject: { kind: 'member', id: memberId },
      data: { address: client.address, ...describeLoginDevice(client) },
      tell: [...memberNotices(memberId), ...session.tell],
    }
  })
}

/** Existing clients have no field for a password here: they say that another link was sent, and it leads to one. */
const sendPasswordLink = async (ctx: Ctx, { link, client, throttle }: Following & { link: Link }) => {
  const { memberId } = link
  if (!(await mayMail('resetPassword', { link, client, throttle }))) return
  await record(ctx, async (work) => ({ result: await addJob(work, mailResetLinkJob, { memberId }) }))
}

/** Confirms the address of a new account with whatever its browser brings. */
const confirmFirst = async (ctx: Ctx, input: Following & { link: Link }) => {
  const { link, password } = input
  if (input.isRegistering(link.memberId)) return verifyFirst(ctx, input)
  if (password !== undefined) return verifyAnew(ctx, { ...input, password })
  await sendPasswordLink(ctx, input)
  throw new AppError('newPasswordNeeded')
}

const isLoggedInAs = ({ actor }: Ctx, memberId: number) => actor.kind === 'member' && actor.id === memberId

/** A link that is not used up, the address it confirms, and whether that is the first one of a new account. */
const findVerification = async (ctx: Ctx, token: string) => {
  const first = await findLink(ctx, { token, purpose: 'verifyEmail' })
  if (first) return { link: first, isFirst: true, email: first.email }
  const link = await findLink(ctx, { token, purpose: 'changeEmail' })
  const wanted = link && (await findEmailChange(ctx, link.memberId))
  return link && wanted ? { link, isFirst: false, email: wanted.email } : null
}

/**
 * A link to a new address shows that its reader has that mailbox, not that they are the member: the address may be
 * mistyped. So it needs the member's session or password, and what else they log in with.
 */
const checkOwner = async (
  ctx: Ctx,
  { link, token, password, code, client, throttle }: Following & { link: Link },
): Promise<{ isStrong: boolean }> => {
  if (isLoggedInAs(ctx, link.memberId)) return { isStrong: false }
  if (password === undefined) throw new AppError('passwordNeeded')
  await checkLoginPassword(ctx, { email: link.email, password, client, throttle }).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'wrongLogin')) throw error
    // The link was followed meanwhile elsewhere, so the account has another address by now.
    throw new AppError((await findVerification(ctx, token)) ? 'wrongPassword' : 'invalidLink')
  })
  const { memberId, email } = link
  return { isStrong: await checkSecondFactor(ctx, { memberId, email, code, client, throttle }) }
}

/** What following a link asks for in this browser; nothing also of one that does not work, because following it says why. */
export const checkVerification = async (
  ctx: Ctx,
  { token, isRegistering }: Pick<Following, 'token' | 'isRegistering'>,
): Promise<Verification> => {
  const found = await findVerification(ctx, token)
  if (!found || found.link.isExpired) return { asks: 'nothing', email: null }
  const { link, isFirst, email } = found
  if (isFirst) return { asks: isRegistering(link.memberId) ? 'nothing' : 'newPassword', email }
  return { asks: isLoggedInAs(ctx, link.memberId) ? 'nothing' : 'password', email }
}

/** Whether a newer link for the same purpose, which can still be used, took the place of this one. */
const isReplaced = async (ctx: Ctx, token: string): Promise<boolean> => {
  const newer = ctx.db
    .selectFrom('email_links as old')
    .innerJoin('email_links as newer', (on) =>
      on
        .onRef('newer.member_id', '=', 'old.member_id')
        .onRef('newer.purpose', '=', 'old.purpose')
        .onRef('newer.id', '>', 'old.id'),
    )
    .select('newer.id')
    .where('old.token_hash', '=', hashToken(token))
    .where('old.purpose', 'in', ['verifyEmail', 'changeEmail'])
    .where('newer.used_at', 'is', null)
    .where('newer.expires_at', '>', ctx.now())
    .limit(1)
  return (await newer.executeTakeFirst()) !== undefined
}

/**
 * Verifies the address a link was mailed to and logs its owner in: that of a new account, or one
 * that is to replace their old one. An expired link is replaced by mail.
 */
export const verifyEmail = async (ctx: Ctx, input: Following): Promise<string> => {
  const found = await findVerification(ctx, input.token)
  if (!found) throw new AppError((await isReplaced(ctx, input.token)) ? 'linkReplaced' : 'invalidLink')
  const { link, isFirst } = found
  if (link.isExpired) {
    await sendAnother(ctx, { ...input, link, isFirst })
    throw new AppError(ctx.smtpUrl === undefined ? 'linkExpiredNoMail' : 'linkExpired')
  }
  if (isFirst) return confirmFirst(ctx, { ...input, link })
  const { isStrong } = await checkOwner(ctx, { ...input, link })
  return confirmEmail(ctx, { ...input, memberId: link.memberId, isStrong })
}

/**
 * Replaces the mistyped address of a new account, whose password the caller knows, and mails the link to the right one.
 * An address that was confirmed changes in the profile, with a notice to the old one.
 */
export const correctUnverifiedEmail = async (ctx: Ctx, input: Login & { newEmail: string }): Promise<void> => {
  const { throttle, client } = input
  const to = input.newEmail
  const { memberId, isVerified } = await checkLoginPassword(ctx, input)
  if (isVerified) throw new AppError('alreadyVerified')
  await throttle.take(['linksPerAccount', to], ['linksPerAddress', client.network])
  await refuseTaken(() =>
    change(ctx, 'account.unverifiedEmailChanged', async (work) => {
      const isCorrected = await correctEmail(work, { memberId, email: to })
      // The link may have been followed since the check.
      if (!isCorrected) throw new AppError('alreadyVerified')
      // A link to choose a password confirms the address as well.
      await endMailedLinks(work, memberId)
      await addJob(work, mailVerifyLinkJob, { memberId })
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { changes: { email: { from: input.email, to } }, address: client.address },
        tell: memberNotices(memberId),
      }
    }),
  )
}
