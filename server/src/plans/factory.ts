import { collectors, type PlanInterval } from '@spacekeeper/contract/plans/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

let count = 0

export type TierFacts = { name?: string; description?: string; isVisible?: boolean; isFeatured?: boolean }

/** A tier that members see. */
export const aTier = async (db: Kysely<Database>, facts: TierFacts = {}): Promise<{ id: number; name: string }> => {
  count += 1
  return db
    .insertInto('tiers')
    .values({
      name: facts.name ?? `Tier ${count}`,
      description: facts.description ?? '',
      is_visible: facts.isVisible ?? true,
      is_featured: facts.isFeatured ?? false,
      position: count,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

export type PlanFacts = {
  tierId?: number
  name?: string
  costCents?: number
  currency?: string
  interval?: PlanInterval
  intervalCount?: number
  joiningFeeCents?: number
  maxPeople?: number
  isVisible?: boolean
  isAdvised?: boolean
  collectors?: readonly string[]
}

/** A plan of 50.00 a month that members see and may pay in every way; in a tier of its own unless one is said. */
export const aPlan = async (
  db: Kysely<Database>,
  facts: PlanFacts = {},
): Promise<{ id: number; tierId: number; name: string; costCents: number }> => {
  const tierId = facts.tierId ?? (await aTier(db)).id
  count += 1
  const row = await db
    .insertInto('plans')
    .values({
      tier_id: tierId,
      name: facts.name ?? `Plan ${count}`,
      currency: facts.currency ?? 'AUD',
      cost_cents: facts.costCents ?? 5000,
      joining_fee_cents: facts.joiningFeeCents ?? 0,
      interval: facts.interval ?? 'month',
      interval_count: facts.intervalCount ?? 1,
      max_people: facts.maxPeople ?? 1,
      is_visible: facts.isVisible ?? true,
      is_advised: facts.isAdvised ?? true,
      collectors: [...(facts.collectors ?? collectors)],
      position: count,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  return { ...row, tierId, costCents: facts.costCents ?? 5000 }
}
