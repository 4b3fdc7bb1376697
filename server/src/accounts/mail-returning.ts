import type { Ctx } from '#platform/ctx.ts'
import { returningMail } from './mails.ts'
import { findAccount, findStaffAddresses } from './queries.ts'
import { sendNotice } from './send-notice.ts'

/** Tells those who run the space that somebody may be back who left while he was suspended. */
export const mailReturning = async (ctx: Ctx, input: { memberId: number; formerId: number }): Promise<void> => {
  const { memberId, formerId } = input
  const person = await findAccount(ctx, memberId)
  if (!person) return
  const urlOf = (id: number) => `${ctx.siteUrl}/manage/members/${id}`
  const mail = returningMail({ person, formerId, siteName: await ctx.settings.get('SITE_NAME'), url: urlOf(memberId) })
  for (const to of await findStaffAddresses(ctx)) {
    await sendNotice(ctx, { envelope: { to, memberId, template: 'returning' }, mail })
  }
}
