import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { listStaffWith } from '../auth/accounts.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import { mailPlan } from './mails.ts'
import type { Subscription } from './subscription-row.ts'
import { type Misfit, misfits } from './subscription-rules.ts'

/** The demands of a plan on those who take it. */
export type PlanRoom = { currency: string; collectors: readonly string[]; maxPeople: number }

export type PlanUse = { currency: string; collector: string; people: number }

/** Why a subscription can't have a plan as it is now, with its people and its way to pay; null where it fits. */
export const misfitOf = (plan: PlanRoom, { currency, collector, people }: PlanUse): Misfit | null => {
  if (plan.currency !== currency) return 'currency'
  if (!plan.collectors.includes(collector)) return 'collector'
  return people > plan.maxPeople ? 'household' : null
}

/** How many people each subscription is for today, with the payer. */
export const countPeople = async (
  { tx }: BillingWork,
  subscriptionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (subscriptionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; people: number }>`select s.id, 1 + (select count(*)::int
      from household_people h where h.subscription_id = s.id and h.left_at is null) as people
    from subscriptions s where s.id = any(${subscriptionIds}::int[])`.execute(tx)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

export const forgetNextPlan = (subscription: Subscription): void => {
  subscription.nextPlanId = null
  subscription.nextCostCents = null
  subscription.nextFrom = null
}

export const mailMisfitJob = job(
  'mailMisfit',
  z.object({ memberId: z.number().int(), plan: z.string(), kept: z.string(), why: z.enum(misfits) }),
)

/** A change that was agreed ahead and fits no more is not made: the plan and its price stay, and both sides are told. */
export const dropNextPlan = async (
  work: BillingWork,
  subscription: Subscription,
  { plan, why }: { plan: string; why: Misfit },
): Promise<void> => {
  const { memberId, planName: kept } = subscription
  forgetNextPlan(subscription)
  noteEvent(work, 'billing.changeDropped', { memberId, plan, kept, why })
  await addJob(work, mailMisfitJob, { memberId, plan, kept, why })
}

/** Tells the payer and the staff of money. */
export const mailMisfit = async (
  ctx: Ctx,
  { memberId, plan, kept, why }: z.output<typeof mailMisfitJob.payload>,
): Promise<void> => {
  const facts = { plan, name: kept, why }
  await mailPlan(ctx, { mail: 'changeDropped', memberId, facts })
  for (const staff of await listStaffWith(ctx, 'money'))
    await mailPlan(ctx, { mail: 'changeDroppedStaff', memberId: staff.memberId, namedId: memberId, facts })
}
