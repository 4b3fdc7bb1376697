import { invitationDays, loginLinkMinutes } from '@spacekeeper/contract/auth/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { queueMail, messagesChanged, rehearseMail } from '../../messages/outbox.ts'
import { findAccount } from '../accounts.ts'
import { verifyMail, resetMail, changeLinkMail, invitationMail, loginLinkMail } from '../mails.ts'

/** The address a member asked for and has not confirmed; null also if their own address has changed since. */
export const findEmailChange = async (ctx: Ctx, memberId: number) => {
  const row = await ctx.db
    .selectFrom('email_changes as c')
    .innerJoin('members as m', (on) => on.onRef('m.id', '=', 'c.member_id').onRef('m.email', '=', 'c.from_email'))
    .select(['c.to_email as email', 'c.asked_at as askedAt', 'm.first_name as firstName'])
    .where('m.id', '=', memberId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * A link that staff read works only while they could make it again: otherwise they could keep one until its member has
 * more permissions than they.
 */
const isInGoodHands = sql<boolean>`(email_links.handed_by is null or exists (
  select from members h, members m where h.id = email_links.handed_by and m.id = email_links.member_id
    and h.suspended_at is null and (h.is_admin
      or ('members' = any(h.permissions) and not m.is_admin and m.permissions <@ h.permissions))))`

/** An unused link with its owner, and whether it has expired; null when there is none. */
export const findLink = async (ctx: Ctx, input: { token: string; purpose: LinkPurpose }) => {
  const row = await ctx.db
    .selectFrom('email_links')
    .innerJoin('members', 'members.id', 'email_links.member_id')
    .select(['members.id as memberId', 'members.email', 'members.screen_name as screenName', 'email_links.expires_at'])
    .select(['members.first_name as firstName', 'members.last_name as lastName'])
    .where('token_hash', '=', hashToken(input.token))
    .where('purpose', '=', input.purpose)
    .where('used_at', 'is', null)
    .where(isInGoodHands)
    .executeTakeFirst()
  if (!row) return null
  const { expires_at: expiresAt, ...owner } = row
  return { ...owner, isExpired: expiresAt <= ctx.now() }
}

export type LinkPurpose = 'verifyEmail' | 'resetPassword' | 'changeEmail' | 'invitation' | 'logIn'

const minuteMs = 60 * 1000

const dayMs = 24 * 60 * minuteMs

const lifeMs = (purpose: LinkPurpose) => {
  if (purpose === 'logIn') return loginLinkMinutes * minuteMs
  return purpose === 'invitation' ? invitationDays * dayMs : dayMs
}

/** Invalidates every link of this purpose, and says how many there were. */
export const endLinks = async (
  { tx, now }: Work,
  input: { memberId: number; purpose: LinkPurpose },
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('email_links')
    .set({ used_at: now })
    .where('member_id', '=', input.memberId)
    .where('purpose', '=', input.purpose)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type NewLink = {
  memberId: number
  purpose: LinkPurpose
  token: string
  /** Staff who are to hand it over, and so read it. */
  handedBy?: number | null
}

/**
 * Stores a new link, and says when it ends; those made before it for the same purpose end now. Links to log in stay: others
 * who ask for one must not end the one that its owner is about to open.
 */
export const addLink = async (work: Work, input: NewLink): Promise<Date> => {
  const { memberId, purpose, token, handedBy = null } = input
  if (purpose !== 'logIn') await endLinks(work, { memberId, purpose })
  const endsAt = new Date(work.now.getTime() + lifeMs(purpose))
  await work.tx
    .insertInto('email_links')
    .values({
      member_id: memberId,
      purpose,
      token_hash: hashToken(token),
      created_at: work.now,
      expires_at: endsAt,
      handed_by: handedBy,
    })
    .execute()
  return endsAt
}

/** Uses up a link and returns its owner; null when it is unknown, used or expired. Of two concurrent uses one succeeds. */
export const useLink = async (work: Work, input: { token: string; purpose: LinkPurpose }): Promise<number | null> => {
  const { token, purpose } = input
  // The member is locked before their links, as where links are made.
  await work.tx
    .selectFrom('members')
    .select('id')
    .where('id', '=', (is) =>
      is.selectFrom('email_links').select('member_id').where('token_hash', '=', hashToken(token)),
    )
    .forNoKeyUpdate()
    .execute()
  const row = await work.tx
    .updateTable('email_links')
    .set({ used_at: work.now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', work.now)
    .where(isInGoodHands)
    .returning('member_id')
    .executeTakeFirst()
  if (!row) return null
  await endLinks(work, { memberId: row.member_id, purpose })
  return row.member_id
}

/** Forgets the address a member asked for, with the links mailed there; false when there was none. */
export const endEmailChange = async (work: Work, memberId: number): Promise<boolean> => {
  const ended = await work.tx
    .deleteFrom('email_changes')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
  await endLinks(work, { memberId, purpose: 'changeEmail' })
  return ended !== undefined
}

const kinds = {
  verifyEmail: {
    event: 'account.verifyLinkSent',
    template: verifyMail,
    path: (token: string) => `/profile/email/${token}/verify`,
  },
  resetPassword: {
    event: 'account.resetLinkSent',
    template: resetMail,
    path: (token: string) => `/profile/password/reset/${token}`,
  },
  invitation: {
    event: 'account.invitationSent',
    template: invitationMail,
    path: (token: string) => `/invitation/${token}`,
  },
  logIn: {
    event: 'account.loginLinkSent',
    template: loginLinkMail,
    path: (token: string) => `/login/link/${token}`,
  },
} as const

/** Where a link leads, to hand it over without a mail. */
export const linkAddress = (ctx: Ctx, { purpose, token }: { purpose: keyof typeof kinds; token: string }): string =>
  `${ctx.siteUrl}${kinds[purpose].path(token)}`

/** Whether the address is still the member's, and an invitation was not cancelled since it was asked for. */
const isStillMeant = async ({ tx }: Work, wanted: { memberId: number; purpose: LinkPurpose; email: string }) => {
  const { memberId, purpose, email } = wanted
  const row = await tx
    .selectFrom('members')
    .select('email')
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('email_links')
            .select('id')
            .whereRef('member_id', '=', 'members.id')
            .where('purpose', '=', 'invitation')
            .where('used_at', 'is', null),
        )
        .as('isInvited'),
    )
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.email === email && (purpose !== 'invitation' || row.isInvited === true)
}

/** So long a link still has to work for its owner to need no other one. */
const freshMs = 10 * minuteMs

/** Whether the mailbox of a member has a link that was not used and works for a while. */
const hasFreshLink = async ({ tx, now }: Work, input: { memberId: number; purpose: LinkPurpose }) => {
  const row = await tx
    .selectFrom('email_links')
    .select('id')
    .where('member_id', '=', input.memberId)
    .where('purpose', '=', input.purpose)
    .where('used_at', 'is', null)
    .where('handed_by', 'is', null)
    .where('expires_at', '>', new Date(now.getTime() + freshMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type LinkMail = {
  /** Null for an address that no account has. */
  memberId: number | null
  purpose: keyof typeof kinds
  /** Only to a member who has no fresh one: so many were asked for that more would be a nuisance. */
  onlyIfNone?: boolean
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The link that helps this member. A login by mail confirms no address: a stranger may have registered it and know the password. */
const purposeFor = (account: Account, asked: keyof typeof kinds) => {
  const isNew = account.verifiedAt === null
  if (asked === 'logIn' && isNew) return account.hasPassword ? 'verifyEmail' : null
  if (asked === 'verifyEmail' && !(isNew && account.hasPassword)) return null
  return asked === 'invitation' && account.hasPassword ? null : asked
}

/**
 * Mails a new link to a member. Runs as a job, so that the token exists only here and in the mail. Where no mail is due, the
 * job does the same work and the sending of the mail is rehearsed: how busy the portal is then would tell who has an account.
 */
export const mailLink = async (ctx: Ctx, { memberId, purpose: asked, onlyIfNone = false }: LinkMail): Promise<void> => {
  const account = await findAccount(ctx, memberId ?? 0)
  const purpose = account ? purposeFor(account, asked) : null
  const kind = kinds[purpose ?? asked]
  const token = newToken()
  const person = { firstName: account?.firstName ?? '' }
  const mail = await writeMail(ctx, kind.template, { person, path: kind.path(token) })
  await change(ctx, kind.event, async (work) => {
    const [id, email] = [account?.id ?? 0, account?.email ?? '']
    const isMeant = await isStillMeant(work, { memberId: id, purpose: purpose ?? asked, email })
    const isSpare = await hasFreshLink(work, { memberId: id, purpose: purpose ?? asked })
    if (purpose === null || !isMeant || (onlyIfNone && isSpare)) {
      await rehearseMail(work)
      return unchanged(undefined)
    }
    await addLink(work, { memberId: id, purpose, token })
    await queueMail(work, { mail, envelope: { memberId: id } })
    return { result: undefined, subject: { kind: 'member', id }, tell: [messagesChanged] }
  })
}

/** Mails the link that confirms a new address to that address. As with every link, the token exists only in the mail. */
export const mailChangeLink = async (ctx: Ctx, memberId: number): Promise<void> => {
  const wanted = await findEmailChange(ctx, memberId)
  if (!wanted) return
  const token = newToken()
  const path = `/profile/email/${token}/verify`
  const mail = await writeMail(ctx, changeLinkMail, { person: wanted, path })
  await change(ctx, 'account.changeLinkSent', async (work) => {
    // The member may have asked for another address meanwhile; a link sent to this one must not confirm that one.
    const held = await work.tx
      .selectFrom('email_changes')
      .select('to_email')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
    if (held?.to_email !== wanted.email) return unchanged(undefined)
    await addLink(work, { memberId, purpose: 'changeEmail', token })
    await queueMail(work, { mail, envelope: { to: wanted.email, memberId } })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: [messagesChanged] }
  })
}

/** Ends every link that was mailed to a member, and a change of the address that waits to be confirmed. */
export const endMailedLinks = async (work: Work, memberId: number): Promise<void> => {
  await endEmailChange(work, memberId)
  await endLinks(work, { memberId, purpose: 'resetPassword' })
  await endLinks(work, { memberId, purpose: 'logIn' })
  await endLinks(work, { memberId, purpose: 'verifyEmail' })
  await endLinks(work, { memberId, purpose: 'invitation' })
}
