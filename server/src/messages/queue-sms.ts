import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { normalisePhone } from '#platform/sms/phone-numbers.ts'
import { withFooter } from '#platform/sms/sms.ts'
import { sendMessageJob } from './send-message-job.ts'

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
export const queueSms = async (tx: Tx, input: { ctx: Ctx; sms: NewSms; maxAttempts?: number }): Promise<number> => {
  const { ctx, sms, maxAttempts = smsAttempts } = input
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
  if (number !== null) await addJob(tx, sendMessageJob, { messageId: id }, { maxAttempts })
  return id
}
