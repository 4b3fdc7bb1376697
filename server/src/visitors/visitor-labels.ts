import { newVisitorPath, visitorPath } from '@spacekeeper/contract/visitors/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localDay } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import type { Label } from '#platform/pdf/lay-out-label.ts'
import { getPass } from './visitors.ts'

/** What a visitor wears: their name, their host, and the code of their page. */
export const visitorLabel = async (ctx: Ctx, code: string): Promise<Label> => {
  const [pass, settings] = await Promise.all([getPass(ctx, code), ctx.settings.all()])
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = settings
  const day = pass.arrivedAt === null ? pass.expectedOn : localDay(new Date(pass.arrivedAt), zone)
  return {
    size: settings.LABEL_SIZE,
    title: pass.name,
    lines: [
      'Visitor',
      ...(pass.hostName === null ? [] : [`Host: ${pass.hostName}`]),
      ...(day ? [longDay(day, locale)] : []),
    ],
    code: `${ctx.siteUrl}${visitorPath(code)}`,
    small: settings.SITE_NAME,
  }
}

/** What hangs at the entrance, for visitors with a phone. */
export const posterLabel = async (ctx: Ctx): Promise<Label> => {
  const settings = await ctx.settings.all()
  return {
    size: settings.LABEL_SIZE,
    title: 'Visitors: please sign in',
    lines: ['Scan the code with your phone.'],
    code: `${ctx.siteUrl}${newVisitorPath}`,
    small: settings.SITE_NAME,
  }
}
