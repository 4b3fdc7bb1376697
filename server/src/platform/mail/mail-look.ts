import type { WorkCtx } from '../ctx.ts'
import type { MailLook } from './mail.ts'

/** The look as the settings have it now. */
export const mailLook = async (ctx: WorkCtx): Promise<MailLook> => {
  const settings = await ctx.settings.all()
  const logo = settings.SITE_LOGO
  return {
    siteName: settings.SITE_NAME,
    siteOwner: settings.SITE_OWNER,
    siteUrl: ctx.siteUrl,
    postalAddress: settings.SITE_MAIL_ADDRESS,
    logoUrl: logo === '' ? undefined : new URL(logo, ctx.siteUrl).href,
    primary: settings.THEME_PRIMARY,
    dark: settings.THEME_DARK,
  }
}
