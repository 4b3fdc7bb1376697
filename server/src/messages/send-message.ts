import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Attempt } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { deliverMessage } from './deliver-message.ts'
import { findQueued, type Queued } from './queries.ts'

type Outcome = {
  state: 'queued' | 'sent' | 'kept' | 'failed'
  attempts: number
  error?: string
  providerId?: string | null
}

/** One that was cancelled while it was under way stays so, but if it has left after all. */
const note = (ctx: Ctx, input: { message: Queued; outcome: Outcome }) => {
  const { message, outcome } = input
  const isSent = outcome.state === 'sent'
  const isForgotten = message.isSecret && (isSent || outcome.state === 'failed')
  return record(ctx, async (tx) => {
    await tx
      .updateTable('messages')
      .set({
        state: outcome.state,
        attempts: outcome.attempts,
        error: outcome.error ?? null,
        sent_at: isSent ? ctx.now() : null,
        provider_id: outcome.providerId ?? null,
        ...(isForgotten && { text: null, html: null }),
      })
      .where('id', '=', message.id)
      .where('state', 'in', isSent ? ['queued', 'cancelled'] : ['queued'])
      .execute()
    return { result: undefined, tell: [screens.notice({ topic: 'messages', audience: { staff: ['members'] } })] }
  })
}

/**
 * Sends one queued message. Refused for good or out of tries, it is marked as failed; otherwise the job comes again.
 * A crash between the server's yes and our note of it sends the same message once more, a mail with the same id.
 */
export const sendMessage = async (ctx: Ctx, input: { messageId: number; attempt: Attempt }): Promise<void> => {
  const { messageId, attempt } = input
  const message = await findQueued(ctx, messageId)
  if (!message) return
  const delivery = await deliverMessage(ctx, message)
  const attempts = attempt.number
  if (delivery.outcome === 'kept') {
    await note(ctx, { message, outcome: { state: 'kept', attempts: 0 } })
    // Without anything to send it with, this line and the outbox are the only ways to read it.
    ctx.log.info({ to: message.to, subject: message.subject, text: message.text }, 'nothing to send it with: kept')
    return
  }
  if (delivery.outcome === 'refused') {
    const { reason, isPermanent } = delivery
    const isFailed = isPermanent || attempt.isLast
    await note(ctx, { message, outcome: { state: isFailed ? 'failed' : 'queued', attempts, error: reason } })
    ctx.log.warn({ messageId, attempts, isFailed, reason }, 'a message was not taken')
    if (!isFailed) throw new Error(reason)
    return
  }
  await note(ctx, { message, outcome: { state: 'sent', attempts, providerId: delivery.providerId } })
  ctx.log.info({ messageId, template: message.template }, 'a message was sent')
}
