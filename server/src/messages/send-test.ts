import type { MessageChannel } from '@spacekeeper/contract/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { greet } from '#platform/mail/greet.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { countryCodeOf, normalisePhone } from '#platform/sms/phone-numbers.ts'
import { messagesChanged, queueMessage } from './queue-message.ts'
import { queueSms } from './queue-sms.ts'
import { isChannelSetUp } from './queries.ts'

const kind = 'test'
/** Whoever waits for the outcome wants to see the first one. */
const maxAttempts = 1

const findSelf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'email', 'phone', 'first_name as firstName'])
    .where('id', '=', memberOf(ctx).id)
    .executeTakeFirstOrThrow()

type Self = Awaited<ReturnType<typeof findSelf>>
type Queue = (tx: Tx) => Promise<number>

const mailTo = async (ctx: Ctx, self: Self): Promise<Queue> => {
  const siteName = await ctx.settings.get('SITE_NAME')
  const mail = await renderMail(ctx, {
    subject: `A test mail from ${siteName}`,
    greeting: greet(self),
    paragraphs: ['You asked for this mail to see whether mails of the portal arrive. This one did.'],
    button: { label: 'Open the outbox', url: `${ctx.siteUrl}/manage/messages` },
  })
  const message = { to: self.email, memberId: self.id, template: kind, mail, isSecret: false }
  return (tx) => queueMessage(tx, { ctx, message, maxAttempts })
}

const smsTo = async (ctx: Ctx, self: Self): Promise<Queue> => {
  const { phone, id: memberId } = self
  if (!(await isChannelSetUp(ctx, 'sms'))) throw new AppError('smsNotSetUp')
  if (normalisePhone(phone, await countryCodeOf(ctx)) === null) throw new AppError('noPhoneNumber')
  const text = `A test message from ${await ctx.settings.get('SITE_NAME')}. It arrived.`
  return (tx) => queueSms(tx, { ctx, sms: { phone, memberId, kind, text }, maxAttempts })
}

/** Sends the caller himself a message; its number in the outbox comes back, so that he can watch what becomes of it. */
export const sendTest = async (ctx: Ctx, channel: MessageChannel): Promise<number> => {
  const self = await findSelf(ctx)
  const queue = await (channel === 'sms' ? smsTo : mailTo)(ctx, self)
  return change(ctx, 'message.testSent', async (tx) => {
    const messageId = await queue(tx)
    return {
      result: messageId,
      subject: { kind: 'message', id: messageId },
      data: { channel },
      tell: [messagesChanged],
    }
  })
}
