import type { Product } from '@spacekeeper/contract/products.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { addressOfImage } from '../site/store-image.ts'

/** Spaces have dozens; the bound is for safety. */
const most = 1_000
const lateMs = 30 * 24 * 60 * 60 * 1000

/** What machines sell, by name. */
export const listProducts = async (ctx: Ctx): Promise<Product[]> => {
  const since = new Date(ctx.now().getTime() - lateMs)
  const rows = await ctx.db
    .selectFrom('products as x')
    .leftJoin('site_images as i', 'i.hash', 'x.picture_hash')
    .leftJoin(
      (from) =>
        from
          .selectFrom('purchases as p')
          .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
          .select(['p.product_id', sql<number>`count(*)::int`.as('sold')])
          .where('p.purchased_at', '>', since)
          .where('p.product_id', 'is not', null)
          .where('p.kind', '=', 'debit')
          .where('r.id', 'is', null)
          .groupBy('p.product_id')
          .as('s'),
      (on) => on.onRef('s.product_id', '=', 'x.id'),
    )
    .selectAll('x')
    .select(['i.hash', 'i.media_type', 's.sold'])
    .where('x.removed_at', 'is', null)
    .orderBy(sql`lower(x.name)`)
    .orderBy('x.id')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    externalId: row.external_id,
    priceCents: row.price_cents,
    costPriceCents: row.cost_price_cents,
    stock: row.stock,
    isActive: row.is_active,
    picture: row.hash === null || row.media_type === null ? null : addressOfImage(row.hash, row.media_type),
    soldLately: row.sold ?? 0,
  }))
}
