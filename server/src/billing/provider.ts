import type { ChangePreview, PauseEffect } from '@spacekeeper/contract/billing/shapes.ts'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import type { Day } from '#platform/local-day.ts'
import type { BillingWork } from './billing-work.ts'
import type { Subscription } from './subscription-row.ts'

export type ProviderChange = Pick<ChangePreview, 'when' | 'times'> & {
  memberId: number
  planId: number
  costCents?: number
}

/**
 * Who collects by itself, such as a processor of cards: it keeps the subscription as well, says when what is due, and
 * reports into the charges (`mirror.ts`). What a person changes is changed there first; a provider that can't be reached
 * refuses, and nothing has changed. Each returns once our side shows what the provider's does.
 */
export type Provider = {
  previewChange: (ctx: Ctx, wanted: ProviderChange) => Promise<ChangePreview>
  /** Only if it still costs what was shown. */
  change: (
    ctx: Ctx,
    wanted: ProviderChange & Pick<ChangePreview, 'givenBackCents' | 'firstChargeCents' | 'dueNowCents'>,
  ) => Promise<ChangePreview>
  keepPlan: (ctx: Ctx, memberId: number) => Promise<void>
  cancel: (ctx: Ctx, memberId: number) => Promise<{ endsOn: Day }>
  resume: (ctx: Ctx, memberId: number) => Promise<void>
  /** What becomes of the paid days there, where it is money. */
  previewPause: (ctx: Ctx, wanted: { memberId: number; effect: PauseEffect }) => Promise<PauseEffect>
}

const providers = new Map<Collector, Provider>()

/** Said once, where the domains are listed: a provider stands above billing. */
export const provideCollection = (collector: Collector, provider: Provider): void => {
  providers.set(collector, provider)
}

/** Who keeps the subscription of a member beside us; null while only we do. */
export const providerOf = async (ctx: Ctx, memberId: number): Promise<Provider | null> => {
  const current = await ctx.db
    .selectFrom('subscriptions')
    .select(['collector', 'provider_ref'])
    .where('member_id', '=', memberId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  if (!current || current.provider_ref === null) return null
  return providers.get(current.collector) ?? null
}

/**
 * Our side of a subscription changed without its provider having been asked: it ended, a lower price began, a pause is
 * due, or it is to begin there. Tried again until the provider has the same.
 */
export const followProviderJob = job('followProvider', z.object({ subscriptionId: z.number() }))

/** Another way to pay took over: what was collected by this name is to be collected no more. */
export const leaveProviderJob = job('leaveProvider', z.object({ ref: z.string() }))

/** Whether the provider says when what is due; otherwise the portal does. */
export const isMirrored = ({ providerRef }: Pick<Subscription, 'providerRef'>): boolean => providerRef !== null

export const askProvider = (work: BillingWork, { id }: Pick<Subscription, 'id'>): Promise<void> =>
  addJob(work, followProviderJob, { subscriptionId: id }, { key: `provider-${id}`, queue: `provider-${id}` })
