import type { messagesApi } from '@spacekeeper/contract/messages/routes.ts'
import {
  type MessageSummary,
  MessageChannel,
  MessageState,
  type Message,
} from '@spacekeeper/contract/messages/shapes.ts'
import type { MailProblem } from '@spacekeeper/contract/messages/words.ts'
import type { Input, Output } from '@spacekeeper/contract/route.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { AppError } from '#platform/http/app-error.ts'
import { findSender } from '#platform/mail/sender.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { countryCodeOf, formatPhone, normalisePhone } from '#platform/sms/phone-numbers.ts'
import { findSmsAccount } from '#platform/sms/sms-account.ts'
import { countKept } from './kept-messages.ts'
import { listPlacedMailings, type PlacedMailing } from './mailing-progress.ts'
import { describeFiles } from './message-files.ts'
import { mayCancel, retryRefusalOf, whyNotSent } from './rules.ts'
import { shownAddressOf } from './shown-address.ts'

const shownAddress = shownAddressOf('messages')

const hasFiles = sql<boolean>`exists (select from message_files f where f.message_id = messages.id)`.as('has_files')

const summaries = (ctx: Ctx) =>
  ctx.db
    .selectFrom('messages')
    .leftJoin('members', 'members.id', 'messages.member_id')
    .leftJoin('members as subject', (join) => join.on('subject.id', '=', sql<number>`messages.about[1]`))
    .select([
      'messages.id',
      'messages.channel',
      shownAddress.as('recipient'),
      sql<number | null>`coalesce(messages.member_id, subject.id)`.as('memberId'),
      sql<string>`coalesce(${fullNameOf('members')}, ${fullNameOf('subject')})`.as('memberName'),
      'messages.subject',
      'messages.state',
      'messages.attempts',
      'messages.error',
      'messages.created_at',
      'messages.sent_at',
      hasFiles,
    ])

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

const asSummary = (row: SummaryRow, countryCode: string): MessageSummary => ({
  id: row.id,
  channel: MessageChannel.parse(row.channel),
  to: row.channel === 'sms' ? formatPhone(row.recipient, countryCode) : row.recipient,
  member: row.memberId === null ? null : { id: row.memberId, fullName: row.memberName },
  subject: row.subject,
  state: MessageState.parse(row.state),
  attempts: row.attempts,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  hasFiles: row.has_files,
})

/** The largest number a message can have; what is larger, PostgreSQL does not compare with it. */
const maxId = 2_147_483_647

/** A phone number is found however it is written, and a text message by its words. */
const holdsText = (text: string) => {
  const digits = text.replaceAll(/[^\d]/g, '').replace(/^0+/, '')
  const isNumber = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text)
  const pattern = likePattern(text)
  return sql<boolean>`(
    lower(${shownAddress} || ' ' || subject || ' ' || coalesce(${fullNameOf('members')}, '')) like ${pattern}
    or (channel = 'sms' and (lower(text) like ${pattern} or (${isNumber} and ${shownAddress} like ${`%${digits}%`})))
  )`
}

const isThisMachine = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** What is wrong with emails before the mail server sees them; nothing while there is none to send them with. */
export const findMailProblems = async (ctx: Ctx): Promise<MailProblem[]> => {
  if (ctx.smtpUrl === undefined) return []
  const { address } = await findSender(ctx)
  return [
    ...(isThisMachine(new URL(ctx.siteUrl).hostname) ? (['localLinks'] as const) : []),
    ...(isThisMachine(address.split('@')[1] ?? '') ? (['localSender'] as const) : []),
  ]
}

type ListInput = Input<typeof messagesApi.list>

/** Single messages, or those of one mailing or one member, newest first. */
const listSummaries = (ctx: Ctx, input: ListInput & { matches: RawBuilder<boolean> | null }) => {
  const { before, limit, channel, state, member, mailing, matches } = input
  return summaries(ctx)
    .$if(before !== undefined, (query) => query.where('messages.id', '<', Math.min(before ?? 0, maxId)))
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
    .$if(state !== undefined, (query) => query.where('messages.state', '=', state ?? 'sent'))
    .$if(member !== undefined, (query) =>
      query.where(sql<boolean>`(messages.member_id = ${member ?? 0} or messages.about @> array[${member ?? 0}::int])`),
    )
    .$if(mailing !== undefined, (query) => query.where('mailing_id', '=', mailing ?? 0))
    .$if(member === undefined && mailing === undefined, (query) => query.where('mailing_id', 'is', null))
    .$if(matches !== null, (query) => query.where(matches ?? sql<boolean>`true`))
    .orderBy('messages.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** A page of the outbox: messages, and mailings where their first message would be. */
const pageOf = (rows: readonly SummaryRow[], mailings: readonly PlacedMailing[], limit: number) => {
  const places = [...rows.map(({ id }) => id), ...mailings.map(({ place }) => place)].toSorted((a, b) => b - a)
  const last = places.at(limit - 1) ?? 0
  const hasMore = places.length > limit
  return {
    rows: rows.filter(({ id }) => id >= last),
    mailings: mailings.filter(({ place }) => place >= last),
    hasMore,
    next: hasMore ? last : null,
  }
}

export const listMessages = async (ctx: Ctx, input: ListInput): Promise<Output<typeof messagesApi.list>> => {
  const { before, limit, channel, state, member, mailing } = input
  const text = input.text?.trim() ?? ''
  const matches = text === '' ? null : holdsText(text)
  const isGrouped = member === undefined && mailing === undefined && channel !== 'sms'
  const [found, mailings, countryCode, account, problems, kept] = await Promise.all([
    listSummaries(ctx, { ...input, matches }),
    isGrouped ? listPlacedMailings(ctx, { before, limit: limit + 1, state, matches }) : [],
    countryCodeOf(ctx),
    findSmsAccount(ctx),
    findMailProblems(ctx),
    before === undefined ? countKept(ctx) : null,
  ])
  const page = pageOf(found, mailings, limit)
  return {
    messages: page.rows.map((row) => asSummary(row, countryCode)),
    mailings: page.mailings,
    hasMore: page.hasMore,
    next: page.next,
    isMailConfigured: ctx.smtpUrl !== undefined,
    mailProblems: problems,
    isSmsConfigured: account !== null,
    kept,
  }
}

const opened = (ctx: Ctx, row: { text: string | null; html: string | null; is_secret: boolean }) => {
  const { text, html } = row
  if (!row.is_secret) return { text, html }
  try {
    const open = (sealed: string | null) => (sealed === null ? null : decrypt(ctx.secretKey, sealed))
    return { text: open(text), html: open(html) }
  } catch {
    return { text: null, html: null } // sealed with a key this portal no longer has
  }
}

/** Whether there is something to send a message of this kind with. */
export const isChannelSetUp = async (ctx: Ctx, channel: string): Promise<boolean> =>
  channel === 'sms' ? (await findSmsAccount(ctx)) !== null : ctx.smtpUrl !== undefined

/** A secret link logs its reader in as the recipient. Administrators may read it, to pass it on where there is no mail server. */
const mayReadSecrets = ({ actor, smtpUrl }: Ctx) =>
  smtpUrl === undefined && (actor.kind === 'system' || (actor.kind === 'member' && actor.isAdmin))

/** One message. A secret link in it is between the portal and its recipient; see `mayReadSecrets`. */
export const findMessage = async (ctx: Ctx, messageId: number): Promise<Message | null> => {
  const row = await summaries(ctx)
    .select(['text', 'html', 'is_secret', 'reply_to', 'template', 'provider_id', 'news_until'])
    .where('messages.id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const isHidden = row.is_secret && !mayReadSecrets(ctx)
  const summary = asSummary(row, await countryCodeOf(ctx))
  return {
    ...summary,
    ...(isHidden ? { text: null, html: null } : opened(ctx, row)),
    isSecret: row.is_secret,
    files: summary.hasFiles ? await describeFiles(ctx, messageId) : [],
    replyTo: row.reply_to,
    kind: row.template,
    providerId: row.provider_id,
    mayCancel: mayCancel(ctx.actor, row.template),
    retryRefusal: retryRefusalOf({
      state: summary.state,
      isSecret: row.is_secret,
      hasText: row.text !== null,
      newsUntil: row.news_until,
      isSetUp: await isChannelSetUp(ctx, row.channel),
      now: ctx.now(),
    }),
  }
}

export type QueuedMessage = {
  id: number
  channel: string
  to: string
  replyTo: string | null
  template: string
  subject: string
  text: string | null
  html: string | null
  isSecret: boolean
  unsubscribeUrl: string | null
  createdAt: Date
  hasFiles: boolean
  /** Why it is not to be sent any more. */
  whyNot: string | null
}

/** A message that waits to be sent, as it will leave, to where its member is reached now; null when it left already. */
export const findQueued = async (ctx: Ctx, messageId: number): Promise<QueuedMessage | null> => {
  const row = await ctx.db
    .selectFrom('messages')
    .leftJoin('members', 'members.id', 'messages.member_id')
    .selectAll('messages')
    .select([
      hasFiles,
      shownAddress.as('to'),
      sql<boolean>`messages.follows_member and members.closed_at is not null`.as('is_to_closed'),
      sql<boolean>`messages.unsubscribe_url is not null and not coalesce(members.wants_news, true)`.as('is_unwanted'),
    ])
    .where('messages.id', '=', messageId)
    .where('messages.state', '=', 'queued')
    .executeTakeFirst()
  if (!row) return null
  const open = (text: string | null) => (text !== null && row.is_secret ? decrypt(ctx.secretKey, text) : text)
  return {
    id: row.id,
    channel: row.channel,
    to: row.channel === 'sms' ? (normalisePhone(row.to, await countryCodeOf(ctx)) ?? row.to) : row.to,
    replyTo: row.reply_to,
    template: row.template,
    subject: row.subject,
    text: open(row.text),
    html: open(row.html),
    isSecret: row.is_secret,
    unsubscribeUrl: row.unsubscribe_url,
    createdAt: row.created_at,
    hasFiles: row.has_files,
    whyNot: whyNotSent({
      isToClosed: row.is_to_closed,
      isUnwanted: row.is_unwanted,
      newsUntil: row.news_until,
      now: ctx.now(),
    }),
  }
}

/** One message with its text. Reading a secret link of another member is recorded in the audit. */
export const readMessage = async (ctx: Ctx, messageId: number): Promise<Message> => {
  const message = await findMessage(ctx, messageId)
  if (!message) throw new AppError('notFound')
  if (!message.isSecret || message.text === null) return message
  return change(ctx, 'message.secretRead', async () => ({
    result: message,
    subject: { kind: 'message', id: messageId },
  }))
}
