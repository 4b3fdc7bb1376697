import { MessageState, type Message, type MessageSummary } from '@spacekeeper/contract/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { decrypt } from '#platform/secrets/encryption.ts'

const summaryColumns = ['id', 'recipient', 'subject', 'state', 'attempts', 'error', 'created_at', 'sent_at'] as const

type SummaryRow = {
  id: number
  recipient: string
  subject: string
  state: string
  attempts: number
  error: string | null
  created_at: Date
  sent_at: Date | null
}

const asSummary = (row: SummaryRow): MessageSummary => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  state: MessageState.parse(row.state),
  attempts: row.attempts,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})

/** The largest number a message can have; what is larger, PostgreSQL does not compare with it. */
const maxId = 2_147_483_647

export const listMessages = async (ctx: Ctx, input: { before?: number | undefined; limit: number }) => {
  const { before, limit } = input
  const rows = await ctx.db
    .selectFrom('messages')
    .select(summaryColumns)
    .$if(before !== undefined, (query) => query.where('id', '<', Math.min(before ?? 0, maxId)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return {
    messages: rows.slice(0, limit).map(asSummary),
    hasMore: rows.length > limit,
    isMailConfigured: ctx.smtpUrl !== undefined,
  }
}

const openText = (ctx: Ctx, row: { text: string | null; is_secret: boolean }) => {
  if (row.text === null || !row.is_secret) return row.text
  try {
    return decrypt(ctx.secretKey, row.text)
  } catch {
    return null // sealed with a key this portal no longer has
  }
}

/** Whoever reads a link that lets in can be its recipient. Administrators hand it on where there is no mail server. */
const mayReadSecrets = ({ actor, smtpUrl }: Ctx) =>
  smtpUrl === undefined && (actor.kind === 'system' || (actor.kind === 'member' && actor.isAdmin))

/** One message. A secret link in it is between the portal and its recipient; see `mayReadSecrets`. */
export const findMessage = async (ctx: Ctx, messageId: number): Promise<Message | null> => {
  const row = await ctx.db
    .selectFrom('messages')
    .select([...summaryColumns, 'text', 'is_secret'])
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const isHidden = row.is_secret && !mayReadSecrets(ctx)
  return { ...asSummary(row), text: isHidden ? null : openText(ctx, row), isSecret: row.is_secret }
}

export type Queued = {
  id: number
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
