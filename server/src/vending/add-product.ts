import type { ProductDetails } from '@spacekeeper/contract/products.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { explainProductClash } from './explain-product-clash.ts'
import { stockNotices } from './purchase-notices.ts'

/** Adds something for machines to sell. Its id comes back. */
export const addProduct = async (ctx: Ctx, input: ProductDetails & { stock: number | null }): Promise<number> => {
  try {
    return await change(ctx, 'product.added', async (tx) => {
      const { name, externalId, priceCents, costPriceCents, stock, isActive } = input
      const { id } = await tx
        .insertInto('products')
        .values({
          name,
          external_id: externalId,
          price_cents: priceCents,
          cost_price_cents: costPriceCents,
          stock,
          is_active: isActive,
          added_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const data = { name, externalId, priceCents, costPriceCents, stock, isActive }
      return { result: id, subject: { kind: 'product', id }, data, tell: stockNotices() }
    })
  } catch (error) {
    throw explainProductClash(error)
  }
}
