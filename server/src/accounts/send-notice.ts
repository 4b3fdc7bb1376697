import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { messagesChanged, queueMessage, type NewMessage } from '../messages/queue-message.ts'

type Envelope = Pick<NewMessage, 'to' | 'memberId' | 'template' | 'replyTo'>

/** Queues a mail that carries no secret. */
export const sendNotice = async (ctx: Ctx, input: { envelope: Envelope; mail: Mail }): Promise<void> => {
  const mail = await renderMail(ctx, input.mail)
  await record(ctx, async (tx) => {
    await queueMessage(tx, { ctx, message: { ...input.envelope, mail, isSecret: false } })
    return { result: undefined, tell: [messagesChanged] }
  })
}
