import type { ProductDetails } from '@spacekeeper/contract/products.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { explainProductClash } from './explain-product-clash.ts'
import { lockProduct } from './lock-product.ts'
import { stockNotices } from './purchase-notices.ts'

const columns = {
  name: 'name',
  externalId: 'external_id',
  priceCents: 'price_cents',
  costPriceCents: 'cost_price_cents',
  isActive: 'is_active',
} as const satisfies Record<keyof ProductDetails, string>
type Field = keyof typeof columns
const fields = Object.keys(columns) as Field[] // Object.keys loses the literal names

type Wish = { productId: number; details: { [F in Field]?: ProductDetails[F] | undefined } }

const write = (ctx: Ctx, { productId, details }: Wish) =>
  change(ctx, 'product.changed', async (tx) => {
    const product = await lockProduct(tx, productId)
    const changed = fields.flatMap((field) => {
      const [from, to] = [product[columns[field]], details[field]]
      return to === undefined || to === from ? [] : [{ field, from, to }]
    })
    if (changed.length === 0) return unchanged(undefined)
    await tx
      .updateTable('products')
      .set(Object.fromEntries(changed.map(({ field, to }) => [columns[field], to])))
      .where('id', '=', productId)
      .execute()
    const changes = Object.fromEntries(changed.map(({ field, from, to }) => [field, { from, to }]))
    return {
      result: undefined,
      subject: { kind: 'product', id: productId },
      data: { name: product.name, changes },
      tell: stockNotices(),
    }
  })

/** Changes what is written down of a product; what was sold keeps its price. */
export const changeProduct = async (ctx: Ctx, wish: Wish): Promise<void> => {
  try {
    await write(ctx, wish)
  } catch (error) {
    throw explainProductClash(error)
  }
}
