import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Attempt } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { mailFailure } from '#platform/mail/mail-failure.ts'
import { mailerTo } from '#platform/mail/mailer.ts'
import { findSender } from '#platform/mail/sender.ts'
import { findQueued, type Queued } from './queries.ts'

type Outcome = { state: 'queued' | 'sent' | 'kept' | 'failed'; attempts: number; error?: string }

const note = (ctx: Ctx, input: { message: Queued; outcome: Outcome }) => {
  const { message, outcome } = input
  const isForgotten = message.isSecret && (outcome.state === 'sent' || outcome.state === 'failed')
  return record(ctx, async (tx) => {
    await tx
      .updateTable('messages')
      .set({
        state: outcome.state,
        attempts: outcome.attempts,
        error: outcome.error ?? null,
        sent_at: outcome.state === 'sent' ? ctx.now() : null,
        ...(isForgotten && { text: null, html: null }),
      })
      .where('id', '=', message.id)
      .execute()
    return { result: undefined, tell: [screens.notice({ topic: 'messages', audience: { staff: ['members'] } })] }
  })
}

const deliver = async (ctx: Ctx, input: { message: Queued; smtpUrl: string }) => {
  const { message, smtpUrl } = input
  await mailerTo(smtpUrl).send({
    id: `message-${message.id}-${message.createdAt.getTime()}`,
    from: await findSender(ctx),
    to: message.to,
    replyTo: message.replyTo ?? undefined,
    subject: message.subject,
    text: message.text ?? '',
    html: message.html ?? undefined,
  })
}

/**
 * Sends one queued message. Refused for good or out of tries, it is marked as failed; otherwise the job comes again.
 * A crash between the server's yes and our note of it sends the same mail, with the same id, once more.
 */
export const sendMessage = async (ctx: Ctx, input: { messageId: number; attempt: Attempt }): Promise<void> => {
  const { messageId, attempt } = input
  const message = await findQueued(ctx, messageId)
  if (!message) return
  const { smtpUrl } = ctx
  if (smtpUrl === undefined) {
    await note(ctx, { message, outcome: { state: 'kept', attempts: 0 } })
    // Without a mail server this line and the outbox are the only ways to read it.
    ctx.log.info({ to: message.to, subject: message.subject, text: message.text }, 'no mail server: a message is kept')
    return
  }
  const attempts = attempt.number
  try {
    await deliver(ctx, { message, smtpUrl })
  } catch (thrown) {
    const { reason, isPermanent } = mailFailure(thrown)
    const isFailed = isPermanent || attempt.isLast
    await note(ctx, { message, outcome: { state: isFailed ? 'failed' : 'queued', attempts, error: reason } })
    ctx.log.warn({ messageId, attempts, isFailed, reason }, 'a message was not taken by the mail server')
    if (!isPermanent) throw new Error(reason, { cause: thrown })
    return
  }
  await note(ctx, { message, outcome: { state: 'sent', attempts } })
  ctx.log.info({ messageId, template: message.template }, 'a message was sent')
}
