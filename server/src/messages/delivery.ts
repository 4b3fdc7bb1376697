import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Attempt } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { mailFailure } from '#platform/mail/mail-failure.ts'
import { mailerTo } from '#platform/mail/mailer.ts'
import { findSender } from '#platform/mail/sender.ts'
import { countryCodeOf, normalisePhone } from '#platform/sms/phone-numbers.ts'
import { findSmsAccount, smsSenderFor } from '#platform/sms/sms-account.ts'
import { isPermanent } from '#platform/sms/sms.ts'
import { listFiles } from './message-files.ts'
import { type QueuedMessage, findQueued } from './messages.ts'

export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  /** There is nothing to send it with. */
  | { outcome: 'kept' }
  | { outcome: 'refused'; reason: string; isPermanent: boolean }

const mail = async (ctx: Ctx, message: QueuedMessage): Promise<Delivery> => {
  if (ctx.smtpUrl === undefined) return { outcome: 'kept' }
  try {
    await mailerTo(ctx.smtpUrl).send({
      id: `message-${message.id}-${message.createdAt.getTime()}`,
      from: await findSender(ctx),
      to: message.to,
      replyTo: message.replyTo ?? undefined,
      subject: message.subject,
      text: message.text ?? '',
      html: message.html ?? undefined,
      files: message.hasFiles ? await listFiles(ctx, message.id) : [],
      unsubscribeUrl: message.unsubscribeUrl ?? undefined,
    })
    return { outcome: 'sent', providerId: null }
  } catch (thrown) {
    return { outcome: 'refused', ...mailFailure(thrown, ctx.smtpUrl) }
  }
}

/** As long as the text of a mail with a link. */
const rehearsedText = 'rehearsal '.repeat(150)

/** All the work of sending a mail, and none leaves. Whether it would have worked is no matter. */
const rehearse = async (ctx: Ctx): Promise<void> => {
  const from = await findSender(ctx)
  if (ctx.smtpUrl === undefined) return
  const envelope = { id: 'rehearsal', from, to: from.address, replyTo: undefined, subject: 'Rehearsal' }
  await mailerTo(ctx.smtpUrl)
    .rehearse({ ...envelope, text: rehearsedText, html: `<p>${rehearsedText.repeat(6)}</p>` })
    .catch((error: unknown) => ctx.log.debug({ err: error }, 'the sending of a mail could not be rehearsed'))
}

const badNumber = 'This is not a phone number that text messages can go to.'

const sms = async (ctx: Ctx, message: QueuedMessage): Promise<Delivery> => {
  const to = normalisePhone(message.to, await countryCodeOf(ctx))
  if (to === null) return { outcome: 'refused', reason: badNumber, isPermanent: true }
  const account = await findSmsAccount(ctx)
  if (!account) return { outcome: 'kept' }
  const sent = await smsSenderFor(account).send({ to, body: message.text ?? '' })
  if ('providerId' in sent) return { outcome: 'sent', providerId: sent.providerId }
  return { outcome: 'refused', reason: sent.reason, isPermanent: isPermanent(sent.failure) }
}

/** One try to send a message, by whatever it goes. */
export const deliverMessage = (ctx: Ctx, message: QueuedMessage): Promise<Delivery> =>
  message.channel === 'sms' ? sms(ctx, message) : mail(ctx, message)

type Outcome = {
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'cancelled'
  attempts: number
  error?: string
  providerId?: string | null
}

/** One that was cancelled while it was under way stays so, unless it has left after all. */
const note = (ctx: Ctx, input: { message: QueuedMessage; outcome: Outcome }) => {
  const { message, outcome } = input
  const isSent = outcome.state === 'sent'
  const isForgotten = message.isSecret && (isSent || outcome.state === 'failed' || outcome.state === 'cancelled')
  return record(ctx, async ({ tx }) => {
    await tx
      .updateTable('messages')
      .set({
        state: outcome.state,
        attempts: outcome.attempts,
        error: outcome.error ?? null,
        sent_at: isSent ? ctx.now() : null,
        provider_id: outcome.providerId ?? null,
        recipient: message.to,
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
export const sendMessage = async (ctx: Ctx, input: { messageId: number | null; attempt: Attempt }): Promise<void> => {
  const { messageId, attempt } = input
  const message = await findQueued(ctx, messageId ?? 0)
  if (messageId === null) return rehearse(ctx)
  if (!message) return
  if (message.whyNot !== null) {
    await note(ctx, { message, outcome: { state: 'cancelled', attempts: 0, error: message.whyNot } })
    ctx.log.info({ messageId, template: message.template }, 'a message was not to be sent any more')
    return
  }
  const delivery = await deliverMessage(ctx, message)
  const attempts = attempt.number
  if (delivery.outcome === 'kept') {
    await note(ctx, { message, outcome: { state: 'kept', attempts: 0 } })
    // Its text stays out of the log: it may hold a link that lets its reader in.
    ctx.log.info({ messageId, template: message.template }, 'nothing to send a message with: kept under Messages')
    return
  }
  if (delivery.outcome === 'refused') {
    const { reason } = delivery
    const isFailed = delivery.isPermanent || attempt.isLast
    await note(ctx, { message, outcome: { state: isFailed ? 'failed' : 'queued', attempts, error: reason } })
    ctx.log.warn({ messageId, attempts, isFailed, reason }, 'a message was not taken')
    if (!isFailed) throw new Error(reason)
    return
  }
  await note(ctx, { message, outcome: { state: 'sent', attempts, providerId: delivery.providerId } })
  ctx.log.info({ messageId, template: message.template }, 'a message was sent')
}
