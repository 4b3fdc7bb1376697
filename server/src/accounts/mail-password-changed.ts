import type { Ctx } from '#platform/ctx.ts'
import { passwordChangedMail } from './mails.ts'
import { findAccount } from './queries.ts'
import { sendNotice } from './send-notice.ts'

/** Tells a member that his password is another one now, in case it was not he who changed it. */
export const mailPasswordChanged = async (ctx: Ctx, memberId: number): Promise<void> => {
  const account = await findAccount(ctx, memberId)
  if (!account) return
  await sendNotice(ctx, {
    envelope: { to: account.email, memberId, template: 'passwordChanged' },
    mail: passwordChangedMail({
      person: account,
      siteName: await ctx.settings.get('SITE_NAME'),
      url: `${ctx.siteUrl}/login`,
    }),
  })
}
