import { SmsOccasion } from '@spacekeeper/contract/messages/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, record, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { job } from '#platform/jobs/job.ts'
import { countryCodeOf, normalisePhone } from '#platform/sms/phone-numbers.ts'
import { queueSms, messagesChanged } from './outbox.ts'
import { fillIn } from './rules.ts'

/** Sends a member the text message of an occasion, if the site wants that. */
export const textMemberJob = job(
  'textMember',
  z.object({
    memberId: z.number().int(),
    occasion: SmsOccasion,
    /** Where it happened, if that is a door or machine. */
    deviceId: z.number().int().nullable().default(null),
  }),
)

/** A card that is held to a door again and again costs one message. */
const onceInMs = 10 * 60_000

const deviceName = async (ctx: Ctx, deviceId: number | null) => {
  if (deviceId === null) return null
  const row = await ctx.db.selectFrom('devices').select('name').where('id', '=', deviceId).executeTakeFirst()
  return row?.name ?? null
}

/** Whether this member was written to about this just now. Two jobs at the same time are let in one after the other. */
const wasJustTold = async ({ tx, now }: Work, input: { memberId: number; occasion: SmsOccasion }) => {
  const { memberId, occasion } = input
  await sql`select pg_advisory_xact_lock(hashtext('text messages'), ${memberId}::int)`.execute(tx)
  const recent = await tx
    .selectFrom('messages')
    .select('id')
    .where('member_id', '=', memberId)
    .where('channel', '=', 'sms')
    .where('template', '=', occasion)
    .where('created_at', '>', new Date(now.getTime() - onceInMs))
    .limit(1)
    .executeTakeFirst()
  return recent !== undefined
}

/** Writes a member the text message of an occasion, if the site has a text for it and the member a phone number. */
export const textMember = async (
  ctx: Ctx,
  input: { memberId: number; occasion: SmsOccasion; deviceId: number | null },
): Promise<void> => {
  const { memberId, occasion, deviceId } = input
  const { SMS_ENABLE: isOn, SMS_MESSAGES: texts, SITE_NAME: site } = await ctx.settings.all()
  const wording = texts[occasion]
  if (!isOn || wording === '') return
  const member = await ctx.db.selectFrom('members').select('phone').where('id', '=', memberId).executeTakeFirst()
  if (!member || member.phone === '') return
  const text = fillIn(wording, { site, device: await deviceName(ctx, deviceId) })
  await record(ctx, async (work) => {
    if (await wasJustTold(work, { memberId, occasion })) return { result: undefined }
    await queueSms(work, { sms: { memberId, kind: occasion, text } })
    return { result: undefined, tell: [messagesChanged] }
  })
}

/** Writes a text message to a member. The audit names the writer and the reader; the words stand in the outbox. */
export const sendSms = async (ctx: Ctx, input: { memberId: number; smsBody: string }): Promise<void> => {
  const { memberId, smsBody } = input
  if (!(await ctx.settings.get('SMS_ENABLE'))) throw new AppError('smsNotSetUp')
  const countryCode = await countryCodeOf(ctx)
  await change(ctx, 'member.smsSent', async (work) => {
    const member = await work.tx.selectFrom('members').select('phone').where('id', '=', memberId).executeTakeFirst()
    if (!member) throw new AppError('notFound')
    if (normalisePhone(member.phone, countryCode) === null) throw new AppError('noPhoneNumber')
    const messageId = await queueSms(work, { sms: { memberId, kind: 'staff', text: smsBody } })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { messageId },
      tell: [messagesChanged],
    }
  })
}
