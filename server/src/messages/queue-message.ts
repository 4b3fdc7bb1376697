import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import type { RenderedMail } from '#platform/mail/mail.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { sendMessageJob } from './send-message-job.ts'

export type NewMessage = {
  to: string
  memberId: number | null
  /** Whom an answer goes to; the sender when left out. */
  replyTo?: string
  /** What kind of message it is, such as `verifyEmail`. */
  template: string
  mail: RenderedMail
  /** It carries a link that lets its holder in: stored encrypted, and forgotten once it has left. */
  isSecret: boolean
}

/** For the `tell` of whatever queues a message. */
export const messagesChanged = screens.notice({ topic: 'messages', audience: { staff: ['members'] } })

/** Sends a message once the transaction is committed, and never if it is not. */
export const queueMessage = async (
  tx: Tx,
  input: { ctx: Ctx; message: NewMessage; maxAttempts?: number },
): Promise<number> => {
  const { ctx, message, maxAttempts } = input
  const seal = (text: string) => (message.isSecret ? encrypt(ctx.secretKey, text) : text)
  const { id } = await tx
    .insertInto('messages')
    .values({
      recipient: message.to,
      member_id: message.memberId,
      reply_to: message.replyTo ?? null,
      template: message.template,
      subject: message.mail.subject,
      text: seal(message.mail.text),
      html: seal(message.mail.html),
      is_secret: message.isSecret,
      created_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(tx, sendMessageJob, { messageId: id }, maxAttempts === undefined ? {} : { maxAttempts })
  return id
}
