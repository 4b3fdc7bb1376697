import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

/** Ends a key of another system for good. Revoking twice changes nothing. */
export const revokeApiKey = (ctx: Ctx, keyId: number): Promise<void> =>
  change(ctx, 'apiKey.revoked', async (tx) => {
    const key = await tx
      .selectFrom('api_keys')
      .select(['name', 'prefix', 'revoked_at'])
      .where('id', '=', keyId)
      .forUpdate()
      .executeTakeFirst()
    if (!key) throw new AppError('notFound')
    if (key.revoked_at) return unchanged(undefined)
    await tx.updateTable('api_keys').set({ revoked_at: ctx.now() }).where('id', '=', keyId).execute()
    return {
      result: undefined,
      data: { apiKeyId: keyId, name: key.name, prefix: key.prefix },
      tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices'] } })],
    }
  })
