import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { countryCodeOf, normalisePhone } from '#platform/sms/phone-numbers.ts'
import { messagesChanged } from './queue-message.ts'
import { queueSms } from './queue-sms.ts'

/** Writes a text message to a member. The audit names who wrote to whom; the words stand in the outbox. */
export const sendSms = async (ctx: Ctx, input: { memberId: number; smsBody: string }): Promise<void> => {
  const { memberId, smsBody } = input
  if (!(await ctx.settings.get('SMS_ENABLE'))) throw new AppError('smsNotSetUp')
  const countryCode = await countryCodeOf(ctx)
  await change(ctx, 'member.smsSent', async (tx) => {
    const member = await tx.selectFrom('members').select('phone').where('id', '=', memberId).executeTakeFirst()
    if (!member) throw new AppError('notFound')
    if (normalisePhone(member.phone, countryCode) === null) throw new AppError('noPhoneNumber')
    const messageId = await queueSms(tx, { ctx, sms: { phone: member.phone, memberId, kind: 'staff', text: smsBody } })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { messageId },
      tell: [messagesChanged],
    }
  })
}
