import type { StaffPlan, StaffTier, TierDetails } from '@spacekeeper/contract/plans/shapes.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { listPlansOf } from './plan-row.ts'
import { unlessUsed } from './plan-use.ts'

/** Members see what is on offer, too. */
export const offerNotices = () => [screens.notice({ topic: 'billing', audience: 'everybody' })]

/** Spaces have a handful; the bound is for safety. */
export const mostOffers = 500

type TierRow = Selectable<Database['tiers']>

export const asStaffTier = (row: TierRow, plans: readonly StaffPlan[]): StaffTier => ({
  id: row.id,
  name: row.name,
  description: row.description,
  visible: row.is_visible,
  featured: row.is_featured,
  stripeId: row.stripe_id ?? '',
  plans: plans.filter(({ memberTier }) => memberTier === row.id),
  archivedAt: row.archived_at?.toISOString() ?? null,
})

export const listTiers = async (ctx: Ctx): Promise<StaffTier[]> => {
  const rows = await ctx.db
    .selectFrom('tiers')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .limit(mostOffers)
    .execute()
  const plans = await listPlansOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => asStaffTier(row, plans))
}

export const getTier = async (ctx: Ctx, tierId: number): Promise<StaffTier> => {
  const row = await ctx.db.selectFrom('tiers').selectAll().where('id', '=', tierId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return asStaffTier(row, await listPlansOf(ctx, [tierId]))
}

/** Locks a tier, so that no plan is added to it meanwhile. */
export const lockTier = async ({ tx }: Work, tierId: number): Promise<TierRow> => {
  const row = await tx.selectFrom('tiers').selectAll().where('id', '=', tierId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** Names of archived tiers are free. */
export const tierClashes = { tiers_name: 'tierTaken' } as const

export const insertTier = ({ tx }: Work, tier: TierDetails): Promise<TierRow> =>
  tx
    .insertInto('tiers')
    .values({
      name: tier.name,
      description: tier.description,
      is_visible: tier.visible,
      is_featured: tier.featured,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from tiers)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const createTier = (ctx: Ctx, details: TierDetails): Promise<StaffTier> =>
  onUnique(tierClashes, () =>
    change(ctx, 'tier.added', async (work) => {
      const row = await insertTier(work, details)
      const tier = asStaffTier(row, [])
      const { id, archivedAt: _, stripeId: __, plans: ___, ...data } = tier
      return { result: tier, subject: { kind: 'tier', id }, data, tell: offerNotices() }
    }),
  )

const columns = {
  name: 'name',
  description: 'description',
  visible: 'is_visible',
  featured: 'is_featured',
} as const satisfies Record<keyof TierDetails, string>

type TierUpdate = { tierId: number; details: { [F in keyof TierDetails]?: TierDetails[F] | undefined } }

export const updateTier = (ctx: Ctx, { tierId, details }: TierUpdate): Promise<StaffTier> =>
  onUnique(tierClashes, async () => {
    await change(ctx, 'tier.changed', async (work) => {
      const row = await lockTier(work, tierId)
      const update = work.tx.updateTable('tiers').where('id', '=', tierId)
      const changes = await changeRow(update, { row, columns, changes: details })
      if (!changes) return unchanged(undefined)
      const data = { name: row.name, changes }
      return { result: undefined, subject: { kind: 'tier', id: tierId }, data, tell: offerNotices() }
    })
    return getTier(ctx, tierId)
  })

const archiveTier = (ctx: Ctx, tierId: number): Promise<void> =>
  change(ctx, 'tier.archived', async (work) => {
    const { name, archived_at: archivedAt } = await lockTier(work, tierId)
    if (archivedAt !== null) return unchanged(undefined)
    const archived = { archived_at: ctx.now() }
    await work.tx.updateTable('tiers').set(archived).where('id', '=', tierId).execute()
    const plans = work.tx.updateTable('plans').set(archived).where('tier_id', '=', tierId)
    await plans.where('archived_at', 'is', null).execute()
    return { result: undefined, subject: { kind: 'tier', id: tierId }, data: { name }, tell: offerNotices() }
  })

/** Removes a tier with its plans. Once members have, or had, one of them all are archived instead: they keep it. */
export const removeTier = (ctx: Ctx, tierId: number): Promise<void> =>
  unlessUsed(
    () =>
      change(ctx, 'tier.removed', async (work) => {
        const { name } = await lockTier(work, tierId)
        await work.tx.deleteFrom('plans').where('tier_id', '=', tierId).execute()
        await work.tx.deleteFrom('tiers').where('id', '=', tierId).execute()
        return { result: undefined, subject: { kind: 'tier', id: tierId }, data: { name }, tell: offerNotices() }
      }),
    () => archiveTier(ctx, tierId),
  )

/** Brings an archived tier back, unless another one is called so by now. */
export const restoreTier = (ctx: Ctx, tierId: number): Promise<void> =>
  onUnique(tierClashes, () =>
    change(ctx, 'tier.restored', async (work) => {
      const { name, archived_at: archivedAt } = await lockTier(work, tierId)
      if (archivedAt === null) return unchanged(undefined)
      await work.tx.updateTable('tiers').set({ archived_at: null }).where('id', '=', tierId).execute()
      return { result: undefined, subject: { kind: 'tier', id: tierId }, data: { name }, tell: offerNotices() }
    }),
  )

/** The place of each id in an order; those that are not in it come after. */
export const placeIn = (ids: readonly number[]) => sql<number>`coalesce(array_position(${ids}::int[], id), 1000000)`

export const orderTiers = (ctx: Ctx, tierIds: readonly number[]): Promise<void> =>
  change(ctx, 'tiers.ordered', async ({ tx }) => {
    await tx
      .updateTable('tiers')
      .set({ position: placeIn(tierIds) })
      .execute()
    return { result: undefined, data: { tierIds }, tell: offerNotices() }
  })
