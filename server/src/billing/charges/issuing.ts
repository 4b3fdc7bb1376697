import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { addDays, type Day, laterDay } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { isCollectedByUs } from '../collection.ts'
import { isKeptAtStripe } from '../kept-plans.ts'
import { daysAhead, discountOf, nextPeriod, type Reduction } from '../periods.ts'
import { countPeople, dropNextPlan, forgetNextPlan, misfitOf } from '../plan-fit.ts'
import { saveSubscriptions, type Subscription } from '../subscription-row.ts'
import { insertCharges, type NewCharge } from './charges.ts'

/** What makes the charges of a subscription cheaper. */
export type PriceFacts = {
  concessionPercent: number | null
  /** The first day without the concession; null: it has no end. */
  concessionEndsOn: Day | null
  coupon: CouponInUse | null
}

type CouponInUse = Reduction & {
  useId: number
  /** Periods it still counts for, which each charge makes fewer; null: all of them. */
  periodsLeft: number | null
}

export const noReductions: PriceFacts = { concessionPercent: null, concessionEndsOn: null, coupon: null }

/** Finds what makes the next charges of subscriptions cheaper, by their ids. */
export const findPrices = async ({ tx }: Pick<BillingWork, 'tx'>, ids: readonly number[]) => {
  const { rows } = await sql<{
    id: number
    percent: number | null
    endsOn: Day | null
    useId: number | null
    couponPercent: number | null
    couponCents: number | null
    periodsLeft: number | null
  }>`select s.id, c.percent, c.ends_on as "endsOn", k.use_id as "useId", k.percent as "couponPercent",
      k.amount_cents as "couponCents", k.periods_left as "periodsLeft"
    from subscriptions s
    left join concessions c on c.member_id = s.member_id and c.state = 'approved'
    left join coupon_in_use(s.id) k on true
    where s.id = any(${ids}::int[])`.execute(tx)
  return new Map(
    rows.map(({ id, percent, endsOn, useId, couponPercent, couponCents, periodsLeft }): [number, PriceFacts] => [
      id,
      {
        concessionPercent: percent,
        concessionEndsOn: endsOn,
        coupon: useId === null ? null : { useId, percent: couponPercent, amountCents: couponCents, periodsLeft },
      },
    ]),
  )
}

export type TakenPlan = { id: number; name: string; interval: Subscription['interval']; intervalCount: number }

type NextPlan = TakenPlan & { currency: string; collectors: Collector[]; maxPeople: number }

const nextPlans = async ({ tx }: BillingWork, ids: readonly number[]): Promise<Map<number, NextPlan>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NextPlan>`select id, name, interval, interval_count as "intervalCount", currency,
      collectors, max_people as "maxPeople"
    from plans where id = any(${ids}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

type Periods = Pick<TakenPlan, 'interval' | 'intervalCount'>

export const hasSamePeriods = (a: Periods, b: Periods): boolean =>
  a.interval === b.interval && a.intervalCount === b.intervalCount

/** From the next charge on the subscription has this plan. The days its periods begin on stay, if they are as long. */
export const takePlan = (subscription: Subscription, plan: TakenPlan, costCents: number): void => {
  if (!hasSamePeriods(subscription, plan)) {
    subscription.anchorOn = subscription.chargedThrough
    subscription.periodsSinceAnchor = 0
  }
  subscription.planId = plan.id
  subscription.planName = plan.name
  subscription.costCents = costCents
  subscription.interval = plan.interval
  subscription.intervalCount = plan.intervalCount
  forgetNextPlan(subscription)
}

const beginsNext = ({ nextFrom, nextCostCents, chargedThrough }: Subscription): boolean =>
  nextCostCents !== null && (nextFrom === null || nextFrom <= chargedThrough)

/** Takes the plan that was agreed ahead for the next period on, where it begins by then. */
export const takeAgreedPlan = (subscription: Subscription, plan: TakenPlan | undefined): void => {
  if (plan && beginsNext(subscription)) takePlan(subscription, plan, subscription.nextCostCents ?? 0)
}

/** The same as it is charged: if it still fits. */
const takeNextPlan = async (
  work: BillingWork,
  subscription: Subscription,
  { plan, people }: { plan: NextPlan | undefined; people: number },
): Promise<void> => {
  if (!plan || !beginsNext(subscription)) return
  const why = misfitOf(plan, { ...subscription, people })
  if (why === null) takeAgreedPlan(subscription, plan)
  else await dropNextPlan(work, subscription, { plan: plan.name, why })
}

/** The charge of the next period. It moves the subscription on by that period. */
export const takeNextCharge = (
  subscription: Subscription,
  { price = noReductions, today }: { price?: PriceFacts | undefined; today: Day },
): NewCharge => {
  const period = nextPeriod(subscription)
  const hasConcession =
    price.concessionPercent !== null && (price.concessionEndsOn === null || period.from < price.concessionEndsOn)
  const isFree = subscription.collector === 'free'
  const coupon = isFree || price.coupon?.periodsLeft === 0 ? null : price.coupon
  const discountCents = discountOf(subscription.costCents, [
    ...(hasConcession ? [{ percent: price.concessionPercent, amountCents: null }] : []),
    ...(coupon ? [coupon] : []),
  ])
  subscription.periodsSinceAnchor += 1
  subscription.chargedThrough = period.to
  if (coupon && coupon.periodsLeft !== null) coupon.periodsLeft -= 1
  const amountCents = isFree ? 0 : subscription.costCents - discountCents
  const dueOn = laterDay(period.from, today)
  if (amountCents === 0) subscription.paidThrough = period.to
  else subscription.unpaidSince ??= dueOn
  return {
    memberId: subscription.memberId,
    subscriptionId: subscription.id,
    planId: subscription.planId,
    kind: 'period',
    period,
    description: subscription.planName,
    amountCents,
    discountCents: isFree ? 0 : discountCents,
    currency: subscription.currency,
    dueOn,
    concessionPercent: hasConcession ? price.concessionPercent : null,
    ...(coupon && { couponUseId: coupon.useId, couponPeriods: 1 }),
  }
}

/** No more than so many periods of one subscription at a time; the rest comes an hour later. */
const mostPeriods = 60

const isNextDue = (work: BillingWork, subscription: Subscription, through: Day): boolean => {
  const { chargedThrough, cancelOn, state } = subscription
  // Its charges are what Stripe's invoices say.
  if (isKeptAtStripe(subscription)) return false
  if (state !== 'active' && state !== 'cancelling') return false
  if (cancelOn !== null && chargedThrough >= cancelOn) return false
  // Charges that are taken by themselves are not asked for before their day.
  const ahead = isCollectedByUs(subscription) ? 0 : daysAhead(subscription, work.settings.CHARGE_DAYS_AHEAD)
  return chargedThrough < through || chargedThrough <= addDays(work.today, ahead)
}

/**
 * Charges the periods of subscriptions that come next, as far ahead as the space asks. The number of queries does not
 * depend on how many subscriptions there are. Returns the new charges.
 */
export const issueCharges = async (
  work: BillingWork,
  subscriptions: readonly Subscription[],
  /** A day that has to be charged as well, however far ahead it is. */
  { through = work.today }: { through?: Day } = {},
): Promise<{ chargeId: number; subscriptionId: number; memberId: number }[]> => {
  const due = subscriptions.filter((subscription) => isNextDue(work, subscription, through))
  if (due.length === 0) return []
  const prices = await findPrices(
    work,
    due.map(({ id }) => id),
  )
  const changing = due.filter(({ nextPlanId }) => nextPlanId !== null)
  const plans = await nextPlans(
    work,
    changing.flatMap(({ nextPlanId }) => nextPlanId ?? []),
  )
  const people = await countPeople(
    work,
    changing.map(({ id }) => id),
  )
  const charges: NewCharge[] = []
  for (const subscription of due) {
    const next = { plan: plans.get(subscription.nextPlanId ?? 0), people: people.get(subscription.id) ?? 1 }
    for (let count = 0; count < mostPeriods && isNextDue(work, subscription, through); count += 1) {
      if (subscription.nextPlanId !== null) await takeNextPlan(work, subscription, next)
      charges.push(takeNextCharge(subscription, { price: prices.get(subscription.id), today: work.today }))
    }
  }
  const ids = await insertCharges(work, charges)
  await saveSubscriptions(work, due)
  return charges.map(({ memberId, subscriptionId, amountCents, period }, at) => {
    const chargeId = ids[at] ?? 0
    noteEvent(work, 'billing.charged', { memberId, chargeId, amountCents, period })
    return { chargeId, memberId, subscriptionId: subscriptionId ?? 0 }
  })
}
