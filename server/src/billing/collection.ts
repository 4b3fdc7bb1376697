import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import type { Sweep } from '#platform/sweep.ts'
import type { BillingWork } from './billing-work.ts'
import { isKeptAtStripe } from './kept-plans.ts'
import type { Subscription } from './subscription-row.ts'

/** Takes what is due of a member from what they saved, and calls off what is no longer owed. */
export const collectDuesJob = job('collectDues', z.object({ memberId: z.number().int() }))

/** The same for all members, once a night and whenever billing runs. */
export type DuesCollection = (ctx: Ctx, sweep: Sweep) => Promise<void>

const collections = new Set<DuesCollection>()

/** Said once, where the domains are listed: what takes money stands above billing. */
export const provideDuesCollection = (collect: DuesCollection): void => {
  collections.add(collect)
}

export const collectAllDues: DuesCollection = async (ctx, sweep) => {
  for (const collect of collections) await collect(ctx, sweep)
}

/** Whether the portal takes by itself what such a subscription is charged. */
export const isCollectedByUs = (subscription: Subscription): boolean =>
  subscription.collector === 'stripe' && !isKeptAtStripe(subscription)

/** Lets what is due be taken once the transaction is committed. */
export const orderCollection = (work: BillingWork, { memberId }: Pick<Subscription, 'memberId'>): Promise<void> =>
  addJob(work, collectDuesJob, { memberId }, { key: `collect-${memberId}`, queue: `collect-${memberId}` })
