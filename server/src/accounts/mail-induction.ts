import type { Ctx } from '#platform/ctx.ts'
import { inductionMail } from './mails.ts'
import { findAccount } from './queries.ts'
import { sendNotice } from './send-notice.ts'

/** Where members do not pay here, the way on is an induction: says where it is booked, if the site says so. */
export const mailInduction = async (ctx: Ctx, memberId: number): Promise<void> => {
  const account = await findAccount(ctx, memberId)
  const settings = await ctx.settings.all()
  const paysHere = settings.ENABLE_STRIPE && settings.ENABLE_STRIPE_MEMBERSHIP_PAYMENTS
  if (!account || paysHere || settings.POST_INDUCTION_URL === '') return
  await sendNotice(ctx, {
    envelope: { to: account.email, memberId, template: 'induction' },
    mail: inductionMail({
      person: account,
      siteName: settings.SITE_NAME,
      url: new URL(settings.POST_INDUCTION_URL, ctx.siteUrl).href,
    }),
  })
}
