import {
  MessageChannel,
  MessageState,
  type Message,
  type messages,
  type MessageSummary,
} from '@spacekeeper/contract/messages.ts'
import type { Input, Output } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { countryCodeOf, formatPhone } from '#platform/sms/phone-numbers.ts'
import { findSmsAccount } from '#platform/sms/sms-account.ts'
import { mayCancel, retryRefusalOf } from './rules.ts'

const summaries = (ctx: Ctx) =>
  ctx.db
    .selectFrom('messages')
    .leftJoin('members', 'members.id', 'messages.member_id')
    .select([
      'messages.id',
      'messages.channel',
      'messages.recipient',
      'messages.member_id as memberId',
      sql<string>`members.first_name || ' ' || members.last_name`.as('memberName'),
      'messages.subject',
      'messages.state',
      'messages.attempts',
      'messages.error',
      'messages.created_at',
      'messages.sent_at',
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
})

/** The largest number a message can have; what is larger, PostgreSQL does not compare with it. */
const maxId = 2_147_483_647

const likePattern = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A phone number is found however it is written, and a text message by its words. */
const holdsText = (text: string) => {
  const digits = text.replaceAll(/[^\d]/g, '').replace(/^0+/, '')
  const isNumber = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text)
  const pattern = likePattern(text)
  return sql<boolean>`(
    lower(recipient || ' ' || subject || ' ' || coalesce(members.first_name || ' ' || members.last_name, '')) like ${pattern}
    or (channel = 'sms' and (lower(text) like ${pattern} or (${isNumber} and recipient like ${`%${digits}%`})))
  )`
}

type ListInput = Input<typeof messages.list>

export const listMessages = async (ctx: Ctx, input: ListInput): Promise<Output<typeof messages.list>> => {
  const { before, limit, channel, state, member } = input
  const text = input.text?.trim() ?? ''
  const [rows, countryCode, account] = await Promise.all([
    summaries(ctx)
      .$if(before !== undefined, (query) => query.where('messages.id', '<', Math.min(before ?? 0, maxId)))
      .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
      .$if(state !== undefined, (query) => query.where('messages.state', '=', state ?? 'sent'))
      .$if(member !== undefined, (query) => query.where('member_id', '=', member ?? 0))
      .$if(text !== '', (query) => query.where(holdsText(text)))
      .orderBy('messages.id', 'desc')
      .limit(limit + 1)
      .execute(),
    countryCodeOf(ctx),
    findSmsAccount(ctx),
  ])
  return {
    messages: rows.slice(0, limit).map((row) => asSummary(row, countryCode)),
    hasMore: rows.length > limit,
    isMailConfigured: ctx.smtpUrl !== undefined,
    isSmsConfigured: account !== null,
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

/** Whoever reads a link that lets in can be its recipient. Administrators hand it on where there is no mail server. */
const mayReadSecrets = ({ actor, smtpUrl }: Ctx) =>
  smtpUrl === undefined && (actor.kind === 'system' || (actor.kind === 'member' && actor.isAdmin))

/** One message. A secret link in it is between the portal and its recipient; see `mayReadSecrets`. */
export const findMessage = async (ctx: Ctx, messageId: number): Promise<Message | null> => {
  const row = await summaries(ctx)
    .select(['text', 'html', 'is_secret', 'reply_to', 'template', 'provider_id'])
    .where('messages.id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const isHidden = row.is_secret && !mayReadSecrets(ctx)
  const summary = asSummary(row, await countryCodeOf(ctx))
  return {
    ...summary,
    ...(isHidden ? { text: null, html: null } : opened(ctx, row)),
    isSecret: row.is_secret,
    replyTo: row.reply_to,
    kind: row.template,
    providerId: row.provider_id,
    mayCancel: mayCancel(ctx.actor, row.template),
    retryRefusal: retryRefusalOf({
      state: summary.state,
      isSecret: row.is_secret,
      hasText: row.text !== null,
      createdAt: row.created_at,
      isSetUp: await isChannelSetUp(ctx, row.channel),
      now: ctx.now(),
    }),
  }
}

export type Queued = {
  id: number
  channel: string
  to: string
  replyTo: string | null
  template: string
  subject: string
  text: string | null
  html: string | null
  isSecret: boolean
  createdAt: Date
}

/** A message that waits to be sent, as it will leave; null when it left already. */
export const findQueued = async (ctx: Ctx, messageId: number): Promise<Queued | null> => {
  const row = await ctx.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', messageId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!row) return null
  const open = (text: string | null) => (text !== null && row.is_secret ? decrypt(ctx.secretKey, text) : text)
  return {
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    replyTo: row.reply_to,
    template: row.template,
    subject: row.subject,
    text: open(row.text),
    html: open(row.html),
    isSecret: row.is_secret,
    createdAt: row.created_at,
  }
}
