import type { PlanInterval } from '@spacekeeper/contract/billing/words.ts'
import { addDays, type Day, earlierDay, laterDay, rangeText } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import { listBreaks } from './breaks.ts'
import { endNow, followSubscription } from './follow.ts'
import { type MirroredInvoice, mirrorInvoice } from './mirror-invoices.ts'
import { listDuePauses } from './pauses.ts'
import { lockSubscription, saveSubscriptions, type Subscription } from './subscription-row.ts'
import { moveSubscription, type SubscriptionMoveName } from './subscription-rules.ts'

/** What a provider says of a subscription, in our words. */
export type MirroredSubscription = {
  ref: string
  /** `incomplete` waits for its first payment; what is overdue follows from the charges. */
  state: 'incomplete' | 'live' | 'paused' | 'ended'
  planId: number
  costCents: number
  interval: PlanInterval
  intervalCount: number
  startedOn: Day
  anchorOn: Day
  /** The first day without it, once it was cancelled. */
  cancelOn: Day | null
  endedAt: Date | null
  endedReason: string
  /** Oldest first; those that changed since they were last mirrored at least. */
  invoices: readonly MirroredInvoice[]
  /** When it was asked for: what was asked for later is not written over. */
  seenAt: Date
}

const move = (subscription: Subscription, name: SubscriptionMoveName): boolean => {
  const next = moveSubscription(subscription.state, name)
  if (next === null) return false
  subscription.state = next
  return true
}

/** Whether the next period was charged for a plan already. */
const isChargedFor = async ({ tx }: BillingWork, { id }: Subscription, planId: number): Promise<boolean> => {
  const row = tx.selectFrom('charges').select('id').where('subscription_id', '=', id).where('plan_id', '=', planId)
  return (await row.where('state', '<>', 'void').executeTakeFirst()) !== undefined
}

/** Which plan it is for which price. What was agreed for the next period is ours once that is charged. */
const takeTerms = async (work: BillingWork, subscription: Subscription, facts: MirroredSubscription): Promise<void> => {
  const { planId, costCents, interval, intervalCount } = facts
  const isToCome = subscription.nextPlanId === planId && subscription.nextCostCents === costCents
  if (isToCome && !(await isChargedFor(work, subscription, planId))) return
  if (isToCome) {
    subscription.nextPlanId = null
    subscription.nextCostCents = null
    subscription.nextFrom = null
  }
  if (subscription.planId !== planId) {
    const plan = await work.tx.selectFrom('plans').select('name').where('id', '=', planId).executeTakeFirstOrThrow()
    subscription.planId = planId
    subscription.planName = plan.name
  }
  Object.assign(subscription, { costCents, interval, intervalCount })
}

/** A pause begins where it was planned; one that was made at the provider has no end we know, so it gets a far one. */
const beginMirroredPause = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  if (!move(subscription, 'beginPause')) return
  const [planned] = await listDuePauses(work, subscription.id)
  if (planned) {
    await work.tx
      .updateTable('subscription_breaks')
      .set({
        begun_at: work.now,
        days: rangeText({ from: work.today, to: laterDay(planned.days.to, addDays(work.today, 1)) }),
      })
      .where('id', '=', planned.id)
      .execute()
    return
  }
  await work.tx
    .insertInto('subscription_breaks')
    .values({
      subscription_id: subscription.id,
      kind: 'pause',
      days: rangeText({ from: work.today, to: addDays(work.today, 730) }),
      created_at: work.now,
      begun_at: work.now,
    })
    .execute()
}

/**
 * A pause lasts as long as it did at the provider: a night that was missed, or an outage, may have begun or ended it later
 * than was planned. Where periods are counted from a new day, that is the first one after it.
 */
const endMirroredPause = async (
  work: BillingWork,
  subscription: Subscription,
  { anchorOn }: Pick<MirroredSubscription, 'anchorOn'>,
): Promise<void> => {
  if (!move(subscription, 'endPause')) return
  const breaks = await listBreaks(work, subscription.id)
  const running = breaks.findLast(({ kind, hasBegun }) => kind === 'pause' && hasBegun)
  if (!running) return
  const { from } = running.days
  const ended = from < anchorOn && anchorOn <= work.today ? anchorOn : work.today
  const next = breaks.find(({ days }) => days.from > from)
  const to = next ? earlierDay(ended, next.days.from) : ended
  await work.tx
    .updateTable('subscription_breaks')
    .set(from >= to ? { cancelled_at: work.now } : { days: rangeText({ from, to }) })
    .where('id', '=', running.id)
    .execute()
}

const takeState = async (work: BillingWork, subscription: Subscription, facts: MirroredSubscription): Promise<void> => {
  const { memberId } = subscription
  if (facts.state === 'live' && subscription.state === 'incomplete') move(subscription, 'payFirst')
  if (facts.state === 'paused') await beginMirroredPause(work, subscription)
  if (facts.state === 'live' && subscription.state === 'paused') await endMirroredPause(work, subscription, facts)
  if (facts.cancelOn !== null && facts.state !== 'ended') {
    const isNew = move(subscription, 'cancel')
    if (subscription.state === 'cancelling') subscription.cancelOn = facts.cancelOn
    if (isNew) noteEvent(work, 'billing.cancelled', { memberId, endsOn: facts.cancelOn })
  }
  if (facts.cancelOn === null && subscription.state === 'cancelling' && facts.state === 'live') {
    move(subscription, 'resume')
    subscription.cancelOn = null
    noteEvent(work, 'billing.resumed', { memberId })
  }
  if (facts.state === 'ended' && subscription.state !== 'ended') {
    endNow(subscription, { now: facts.endedAt ?? work.now, reason: facts.endedReason })
    noteEvent(work, 'billing.ended', { memberId, reason: facts.endedReason })
  }
}

const findSeenAt = async ({ tx }: BillingWork, { id }: Subscription): Promise<Date | null> => {
  const row = tx.selectFrom('subscriptions').select('provider_seen_at as at').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).at
}

/**
 * Makes our side of a subscription what its provider says: terms, charges, payments, state; access follows. It may be
 * called at any time, in any order and twice. Returns false where something newer is written already.
 */
export const mirrorSubscription = async (
  work: BillingWork,
  { subscriptionId, facts }: { subscriptionId: number; facts: MirroredSubscription },
): Promise<boolean> => {
  work.isMirroring = true
  let subscription = await lockSubscription(work, subscriptionId)
  const seenAt = await findSeenAt(work, subscription)
  if (seenAt !== null && seenAt > facts.seenAt) return false
  const isFirst = seenAt === null
  subscription.providerRef = facts.ref
  if (isFirst) Object.assign(subscription, firstDays(subscription, facts))
  await saveSubscriptions(work, [subscription])
  for (const invoice of facts.invoices) {
    await mirrorInvoice(work, subscription, invoice)
    // Payments followed it meanwhile.
    subscription = await lockSubscription(work, subscriptionId)
  }
  await takeTerms(work, subscription, facts)
  await takeState(work, subscription, facts)
  await followSubscription(work, subscription)
  await work.tx
    .updateTable('subscriptions')
    .set({ provider_seen_at: facts.seenAt })
    .where('id', '=', subscriptionId)
    .execute()
  return true
}

/** Before anything is charged, its days are those of the provider; one that was paid here before goes on from there. */
const firstDays = (subscription: Subscription, { startedOn, anchorOn }: MirroredSubscription) => {
  const isNew = subscription.chargedThrough === subscription.startedOn
  if (!isNew) return { anchorOn: laterDay(anchorOn, subscription.startedOn) }
  return { startedOn, anchorOn, chargedThrough: startedOn, paidThrough: startedOn }
}
