import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import { startFakeTwilio } from '#platform/sms/fake.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

/** A portal that sends text messages to a stand-in, and no mail: nothing listens at port 9. */
export const startSmsPortal = async (now: () => Date) => {
  const twilio = await startFakeTwilio()
  const portal = await startTestPortal({ smsUrl: twilio.url, smtpUrl: 'smtp://127.0.0.1:9', now })
  const adminId = (await aMember(portal.db, { isAdmin: true })).id
  const set = (key: SettingKey, value: unknown) => changeSetting(portal.ctx, { key, value })
  await set('SITE_NAME', 'Riverbend')
  await set('SMS_FOOTER', 'Riverbend, do not reply')
  await set('TWILIO_ACCOUNT_SID', twilio.account.accountSid)
  await set('TWILIO_AUTH_TOKEN', twilio.account.authToken)
  await set('SMS_SENDER_ID', twilio.account.senderId)
  await set('SMS_ENABLE', true)
  return {
    portal,
    twilio,
    adminId,
    admin: await portal.as(adminId),
    set,
    textsOf: (memberId: number) =>
      portal.db
        .selectFrom('messages')
        .selectAll()
        .where('member_id', '=', memberId)
        .where('channel', '=', 'sms')
        .orderBy('id')
        .execute(),
    /** As it was started, for the next test. */
    reset: async () => {
      twilio.refuse(undefined)
      twilio.taken.length = 0
      await set('SMS_ENABLE', true)
      await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
    },
    close: async () => {
      await portal.close()
      await twilio.close()
    },
  }
}

export type SmsPortal = Awaited<ReturnType<typeof startSmsPortal>>
