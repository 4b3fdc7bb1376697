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
import { normalisePhone } from '#platform/sms/phone-numbers.ts'
import { withFooter } from '#platform/sms/sms.ts'
import { insertFiles, insertFilesOf } from './message-files.ts'

export type NewMessage = {
  to: string
  memberId: number | null
  /** Where an answer goes; to the sender when left out or empty. */
  replyTo?: string
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

const rowOf = (ctx: WorkCtx, message: NewMessage) => {
  const seal = (text: string) => (message.isSecret ? encrypt(ctx.secretKey, text) : text)
  return {
    recipient: message.to,
    member_id: message.memberId,
    reply_to: message.replyTo || null,
    template: message.template,
    subject: message.mail.subject,
    text: seal(message.mail.text),
    html: seal(message.mail.html),
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

export type Envelope = {
  to: string
  memberId: number | null
  /** Where an answer goes; to the sender when left out or empty. */
  replyTo?: string
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
 * addresses get a copy each.
 */
export const sendMail = async <Facts>(
  ctx: Ctx,
  input: {
    template: MailTemplate<Facts>
    facts: NoInfer<Facts>
    envelope: Omit<Envelope, 'to'> & { to: string | readonly string[] }
    files?: readonly MailFile[]
  },
): Promise<void> => {
  const { template, facts, envelope, files = [] } = input
  const recipients = [envelope.to].flat()
  if (recipients.length === 0) return
  const mail = await writeMail(ctx, template, facts)
  await record(ctx, async (work) => {
    for (const to of recipients) await queueMail(work, { mail, files, envelope: { ...envelope, to } })
    return { result: undefined, tell: [messagesChanged] }
  })
}

/** Instead of `queueMail` where no mail is due and that must not show: the job after it does the same work. */
export const rehearseMail = (work: Work): Promise<void> => addJob(work, sendMessageJob, { messageId: null })

export type NewSms = {
  /** As it was written; a number that is none makes a failed message, which says so in the outbox. */
  phone: string
  memberId: number | null
  /** What kind of message it is, such as `inactive_swipe`. */
  kind: string
  text: string
}

/** Half an hour: what a text message says is soon no news any more. */
const smsAttempts = 8

/** What lists show of it. */
const shownStart = 100

const badNumber = 'This is not a phone number that text messages can go to.'

/** Sends a text message with the footer of the site once the transaction is committed, and never if it is not. */
export const queueSms = async (work: Work, input: { sms: NewSms; maxAttempts?: number }): Promise<number> => {
  const { tx, ctx } = work
  const { sms, maxAttempts = smsAttempts } = input
  const { SMS_DEFAULT_COUNTRY_CODE: countryCode, SMS_FOOTER: footer } = await ctx.settings.all()
  const number = normalisePhone(sms.phone, countryCode)
  const { id } = await tx
    .insertInto('messages')
    .values({
      channel: 'sms',
      recipient: number ?? sms.phone,
      member_id: sms.memberId,
      template: sms.kind,
      subject: sms.text.replace(/\s+/g, ' ').slice(0, shownStart),
      text: withFooter(sms.text, footer),
      created_at: ctx.now(),
      ...(number === null && { state: 'failed', error: badNumber }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (number !== null) await addJob(work, sendMessageJob, { messageId: id }, { maxAttempts })
  return id
}
