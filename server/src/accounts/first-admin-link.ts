import type { Ctx } from '#platform/ctx.ts'
import { hasAdministrator } from './queries.ts'
import { setupToken } from './setup-token.ts'

/** Where the first administrator is created; null when there is one. */
export const firstAdminLink = async (ctx: Ctx): Promise<string | null> =>
  (await hasAdministrator(ctx)) ? null : `${ctx.siteUrl}/setup/${setupToken(ctx.secretKey)}`
