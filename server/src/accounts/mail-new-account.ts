import type { Ctx } from '#platform/ctx.ts'
import { countryCodeOf, formatPhone } from '#platform/sms/phone-numbers.ts'
import { newAccountMail } from './mails.ts'
import { findAccount } from './queries.ts'
import { sendNotice } from './send-notice.ts'

/** Tells the administrators' address of a new account, if the site has one. An answer goes to the new member. */
export const mailNewAccount = async (ctx: Ctx, memberId: number): Promise<void> => {
  const account = await findAccount(ctx, memberId)
  const { EMAIL_ADMIN: to, SITE_NAME: siteName } = await ctx.settings.all()
  if (!account || to === '') return
  await sendNotice(ctx, {
    envelope: { to, memberId, template: 'newAccount', replyTo: account.email },
    mail: newAccountMail({
      person: { ...account, phone: formatPhone(account.phone, await countryCodeOf(ctx)) },
      siteName,
      url: ctx.siteUrl,
    }),
  })
}
