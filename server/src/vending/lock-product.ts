import type { Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'

/** A product that is not removed, held until the transaction ends. */
export const lockProduct = async (tx: Tx, productId: number) => {
  const product = await tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', productId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) throw new AppError('notFound')
  return product
}
