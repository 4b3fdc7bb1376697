import type { StockChange } from '@spacekeeper/contract/products.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { lockProduct } from './lock-product.ts'
import { stockNotices } from './purchase-notices.ts'
import { stockAfter } from './rules.ts'

type Wish = { productId: number; change: StockChange; reason: string }

/** Writes down how much there is of a product: a count, or what came and went apart from sales. */
export const setStock = (ctx: Ctx, input: Wish): Promise<{ stock: number | null }> =>
  change(ctx, 'product.stockChanged', async (tx) => {
    const { productId, reason } = input
    const { name, stock: from } = await lockProduct(tx, productId)
    const to = stockAfter(from, input.change)
    if (to === 'tooFew') throw badField('by', `There are only ${from ?? 0}.`)
    if (to === 'tooMany') throw badField('by', 'At most 1,000,000.')
    await tx.updateTable('products').set({ stock: to }).where('id', '=', productId).execute()
    return {
      result: { stock: to },
      subject: { kind: 'product', id: productId },
      data: { name, changes: { stock: { from, to } }, reason },
      tell: stockNotices(),
    }
  })
