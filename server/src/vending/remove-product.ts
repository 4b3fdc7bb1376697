import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { lockProduct } from './lock-product.ts'
import { stockNotices } from './purchase-notices.ts'

/** Takes a product out of the list; what was bought of it keeps its name. Another one may be called so by machines. */
export const removeProduct = (ctx: Ctx, productId: number): Promise<void> =>
  change(ctx, 'product.removed', async (tx) => {
    const { name, external_id: externalId, stock } = await lockProduct(tx, productId)
    await tx.updateTable('products').set({ removed_at: ctx.now() }).where('id', '=', productId).execute()
    const data = { name, externalId, stock }
    return { result: undefined, subject: { kind: 'product', id: productId }, data, tell: stockNotices() }
  })
