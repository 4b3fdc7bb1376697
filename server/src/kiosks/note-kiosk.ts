import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { isNewsOf } from './rules.ts'

/** A kiosk says that it is still there, and from where. */
export const noteKiosk = async (ctx: Ctx, input: { kioskId: number; address: string }): Promise<void> => {
  const { kioskId, address } = input
  const kiosk = await ctx.db
    .selectFrom('kiosks')
    .select(['last_seen_at as lastSeenAt', 'ip_address as address'])
    .where('id', '=', kioskId)
    .executeTakeFirst()
  const now = ctx.now()
  if (!kiosk || !isNewsOf(kiosk, { now, address })) return
  await record(ctx, async (tx) => {
    await tx.updateTable('kiosks').set({ last_seen_at: now, ip_address: address }).where('id', '=', kioskId).execute()
    return { result: undefined }
  })
}
