import type { SmsOccasion } from '@spacekeeper/contract/messages.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Tx } from '#platform/db/change.ts'
import { messagesChanged } from './queue-message.ts'
import { queueSms } from './queue-sms.ts'
import { fillIn } from './rules.ts'

/** A card that is held to a door again and again costs one message. */
const onceInMs = 10 * 60_000

const deviceName = async (ctx: Ctx, deviceId: number | null) => {
  if (deviceId === null) return null
  const row = await ctx.db.selectFrom('devices').select('name').where('id', '=', deviceId).executeTakeFirst()
  return row?.name ?? null
}

/** Whether this member was written to about this just now. Two jobs at the same time are let in one after the other. */
const wasJustTold = async (tx: Tx, input: { memberId: number; occasion: SmsOccasion; now: Date }) => {
  const { memberId, occasion, now } = input
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

/** Writes a member the text message of an occasion, if the site wants any and he gave a number. */
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
  await record(ctx, async (tx) => {
    if (await wasJustTold(tx, { memberId, occasion, now: ctx.now() })) return { result: undefined }
    await queueSms(tx, { ctx, sms: { phone: member.phone, memberId, kind: occasion, text } })
    return { result: undefined, tell: [messagesChanged] }
  })
}
