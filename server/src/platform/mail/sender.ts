import type { Ctx } from '../ctx.ts'

/** Where mails come from: the setting's address, or one of the portal's own host, under the name of the site. */
export const findSender = async (ctx: Ctx): Promise<{ name: string; address: string }> => {
  const { EMAIL_DEFAULT_FROM: address, SITE_NAME: name } = await ctx.settings.all()
  return { name, address: address === '' ? `noreply@${new URL(ctx.siteUrl).hostname}` : address }
}
