import type { Ctx } from '#platform/ctx.ts'
import { playTheme } from '../devices/play-theme.ts'

const playsThemes = async (ctx: Ctx, kioskId: number): Promise<boolean> => {
  const kiosk = await ctx.db.selectFrom('kiosks').select('plays_theme').where('id', '=', kioskId).executeTakeFirst()
  return kiosk?.plays_theme ?? false
}

/** Has the theme of somebody played who came in with his card at a kiosk that plays themes. Returns at once. */
export const playAtKiosk = (ctx: Ctx, { kioskId, memberId }: { kioskId: number; memberId: number }): void => {
  playsThemes(ctx, kioskId)
    .then((plays) => (plays ? playTheme(ctx, { memberId }) : undefined))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a kiosk could not be asked whether it plays themes'))
}
