import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import type { OfferedPlan, PlanQuote } from '@spacekeeper/contract/signup/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addDays } from '#platform/local-day.ts'
import { type BillingWork, changeBilling } from '../billing/billing-work.ts'
import { lockCharges } from '../billing/charges/charges.ts'
import { listComingPrices } from '../billing/charges/coming-charges.ts'
import { findPrices, noReductions } from '../billing/charges/issuing.ts'
import { creditOf } from '../billing/payments/credit.ts'
import { lockCurrentSubscription, lockSubscription } from '../billing/subscription-row.ts'
import { payFromBalance } from '../billing/subscriptions/nightly.ts'
import { startSubscription } from '../billing/subscriptions/subscriptions.ts'
import { findMethod } from '../stripe/methods/payment-methods.ts'
import { collectDues } from '../stripe/paying/collection.ts'
import { listOfferedTiers } from './offers.ts'

type PlanChoice = { planId: number; collector?: Collector | undefined; couponCode?: string | undefined }

/** A plan that is on offer; hidden and archived ones are not there for members. */
const findOffered = async (ctx: Ctx, planId: number): Promise<OfferedPlan> => {
  const offers = await listOfferedTiers(ctx)
  const plan = offers.flatMap(({ plans }) => plans).find(({ id }) => id === planId)
  if (!plan) throw new AppError('notFound')
  return plan
}

/** What is not said is by card for who has one saved, as existing clients mean it, and another way for others. */
const collectorOf = (
  plan: OfferedPlan,
  { wanted, hasCard }: { wanted: Collector | undefined; hasCard: boolean },
): Collector => {
  const [first] = plan.collectors.toSorted(
    (a, b) => Number(a === 'stripe' && !hasCard) - Number(b === 'stripe' && !hasCard),
  )
  if (first === undefined) throw new AppError('planGone')
  if (wanted === undefined) return first
  if (!plan.collectors.includes(wanted)) throw badField('collector', 'This plan can’t be paid that way.')
  return wanted
}

const refuseSuspended = async ({ tx }: BillingWork, memberId: number) => {
  const row = tx
    .selectFrom('members')
    .select(['suspended_at as at', 'closed_at as closedAt'])
    .where('id', '=', memberId)
  const { at, closedAt } = await row.executeTakeFirstOrThrow()
  if (at !== null || closedAt !== null) throw new AppError('keptOut')
}

type Start = { memberId: number; plan: OfferedPlan; choice: PlanChoice; hasCard: boolean }

const start = async (work: BillingWork, { memberId, plan, choice, hasCard }: Start): Promise<number> => {
  await refuseSuspended(work, memberId)
  const collector = collectorOf(plan, { wanted: choice.collector, hasCard })
  const { subscriptionId } = await startSubscription(work, {
    memberId,
    planId: plan.id,
    collector,
    ...(choice.couponCode && { couponCode: choice.couponCode }),
    paysBeforeAccess: work.settings.SIGNUP_PAYS_BEFORE_ACCESS && collector !== 'free',
  })
  return subscriptionId
}

/** What is due today is taken from the balance at once, as far as it reaches. */
const payAtOnce = async (work: BillingWork, subscriptionId: number): Promise<void> => {
  for (const charge of await lockCharges(work, subscriptionId)) {
    if (charge.state === 'open' && charge.dueOn <= work.today) await payFromBalance(work, charge.id)
  }
}

/** The first payment is taken at once, if Stripe can be reached and there is a card; a job goes on trying. */
const payByCard = async (ctx: Ctx, memberId: number): Promise<{ success: true; message?: string }> => {
  try {
    const tried = await collectDues(ctx, { memberId })
    // The word existing clients know for a first payment that was refused.
    return tried?.state === 'failed' ? { success: true, message: 'signup.subscriptionFailed' } : { success: true }
  } catch (error) {
    ctx.log.warn({ err: error, memberId }, 'signup: the first payment by card waits')
    return { success: true }
  }
}

/** Puts the caller on a plan. Pressed twice, the second press finds the first one’s plan and changes nothing. */
export const choosePlan = async (ctx: Ctx, choice: PlanChoice): Promise<{ success: boolean; message?: string }> => {
  const memberId = memberOf(ctx).id
  const plan = await findOffered(ctx, choice.planId)
  const hasCard = (await findMethod(ctx, memberId)) !== undefined
  const isByCard = await changeBilling(ctx, 'billing.subscribed', async (work) => {
    const current = await lockCurrentSubscription(work, memberId)
    const isRepeated = current?.planId === plan.id && current.startedOn === work.today && current.state !== 'cancelling'
    if (isRepeated) return false
    const subscriptionId = await start(work, { memberId, plan, choice, hasCard })
    const { collector } = await lockSubscription(work, subscriptionId)
    if (collector === 'balance') await payAtOnce(work, subscriptionId)
    return collector === 'stripe'
  })
  return isByCard ? payByCard(ctx, memberId) : { success: true }
}

/** Carries a result out of a transaction that is to be rolled back. */
class QuoteResult extends Error {
  readonly quote: PlanQuote
  constructor(quote: PlanQuote) {
    super('a quote is no fault')
    this.quote = quote
  }
}

const quoteOf = async (work: BillingWork, subscriptionId: number, creditBefore: number): Promise<PlanQuote> => {
  const { today, settings } = work
  const subscription = await lockSubscription(work, subscriptionId)
  const first = await lockCharges(work, subscriptionId)
  const now = first.filter(({ dueOn }) => dueOn <= today)
  const charged = first.filter(({ dueOn }) => dueOn > today).toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
  const price = (await findPrices(work, [subscriptionId])).get(subscriptionId) ?? noReductions
  const coming =
    subscription.collector === 'free'
      ? []
      : listComingPrices(subscription, { price, nextPlan: undefined, today, charged })
  const [next] = coming
  const ends = now.flatMap(({ period }) => period?.to ?? [])
  const lastEnd = ends.toSorted().at(-1) ?? today
  const creditAfter = await creditOf(work, subscription.memberId, subscription.currency)
  return {
    currency: subscription.currency,
    todayCents: now.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0),
    lines: now.map(({ description, amountCents, discountCents }) => ({ description, amountCents, discountCents })),
    creditCents: Math.max(0, creditBefore - creditAfter),
    next: next ? { on: next.from, amountCents: next.amountCents } : null,
    coming,
    paidThrough: addDays(lastEnd, -1),
    paysBeforeAccess: settings.SIGNUP_PAYS_BEFORE_ACCESS && subscription.collector !== 'free',
  }
}

/** What a plan would cost the caller today and next: it is taken in a transaction that is rolled back. */
export const quotePlan = async (ctx: Ctx, choice: PlanChoice): Promise<PlanQuote> => {
  const memberId = memberOf(ctx).id
  const plan = await findOffered(ctx, choice.planId)
  try {
    return await changeBilling(ctx, 'billing.subscribed', async (work): Promise<never> => {
      const creditBefore = await creditOf(work, memberId, plan.currency)
      const subscriptionId = await start(work, { memberId, plan, choice, hasCard: false })
      throw new QuoteResult(await quoteOf(work, subscriptionId, creditBefore))
    })
  } catch (error) {
    if (error instanceof QuoteResult) return error.quote
    throw error
  }
}
