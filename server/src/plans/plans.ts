import type { NewPlan, PlanChanges, StaffPlan } from '@spacekeeper/contract/plans/shapes.ts'
import { collectors } from '@spacekeeper/contract/plans/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { asStaffPlan, type PlanRow } from './plan-row.ts'
import { isUsed, unlessUsed } from './plan-use.ts'
import { changedCost, collectorsFor } from './rules.ts'
import { getTier, lockTier, mostOffers, offerNotices, placeIn, tierClashes } from './tiers.ts'

export const listPlans = async (ctx: Ctx, tierId?: number): Promise<StaffPlan[]> => {
  if (tierId !== undefined) await getTier(ctx, tierId)
  const rows = await ctx.db
    .selectFrom('plans as p')
    .innerJoin('tiers as t', 't.id', 'p.tier_id')
    .selectAll('p')
    .where('p.archived_at', 'is', null)
    .$if(tierId !== undefined, (plans) => plans.where('p.tier_id', '=', tierId ?? 0))
    .orderBy('t.position')
    .orderBy('t.id')
    .orderBy('p.position')
    .orderBy('p.id')
    .limit(mostOffers)
    .execute()
  return rows.map(asStaffPlan)
}

export const getPlan = async (ctx: Ctx, planId: number): Promise<StaffPlan> => {
  const row = await ctx.db.selectFrom('plans').selectAll().where('id', '=', planId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return asStaffPlan(row)
}

/** Locks a plan, so that no subscription begins with it meanwhile. */
const lockPlan = async ({ tx }: Work, planId: number): Promise<PlanRow> => {
  const row = await tx.selectFrom('plans').selectAll().where('id', '=', planId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

const subjectOf = (id: number) => ({ kind: 'plan', id })

export const insertPlan = ({ tx }: Work, plan: NewPlan): Promise<PlanRow> => {
  const { costCents = plan.cost, joiningFeeCents = 0 } = plan
  if (costCents === undefined) throw badField('costCents', 'This cannot be empty.')
  return tx
    .insertInto('plans')
    .values({
      tier_id: plan.memberTier,
      name: plan.name,
      currency: plan.currency,
      cost_cents: costCents,
      joining_fee_cents: joiningFeeCents,
      interval: plan.interval,
      interval_count: plan.intervalCount,
      is_visible: plan.visible,
      collectors: collectorsFor({ costCents, joiningFeeCents }, plan.collectors),
      max_people: plan.maxPeople ?? 1,
      is_advised: plan.isAdvised ?? true,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from plans where tier_id = ${plan.memberTier})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const createPlan = (ctx: Ctx, plan: NewPlan): Promise<StaffPlan> =>
  change(ctx, 'plan.added', async (work) => {
    const tier = await work.tx
      .selectFrom('tiers')
      .select('name')
      .where('id', '=', plan.memberTier)
      .where('archived_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!tier) throw badField('memberTier', 'There is no such tier.')
    const result = asStaffPlan(await insertPlan(work, plan))
    const { id, archivedAt: _, stripeId: __, memberTier: tierId, cost: ___, ...data } = result
    return { result, subject: subjectOf(id), data: { tier: tier.name, ...data }, tell: offerNotices() }
  })

const columns = {
  name: 'name',
  visible: 'is_visible',
  costCents: 'cost_cents',
  joiningFeeCents: 'joining_fee_cents',
  maxPeople: 'max_people',
  isAdvised: 'is_advised',
  collectors: 'collectors',
  currency: 'currency',
  interval: 'interval',
  intervalCount: 'interval_count',
} as const

const terms = ['currency', 'interval', 'intervalCount'] as const

/** Ways that stay as they are are the same list, so that nothing is noted as changed. */
const sameIfEqual = <T>(to: readonly T[], from: readonly T[]) => (to.join() === from.join() ? from : to)

const changesOf = (row: PlanRow, sent: PlanChanges) => {
  const costCents = changedCost(sent, row.cost_cents)
  if (typeof costCents === 'object') throw badField('cost', costCents.refusal)
  const price = {
    costCents: costCents ?? row.cost_cents,
    joiningFeeCents: sent.joiningFeeCents ?? row.joining_fee_cents,
  }
  const chosen = sent.collectors ?? collectors.filter((way) => row.collectors.includes(way))
  const { cost: _, ...details } = sent
  return { ...details, costCents, collectors: sameIfEqual<string>(collectorsFor(price, chosen), row.collectors) }
}

type PlanUpdate = { planId: number; changes: PlanChanges }

/** Changes what a plan costs and says from now on. Subscriptions keep what was agreed. */
export const updatePlan = async (ctx: Ctx, { planId, changes: sent }: PlanUpdate): Promise<StaffPlan> => {
  await change(ctx, 'plan.changed', async (work) => {
    const row = await lockPlan(work, planId)
    const update = work.tx.updateTable('plans').where('id', '=', planId)
    const changes = await changeRow(update, { row, columns, changes: changesOf(row, sent) })
    if (!changes) return unchanged(undefined)
    const fixed = terms.find((term) => changes[term] !== undefined)
    if (fixed && (await isUsed(work, planId)))
      throw badField(fixed, 'Members have agreed to this. Add another plan instead.')
    return { result: undefined, subject: subjectOf(planId), data: { name: row.name, changes }, tell: offerNotices() }
  })
  return getPlan(ctx, planId)
}

const archivePlan = (ctx: Ctx, planId: number): Promise<void> =>
  change(ctx, 'plan.archived', async (work) => {
    const { name, archived_at: archivedAt } = await lockPlan(work, planId)
    if (archivedAt !== null) return unchanged(undefined)
    await work.tx.updateTable('plans').set({ archived_at: ctx.now() }).where('id', '=', planId).execute()
    return { result: undefined, subject: subjectOf(planId), data: { name }, tell: offerNotices() }
  })

/** Removes a plan. One that members have, or had, is archived instead: they keep it. */
export const removePlan = (ctx: Ctx, planId: number): Promise<void> =>
  unlessUsed(
    () =>
      change(ctx, 'plan.removed', async (work) => {
        const { name } = await lockPlan(work, planId)
        await work.tx.deleteFrom('plans').where('id', '=', planId).execute()
        return { result: undefined, subject: subjectOf(planId), data: { name }, tell: offerNotices() }
      }),
    () => archivePlan(ctx, planId),
  )

/** Brings an archived plan back; no plan is on offer without its tier, so that comes with it. */
export const restorePlan = (ctx: Ctx, planId: number): Promise<void> =>
  onUnique(tierClashes, () =>
    change(ctx, 'plan.restored', async (work) => {
      const { name, archived_at: archivedAt, tier_id: tierId } = await lockPlan(work, planId)
      if (archivedAt === null) return unchanged(undefined)
      await work.tx.updateTable('plans').set({ archived_at: null }).where('id', '=', planId).execute()
      await work.tx.updateTable('tiers').set({ archived_at: null }).where('id', '=', tierId).execute()
      return { result: undefined, subject: subjectOf(planId), data: { name }, tell: offerNotices() }
    }),
  )

export const orderPlans = (ctx: Ctx, { tierId, planIds }: { tierId: number; planIds: number[] }): Promise<void> =>
  change(ctx, 'plans.ordered', async (work) => {
    const { name } = await lockTier(work, tierId)
    await work.tx
      .updateTable('plans')
      .set({ position: placeIn(planIds) })
      .where('tier_id', '=', tierId)
      .execute()
    const subject = { kind: 'tier', id: tierId }
    return { result: undefined, subject, data: { name, planIds }, tell: offerNotices() }
  })
