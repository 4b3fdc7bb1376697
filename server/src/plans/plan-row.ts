import type { StaffPlan } from '@spacekeeper/contract/plans/shapes.ts'
import { collectors } from '@spacekeeper/contract/plans/words.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'

export type PlanRow = Selectable<Database['plans']>

export const asStaffPlan = (row: PlanRow): StaffPlan => ({
  id: row.id,
  name: row.name,
  stripeId: row.stripe_id ?? '',
  memberTier: row.tier_id,
  visible: row.is_visible,
  currency: row.currency,
  cost: row.cost_cents / 100,
  intervalCount: row.interval_count,
  intervalAmount: row.interval_count,
  interval: row.interval,
  costCents: row.cost_cents,
  joiningFeeCents: row.joining_fee_cents,
  collectors: collectors.filter((way) => row.collectors.includes(way)),
  maxPeople: row.max_people,
  isAdvised: row.is_advised,
  archivedAt: row.archived_at?.toISOString() ?? null,
})

/** The plans of these tiers in their order, without archived ones. */
export const listPlansOf = async (ctx: Ctx, tierIds: readonly number[]): Promise<StaffPlan[]> => {
  const rows = await ctx.db
    .selectFrom('plans')
    .selectAll()
    .where('tier_id', '=', sql<number>`any(${tierIds}::int[])`)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(asStaffPlan)
}
