// Plans that Stripe collects from before, until the portal has taken them over.
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { job } from '#platform/jobs/job.ts'

/** `isPaying`: what is open there is settled here at this moment, which decides about one that waits for that. */
type KeptSubscription = { subscriptionId: number; memberId: number; isPaying: boolean }

export type TakeOverFirst = (ctx: Ctx, kept: Omit<KeptSubscription, 'memberId'>) => Promise<void>

const takeOvers = new Set<TakeOverFirst>()

/** Said once, where the domains are listed: what asks Stripe stands above billing. */
export const provideTakeOver = (takeOver: TakeOverFirst): void => {
  takeOvers.add(takeOver)
}

/** Nothing of such a plan is changed before the portal charges it: the transaction ends, and begins again after that. */
export class KeptAtStripeError extends AppError {
  readonly kept: KeptSubscription
  constructor(kept: KeptSubscription) {
    super('keptAtStripe')
    this.kept = kept
  }
}

/** Whether Stripe says when what is due, until the portal has taken it over. */
export const isKeptAtStripe = ({ providerRef }: { providerRef: string | null }): boolean => providerRef !== null

const findKept = (db: Pick<Ctx['db'], 'selectFrom'>, memberId: number) =>
  db
    .selectFrom('subscriptions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('provider_ref', 'is not', null)
    .where('state', '<>', 'ended')
    .executeTakeFirst()

/** Asked in every transaction that changes what a member pays for their plan, or settles what is open of it. */
export const mustBeChargedHere = async (
  { tx }: Pick<Work, 'tx'>,
  { memberId, isPaying = false }: { memberId: number; isPaying?: boolean },
): Promise<void> => {
  const kept = await findKept(tx, memberId)
  if (kept) throw new KeptAtStripeError({ subscriptionId: kept.id, memberId, isPaying })
}

/** Where Stripe is away or refuses, it stays kept; a job goes on trying. */
const tryTakeOver = async (ctx: Ctx, kept: KeptSubscription): Promise<void> => {
  try {
    for (const takeOver of takeOvers) await takeOver(ctx, kept)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.log.warn({ err: error, subscriptionId: kept.subscriptionId }, 'billing: not taken over from Stripe yet')
  }
}

/** Does it, and does it again where the plan it changes had to be taken over from Stripe first. */
export const onceChargedHere = async <T>(ctx: Ctx, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof KeptAtStripeError)) throw error
    await tryTakeOver(ctx, error.kept)
    return run()
  }
}

/** For what ends a plan: it goes on also where Stripe has to keep it, once what was paid there is known here. */
export const takeOverIfPossible = async (ctx: Ctx, memberId: number): Promise<void> => {
  const kept = await findKept(ctx.db, memberId)
  if (kept) await tryTakeOver(ctx, { subscriptionId: kept.id, memberId, isPaying: false })
}

/** Collected by Stripe when it ended here: it ends there, too, and nothing more is asked for. */
export const leaveStripeJob = job('leaveStripe', z.object({ ref: z.string().max(100) }))
