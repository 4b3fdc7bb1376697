import type { Ctx } from '#platform/ctx.ts'
import { mailFailure } from '#platform/mail/mail-failure.ts'
import { mailerTo } from '#platform/mail/mailer.ts'
import { findSender } from '#platform/mail/sender.ts'
import { findSmsAccount, smsSenderFor } from '#platform/sms/sms-account.ts'
import { isPermanent } from '#platform/sms/sms.ts'
import type { Queued } from './queries.ts'

export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  /** There is nothing to send it with. */
  | { outcome: 'kept' }
  | { outcome: 'refused'; reason: string; isPermanent: boolean }

const mail = async (ctx: Ctx, message: Queued): Promise<Delivery> => {
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
    })
    return { outcome: 'sent', providerId: null }
  } catch (thrown) {
    return { outcome: 'refused', ...mailFailure(thrown) }
  }
}

const sms = async (ctx: Ctx, message: Queued): Promise<Delivery> => {
  const account = await findSmsAccount(ctx)
  if (!account) return { outcome: 'kept' }
  const sent = await smsSenderFor(account).send({ to: message.to, body: message.text ?? '' })
  if ('providerId' in sent) return { outcome: 'sent', providerId: sent.providerId }
  return { outcome: 'refused', reason: sent.reason, isPermanent: isPermanent(sent.failure) }
}

/** One try to send a message, by whatever it goes. */
export const deliverMessage = (ctx: Ctx, message: Queued): Promise<Delivery> =>
  message.channel === 'sms' ? sms(ctx, message) : mail(ctx, message)
