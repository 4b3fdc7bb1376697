import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import type { Sweep } from '#platform/sweep.ts'
import type { BillingWork } from './billing-work.ts'
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

/**
 * Takes over a subscription that Stripe keeps from before. `isPaying`: the member pays here what is open there, which
 * decides about one that waits for that.
 */
export type TakeOverFirst = (ctx: Ctx, kept: { subscriptionId: number; isPaying: boolean }) => Promise<void>

const takeOvers = new Set<TakeOverFirst>()

/** Said once, where the domains are listed. */
export const provideTakeOver = (takeOver: TakeOverFirst): void => {
  takeOvers.add(takeOver)
}

const findKept = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('subscriptions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('provider_ref', 'is not', null)
    .where('state', '<>', 'ended')
    .executeTakeFirst()

/** Whether the portal charges the plan of a member, if need be from now on: asked before anything is changed about it. */
export const isChargedHere = async (
  ctx: Ctx,
  { memberId, isPaying = false }: { memberId: number; isPaying?: boolean },
): Promise<boolean> => {
  const kept = await findKept(ctx, memberId)
  if (!kept) return true
  for (const takeOver of takeOvers) await takeOver(ctx, { subscriptionId: kept.id, isPaying })
  return (await findKept(ctx, memberId)) === undefined
}

/** The same where it has to be. */
export const mustBeChargedHere = async (ctx: Ctx, member: { memberId: number; isPaying?: boolean }): Promise<void> => {
  if (!(await isChargedHere(ctx, member))) throw new AppError('keptAtStripe')
}

/** What Stripe still collected when it ended here: it ends there, too, and nothing more is asked for. */
export const leaveStripeJob = job('leaveStripe', z.object({ ref: z.string().max(100) }))

/** Whether Stripe says when what is due, until the portal has taken it over. */
export const isKeptAtStripe = ({ providerRef }: Pick<Subscription, 'providerRef'>): boolean => providerRef !== null

/** Whether the portal takes by itself what such a subscription is charged. */
export const isCollectedByUs = (subscription: Subscription): boolean =>
  subscription.collector === 'stripe' && !isKeptAtStripe(subscription)

/** Lets what is due be taken once the transaction is committed. */
export const orderCollection = (work: BillingWork, { memberId }: Pick<Subscription, 'memberId'>): Promise<void> =>
  addJob(work, collectDuesJob, { memberId }, { key: `collect-${memberId}`, queue: `collect-${memberId}` })
