import { sampleAccountMails } from './accounts/mails.ts'
import { sampleFleetMails } from './fleets/mails.ts'
import { sampleMemberMails } from './members/mails.ts'
import { welcomeCards } from './members/welcome-cards.ts'
import { sampleVendingMails } from './vending/mails.ts'
import type { MailSample } from './messages/list-samples.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Every mail the portal writes by itself, with people made up for the purpose. */
export const sampleMails = async (ctx: Ctx): Promise<MailSample[]> => {
  const settings = await ctx.settings.all()
  const site = { siteName: settings.SITE_NAME, url: ctx.siteUrl }
  const { MEMBERBUCKS_NAME: balanceName, SITE_LOCALE_CURRENCY: locale } = settings
  return [
    ...sampleAccountMails(site),
    ...sampleMemberMails({ ...site, cards: welcomeCards(settings, ctx.siteUrl) }),
    ...(settings.ENABLE_MEMBERBUCKS ? sampleVendingMails({ balanceName, url: ctx.siteUrl, locale }) : []),
    ...sampleFleetMails(site),
  ]
}
