import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'

/** So long a picture that no setting names any more can be had back, by undoing or by hand. */
const keptDays = 30

/** Forgets the pictures that no setting and no product has named for a month. */
export const forgetImages = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const isUsed = sql<boolean>`(exists (
      select from settings where jsonb_typeof(value) = 'string' and value #>> '{}' like '/images/' || hash || '.%'
    ) or exists (select from products where picture_hash = hash))`
    const before = new Date(ctx.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await tx.updateTable('site_images').set({ unused_since: null }).where(isUsed).execute()
    await tx.deleteFrom('site_images').where('unused_since', '<', before).execute()
    await tx
      .updateTable('site_images')
      .set({ unused_since: ctx.now() })
      .where('unused_since', 'is', null)
      .where(sql<boolean>`not ${isUsed}`)
      .execute()
    return { result: undefined }
  })
