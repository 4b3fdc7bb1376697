import { z } from 'zod'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { type Work, record } from '#platform/db/change.ts'
import { addJob, addJobs } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { type WrittenMail, type MailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import type { RenderedMail } from '#platform/mail/mail.ts'
import type { MailFile } from '#platform/mail/mailer.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { withFooter } from '#platform/sms/sms.ts'
import { insertFiles, insertFilesOf } from './message-files.ts'

/** A member, at the address they have when it is sent; or an address, such as the former one of a member. */
export type MessageAddressee = { memberId: number; to?: string } | { memberId: null; to: string }

export type Envelope = MessageAddressee & {
  /** Where an answer goes; to the sender when left out or empty. */
  replyTo?: string
  /** Other members it tells of: once one of them closes the account, its text is not kept. */
  about?: readonly number[]
  /** The visitor it is about; it goes with them. */
  visitorId?: number
  /** Until when it is news, where that is not said by its template. */
  newsUntil?: Date | undefined
}

export type NewMessage = Envelope & {
  /** What kind of message it is, such as `verifyEmail`. */
  template: string
  mail: RenderedMail
  /** What it is one of many of. */
  mailingId?: number
  /** Where its reader turns news off. */
  unsubscribeUrl?: string
  /** It carries a link that lets its holder in: stored encrypted, and forgotten once it has left. */
  isSecret: boolean
  /** What goes with it, at most 7 MB together. */
  files?: readonly MailFile[]
}

/** Null rehearses the sending of a mail: all the work, and nothing leaves. */
export const sendMessageJob = job('sendMessage', z.object({ messageId: z.number().int().nullable() }))

/** For the `tell` of a transaction that queues messages. */
export const messagesChanged = screens.notice({ topic: 'messages', audience: { staff: ['members'] } })

const hourMs = 3_600_000

const rowOf = (ctx: WorkCtx, message: NewMessage) => {
  const { mail } = message
  const newsEnd = mail.newsHours === undefined ? null : new Date(ctx.now().getTime() + mail.newsHours * hourMs)
  const seal = (text: string) => (message.isSecret ? encrypt(ctx.secretKey, text) : text)
  return {
    recipient: message.to ?? null,
    follows_member: message.to === undefined,
    member_id: message.memberId,
    about: [...(message.about ?? [])],
    visitor_id: message.visitorId ?? null,
    news_until: message.newsUntil ?? newsEnd,
    reply_to: message.replyTo || null,
    template: message.template,
    subject: mail.subject,
    text: seal(mail.text),
    html: seal(mail.html),
    is_secret: message.isSecret,
    mailing_id: message.mailingId ?? null,
    unsubscribe_url: message.unsubscribeUrl ?? null,
    created_at: ctx.now(),
  }
}

/** Sends a message once the transaction is committed, and never if it is not. */
export const queueMessage = async (
  work: Work,
  input: { message: NewMessage; maxAttempts?: number },
): Promise<number> => {
  const { message, maxAttempts } = input
  const row = work.tx.insertInto('messages').values(rowOf(work.ctx, message)).returning('id')
  const { id } = await row.executeTakeFirstOrThrow()
  await insertFiles(work, { messageId: id, files: message.files ?? [], isSecret: message.isSecret })
  await addJob(work, sendMessageJob, { messageId: id }, maxAttempts === undefined ? {} : { maxAttempts })
  return id
}

/** A bulk mailing waits for messages that one person is waiting for. */
export const bulkPriority = 10

/** Sends many messages once the transaction is committed, in a few statements; their ids in the same order. */
export const queueMessages = async (
  work: Work,
  messages: readonly (NewMessage & { isSecret: false })[],
): Promise<number[]> => {
  if (messages.length === 0) return []
  const rows = await work.tx
    .insertInto('messages')
    .values(messages.map((message) => rowOf(work.ctx, message)))
    .returning('id')
    .execute()
  // Numbers are given out in the order of the rows.
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  await insertFilesOf(
    work,
    messages.flatMap(({ files = [] }, at) => (files.length === 0 ? [] : [{ messageId: ids[at] ?? 0, files }])),
  )
  await addJobs(work, {
    declared: sendMessageJob,
    payloads: ids.map((messageId) => ({ messageId })),
    priority: bulkPriority,
  })
  return ids
}

/** Queues a mail within a transaction, which has to tell `messagesChanged`. */
export const queueMail = (
  work: Work,
  input: { mail: WrittenMail; envelope: Envelope; files?: readonly MailFile[]; maxAttempts?: number },
): Promise<number> => {
  const { mail: written, envelope, files = [], ...others } = input
  const { kind: template, isSecret, mail } = written
  return queueMessage(work, { ...others, message: { ...envelope, template, mail, isSecret, files } })
}

/**
 * Writes a mail, queues it and tells open screens: the way for a mail that belongs to no other change. Several
 * addressees get a copy each.
 */
export const sendMail = async <Facts>(
  ctx: Ctx,
  input: {
    template: MailTemplate<Facts>
    facts: NoInfer<Facts>
    envelope: Envelope | readonly Envelope[]
    files?: readonly MailFile[]
  },
): Promise<void> => {
  const { template, facts, envelope, files = [] } = input
  const envelopes = [envelope].flat()
  if (envelopes.length === 0) return
  const mail = await writeMail(ctx, template, facts)
  await record(ctx, async (work) => {
    for (const one of envelopes) await queueMail(work, { mail, files, envelope: one })
    return { result: undefined, tell: [messagesChanged] }
  })
}

/** Instead of `queueMail` where no mail is due and that must not show: the job after it does the same work. */
export const rehearseMail = (work: Work): Promise<void> => addJob(work, sendMessageJob, { messageId: null })

/** A text message to a member, at the number they have when it is sent. */
export type NewSms = {
  memberId: number
  /** What kind of message it is, such as `inactive_swipe`. */
  kind: string
  text: string
}

/** Half an hour: what a text message says is soon no news any more. */
const smsAttempts = 8

/** What lists show of it. */
const shownStart = 100

/** For how long a text message is news. */
const smsNewsHours = 24

/** Sends a text message with the footer of the site once the transaction is committed, and never if it is not. */
export const queueSms = async (work: Work, input: { sms: NewSms; maxAttempts?: number }): Promise<number> => {
  const { tx, ctx } = work
  const { sms, maxAttempts = smsAttempts } = input
  const footer = await ctx.settings.get('SMS_FOOTER')
  const { id } = await tx
    .insertInto('messages')
    .values({
      channel: 'sms',
      follows_member: true,
      member_id: sms.memberId,
      news_until: new Date(ctx.now().getTime() + smsNewsHours * hourMs),
      template: sms.kind,
      subject: sms.text.replace(/\s+/g, ' ').slice(0, shownStart),
      text: withFooter(sms.text, footer),
      created_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(work, sendMessageJob, { messageId: id }, { maxAttempts })
  return id
}
