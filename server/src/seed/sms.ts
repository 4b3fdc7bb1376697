import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { systemCtx, type Services } from '#platform/ctx.ts'
import type { FakeTwilio } from '#platform/sms/fake.ts'
import { changeSetting } from '../settings/settings.ts'

/** Switches text messages on, with the account of a stand-in. */
export const seedSms = async (services: Services, account: FakeTwilio['account']): Promise<void> => {
  const values: [SettingKey, unknown][] = [
    ['TWILIO_ACCOUNT_SID', account.accountSid],
    ['TWILIO_AUTH_TOKEN', account.authToken],
    ['SMS_SENDER_ID', account.senderId],
    ['SMS_FOOTER', 'Riverbend Makers. Please do not reply.'],
    ['SMS_ENABLE', true],
  ]
  for (const [key, value] of values) await changeSetting(systemCtx(services), { key, value })
}
