import type { PlanMember } from '@spacekeeper/contract/plans/shapes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'

/** Whether a subscription is of this plan, was, or will be. */
export const isUsed = async ({ tx }: Work, planId: number): Promise<boolean> => {
  const found = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where((is) => is.or([is('plan_id', '=', planId), is('next_plan_id', '=', planId)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const foreignKeyViolation = '23503'

/** Removes a row, or, where another one refers to it, does what is left to do: the database alone knows all that do. */
export const unlessUsed = async (remove: () => Promise<void>, otherwise: () => Promise<void>): Promise<void> => {
  try {
    await remove()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === foreignKeyViolation)) throw error
    await otherwise()
  }
}

/** Who has a plan now, with what they agreed to pay. */
export const listPlanMembers = async (
  ctx: Ctx,
  { planId, offset, limit }: { planId: number; offset: number; limit: number },
): Promise<{ members: PlanMember[]; total: number }> => {
  const current = ctx.db
    .selectFrom('subscriptions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .leftJoin('plans as n', 'n.id', 's.next_plan_id')
    .where('s.plan_id', '=', planId)
    .where('s.state', '<>', 'ended')
  const [plan, counted, rows] = await Promise.all([
    ctx.db.selectFrom('plans').select('id').where('id', '=', planId).executeTakeFirst(),
    current.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    current
      .select(['m.id as memberId', fullNameOf('m').as('name'), 's.state', 's.collector', 's.cost_cents as costCents'])
      .select(['s.currency', 's.started_on as startedOn', 's.paid_through as paidThrough'])
      .select(['n.name as nextPlan', 's.next_cost_cents as nextCents'])
      .orderBy(sql`lower(m.first_name)`)
      .orderBy(sql`lower(m.last_name)`)
      .orderBy('m.id')
      .offset(offset)
      .limit(limit)
      .execute(),
  ])
  if (!plan) throw new AppError('notFound')
  const members = rows.flatMap(({ state, nextPlan, nextCents, ...row }) =>
    state === 'ended'
      ? []
      : [
          {
            ...row,
            state,
            next: nextPlan === null || nextCents === null ? null : { plan: nextPlan, costCents: nextCents },
          },
        ],
  )
  return { members, total: counted.total }
}
