import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { lockProduct } from './lock-product.ts'
import { stockNotices } from './purchase-notices.ts'

/** Gives a product a picture that is stored, or takes it away. */
export const setPicture = (ctx: Ctx, input: { productId: number; hash: string | null }): Promise<void> =>
  change(ctx, 'product.changed', async (tx) => {
    const { productId, hash } = input
    const { name, picture_hash: before } = await lockProduct(tx, productId)
    if (before === hash) return unchanged(undefined)
    await tx.updateTable('products').set({ picture_hash: hash }).where('id', '=', productId).execute()
    return {
      result: undefined,
      subject: { kind: 'product', id: productId },
      data: { name, picture: hash === null ? 'removed' : 'new' },
      tell: stockNotices(),
    }
  })
