import type { Ctx } from '../ctx.ts'
import type { SmsSender } from './sms.ts'
import { openTwilio, type TwilioAccount } from './twilio.ts'

/** The account the settings name, or null while something is missing: then messages are kept. */
export const findSmsAccount = async (ctx: Pick<Ctx, 'settings' | 'smsUrl'>): Promise<TwilioAccount | null> => {
  const settings = await ctx.settings.all()
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, SMS_SENDER_ID: senderId } = settings
  const isComplete = settings.SMS_ENABLE && accountSid !== '' && authToken !== '' && senderId !== ''
  return isComplete ? { accountSid, authToken, senderId, baseUrl: ctx.smsUrl } : null
}

let last: { key: string; sender: SmsSender } | undefined

/** The way to a provider, kept while the account stays the same. */
export const smsSenderFor = (account: TwilioAccount): SmsSender => {
  const key = JSON.stringify(account)
  if (last?.key !== key) last = { key, sender: openTwilio(account) }
  return last.sender
}
