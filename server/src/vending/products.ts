import { tooMuch } from '@spacekeeper/contract/field-words.ts'
import type { Product, ProductDetails, StockChange } from '@spacekeeper/contract/vending/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { addressOfImage, storeImage } from '../settings/images.ts'
import { stockAfter } from './rules.ts'

/** Whose screens show what machines sell and have left. */
export const stockNotices = () => [screens.notice({ topic: 'memberbucks', audience: { staff: ['devices', 'money'] } })]

/** Locks a product that is not removed. */
const lockProduct = async ({ tx }: Work, productId: number) => {
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

const clashes = { products_external_id: { field: 'externalId', message: 'Another product already uses this slot.' } }

/** Refuses what is no machine that sells. */
const checkMachine = async ({ tx }: Work, deviceId: number | null | undefined): Promise<void> => {
  if (deviceId === null || deviceId === undefined) return
  const machine = await tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('kind', '=', 'memberbucks')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!machine) throw badField('deviceId', 'There is no such machine.')
}

/** Spaces have dozens; the bound is for safety. */
const mostProducts = 1_000

const lateMs = 30 * 24 * 60 * 60 * 1000

/** What machines sell, by name. */
export const listProducts = async (ctx: Ctx): Promise<Product[]> => {
  const since = new Date(ctx.now().getTime() - lateMs)
  const rows = await ctx.db
    .selectFrom('products as x')
    .leftJoin('site_images as i', 'i.hash', 'x.picture_hash')
    .leftJoin('devices as d', 'd.id', 'x.device_id')
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
    .select(
      columns('x.id, x.name, x.external_id, x.device_id, d.name as deviceName, x.price_cents, x.cost_price_cents'),
    )
    .select(columns('x.stock, x.is_active, i.hash, i.media_type, s.sold'))
    .where('x.removed_at', 'is', null)
    .orderBy(sql`lower(x.name)`)
    .orderBy(sql`lower(d.name)`)
    .orderBy('x.id')
    .limit(mostProducts)
    .execute()
  return rows.map(({ hash, mediaType, sold, ...row }) => ({
    ...row,
    picture: hash === null || mediaType === null ? null : addressOfImage(hash, mediaType),
    soldLately: sold ?? 0,
  }))
}

/** Adds something for machines to sell. Its id comes back. */
export const createProduct = (ctx: Ctx, input: ProductDetails & { stock: number | null }): Promise<number> =>
  onUnique(clashes, () =>
    change(ctx, 'product.added', async (work) => {
      const { name, externalId, deviceId, priceCents, costPriceCents, stock, isActive } = input
      await checkMachine(work, deviceId)
      const { id } = await work.tx
        .insertInto('products')
        .values({
          name,
          external_id: externalId,
          device_id: deviceId,
          price_cents: priceCents,
          cost_price_cents: costPriceCents,
          stock,
          is_active: isActive,
          added_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const data = { name, externalId, deviceId, priceCents, costPriceCents, stock, isActive }
      return { result: id, subject: { kind: 'product', id }, data, tell: stockNotices() }
    }),
  )

const changedColumns = {
  name: 'name',
  externalId: 'external_id',
  deviceId: 'device_id',
  priceCents: 'price_cents',
  costPriceCents: 'cost_price_cents',
  isActive: 'is_active',
} as const satisfies Record<keyof ProductDetails, string>

type ProductUpdate = {
  productId: number
  details: { [F in keyof ProductDetails]?: ProductDetails[F] | undefined }
}

/** Changes the details of a product; what was sold keeps its price. */
export const updateProduct = (ctx: Ctx, { productId, details }: ProductUpdate): Promise<void> =>
  onUnique(clashes, () =>
    change(ctx, 'product.changed', async (work) => {
      const row = await lockProduct(work, productId)
      if (details.deviceId !== row.device_id) await checkMachine(work, details.deviceId)
      const update = work.tx.updateTable('products').where('id', '=', productId)
      const changes = await changeRow(update, { row, columns: changedColumns, changes: details })
      if (!changes) return unchanged(undefined)
      return {
        result: undefined,
        subject: { kind: 'product', id: productId },
        data: { name: row.name, changes },
        tell: stockNotices(),
      }
    }),
  )

/** Takes a product out of the list; what was bought of it keeps its name. Another one may be called so by machines. */
export const removeProduct = (ctx: Ctx, productId: number): Promise<void> =>
  change(ctx, 'product.removed', async (work) => {
    const { name, external_id: externalId, stock } = await lockProduct(work, productId)
    await work.tx.updateTable('products').set({ removed_at: ctx.now() }).where('id', '=', productId).execute()
    const data = { name, externalId, stock }
    return { result: undefined, subject: { kind: 'product', id: productId }, data, tell: stockNotices() }
  })

type StockUpdate = { productId: number; change: StockChange; reason: string }

/** Writes down how much there is of a product: a count, or what came and went apart from sales. */
export const setStock = (ctx: Ctx, input: StockUpdate): Promise<{ stock: number | null }> =>
  change(ctx, 'product.stockChanged', async (work) => {
    const { productId, reason } = input
    const { name, stock: from } = await lockProduct(work, productId)
    const to = stockAfter(from, input.change)
    if (to === 'tooFew') throw badField('by', `There are only ${from ?? 0}.`)
    if (to === 'tooMany') throw badField('by', tooMuch(1_000_000))
    await work.tx.updateTable('products').set({ stock: to }).where('id', '=', productId).execute()
    return {
      result: { stock: to },
      subject: { kind: 'product', id: productId },
      data: { name, changes: { stock: { from, to } }, reason },
      tell: stockNotices(),
    }
  })

/** Gives a product a picture that is stored, or takes it away. */
export const setPicture = (ctx: Ctx, input: { productId: number; hash: string | null }): Promise<void> =>
  change(ctx, 'product.changed', async (work) => {
    const { productId, hash } = input
    const { name, picture_hash: before } = await lockProduct(work, productId)
    if (before === hash) return unchanged(undefined)
    await work.tx.updateTable('products').set({ picture_hash: hash }).where('id', '=', productId).execute()
    return {
      result: undefined,
      subject: { kind: 'product', id: productId },
      data: { name, picture: hash === null ? 'removed' : 'new' },
      tell: stockNotices(),
    }
  })

/** Three times the size it is shown at in the list. */
const pictureShape = { width: 480, height: 480, kind: 'photo' } as const

/** Makes the picture of a product from an uploaded image. Its address comes back. */
export const uploadProductPicture = async (
  ctx: Ctx,
  { productId, file }: { productId: number; file: Uint8Array },
): Promise<{ picture: string }> => {
  const { hash, address } = await storeImage(ctx, { field: 'picture', file, shape: pictureShape })
  await setPicture(ctx, { productId, hash })
  return { picture: address }
}

/** The product a machine calls so, if it is for sale: its own one, or else the one that every machine calls so. */
export const findProduct = async ({ tx }: Work, slot: { deviceId: number; externalId: string }) => {
  const product = await tx
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'cost_price_cents', 'is_active'])
    .where('external_id', '=', slot.externalId)
    .where((is) => is.or([is('device_id', 'is', null), is('device_id', '=', slot.deviceId)]))
    .where('removed_at', 'is', null)
    .orderBy('device_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return product?.is_active ? product : undefined
}

/** Counts one off the stock, if it is counted and there is one: the machine knows better than we what it holds. */
export const takeFromStock = async ({ tx }: Work, productId: number): Promise<boolean> => {
  const taken = await tx
    .updateTable('products')
    .set({ stock: sql`stock - 1` })
    .where('id', '=', productId)
    .where('stock', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
