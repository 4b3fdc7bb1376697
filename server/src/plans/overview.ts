import type { MonthlyIncome, PlanOverview, TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { asStaffPlan } from './plan-row.ts'
import { monthlyCents } from './rules.ts'
import { asStaffTier, mostOffers } from './tiers.ts'

/** What is archived comes last, the newest first. */
const inOrder = sql`archived_at is not null, archived_at desc, position, id`

/** Subscriptions that pay, and those that only have the plan, by what they agreed to. */
const listAgreements = (ctx: Ctx) =>
  ctx.db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['s.plan_id', 's.cost_cents', 's.currency', 's.interval', 's.interval_count'])
    .select([
      sql<number>`count(*)::int`.as('members'),
      sql<number>`(count(*) filter (where s.state in ('active', 'pastDue', 'cancelling') and s.collector <> 'free'))::int`.as(
        'paying',
      ),
      // Who will move to today's price anyway needs no moving.
      sql<number>`(count(*) filter (where s.collector <> 'free' and coalesce(s.next_plan_id, s.plan_id) = s.plan_id
        and coalesce(s.next_cost_cents, s.cost_cents) <> p.cost_cents))::int`.as('other_prices'),
    ])
    .where('s.state', '<>', 'ended')
    .groupBy(['s.plan_id', 's.cost_cents', 's.currency', 's.interval', 's.interval_count'])
    .execute()

type Agreement = Awaited<ReturnType<typeof listAgreements>>[number]

const incomeOf = (agreement: Agreement): MonthlyIncome => ({
  currency: agreement.currency,
  cents: monthlyCents({
    cents: agreement.cost_cents * agreement.paying,
    interval: agreement.interval,
    intervalCount: agreement.interval_count,
  }),
})

/** Amounts of the same currency together. */
const sumIncomes = (incomes: readonly MonthlyIncome[]): MonthlyIncome[] => {
  const sums = new Map<string, number>()
  for (const { currency, cents } of incomes) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums].map(([currency, cents]) => ({ currency, cents })).filter(({ cents }) => cents > 0)
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** All tiers and plans with who has them and what they bring in a month. */
export const getPlansOverview = async (ctx: Ctx): Promise<{ tiers: TierOverview[]; monthly: MonthlyIncome[] }> => {
  const [tiers, plans, agreements] = await Promise.all([
    ctx.db.selectFrom('tiers').selectAll().orderBy(inOrder).limit(mostOffers).execute(),
    ctx.db.selectFrom('plans').selectAll().orderBy(inOrder).limit(mostOffers).execute(),
    listAgreements(ctx),
  ])
  const plansWithUse = plans.map((row): PlanOverview => {
    const own = agreements.filter(({ plan_id }) => plan_id === row.id)
    return {
      ...asStaffPlan(row),
      members: total(own.map(({ members }) => members)),
      otherPrices: total(own.map(({ other_prices }) => other_prices)),
      monthly: sumIncomes(own.map(incomeOf)),
    }
  })
  return {
    tiers: tiers.map((row) => {
      const own = plansWithUse.filter(({ memberTier }) => memberTier === row.id)
      return {
        ...asStaffTier(row, []),
        members: total(own.map(({ members }) => members)),
        monthly: sumIncomes(own.flatMap(({ monthly }) => monthly)),
        plans: own,
      }
    }),
    monthly: sumIncomes(plansWithUse.flatMap(({ monthly }) => monthly)),
  }
}
