import { sql } from 'kysely'
import { addDays, type Day, laterDay } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from './billing-work.ts'
import { insertCharges, type NewCharge } from './charges.ts'
import { daysAhead, discountOf, nextPeriod, type Reduction } from './periods.ts'
import { isCollectedByProvider } from './provider.ts'
import { saveSubscriptions, type Subscription } from './subscription-row.ts'

/** What makes the charges of a subscription cheaper. */
export type PriceFacts = {
  concessionPercent: number | null
  /** The first day without the concession; null: it has no end. */
  concessionEndsOn: Day | null
  coupon: Reduction | null
}

const noReductions: PriceFacts = { concessionPercent: null, concessionEndsOn: null, coupon: null }

const priceRows = async ({ tx }: BillingWork, ids: readonly number[]) => {
  const { rows } = await sql<{
    id: number
    percent: number | null
    endsOn: Day | null
    couponPercent: number | null
    couponCents: number | null
  }>`select s.id, c.percent, c.ends_on as "endsOn", k.percent as "couponPercent", k.amount_cents as "couponCents"
    from subscriptions s
    left join concessions c on c.member_id = s.member_id and c.state = 'approved'
    left join coupons k on k.id = s.coupon_id
    where s.id = any(${ids}::int[])`.execute(tx)
  return new Map(
    rows.map(({ id, percent, endsOn, couponPercent, couponCents }): [number, PriceFacts] => [
      id,
      {
        concessionPercent: percent,
        concessionEndsOn: endsOn,
        coupon:
          couponPercent === null && couponCents === null ? null : { percent: couponPercent, amountCents: couponCents },
      },
    ]),
  )
}

type NextPlan = { id: number; name: string; interval: Subscription['interval']; intervalCount: number }

const nextPlans = async ({ tx }: BillingWork, ids: readonly number[]): Promise<Map<number, NextPlan>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NextPlan>`select id, name, interval, interval_count as "intervalCount" from plans
    where id = any(${ids}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What was agreed ahead holds from the next period on. */
const takeNextPlan = (subscription: Subscription, plan: NextPlan | undefined): void => {
  const { nextFrom, chargedThrough } = subscription
  if (!plan || subscription.nextCostCents === null || (nextFrom !== null && chargedThrough < nextFrom)) return
  subscription.planId = plan.id
  subscription.planName = plan.name
  subscription.costCents = subscription.nextCostCents
  subscription.interval = plan.interval
  subscription.intervalCount = plan.intervalCount
  subscription.anchorOn = subscription.chargedThrough
  subscription.periodsSinceAnchor = 0
  subscription.nextPlanId = null
  subscription.nextCostCents = null
  subscription.nextFrom = null
}

/** The charge of the next period. It moves the subscription on by that period. */
export const takeNextCharge = (
  subscription: Subscription,
  { price = noReductions, today }: { price?: PriceFacts | undefined; today: Day },
): NewCharge => {
  const period = nextPeriod(subscription)
  const hasConcession =
    price.concessionPercent !== null && (price.concessionEndsOn === null || period.from < price.concessionEndsOn)
  const usesCoupon = price.coupon !== null && subscription.couponPeriods !== 0
  const discountCents = discountOf(subscription.costCents, [
    ...(hasConcession ? [{ percent: price.concessionPercent, amountCents: null }] : []),
    ...(usesCoupon && price.coupon ? [price.coupon] : []),
  ])
  const isFree = subscription.collector === 'free'
  subscription.periodsSinceAnchor += 1
  subscription.chargedThrough = period.to
  const countsCoupon = usesCoupon && subscription.couponPeriods !== null
  if (subscription.couponPeriods !== null && usesCoupon) subscription.couponPeriods -= 1
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
    ...(countsCoupon && { couponId: subscription.couponId, couponPeriods: 1 }),
  }
}

/** No more than so many periods of one subscription at a time; the rest comes an hour later. */
const mostPeriods = 60

const isNextDue = (work: BillingWork, subscription: Subscription, through: Day): boolean => {
  const { chargedThrough, cancelOn, state } = subscription
  // Its charges are what the provider's invoices say.
  if (isCollectedByProvider(subscription)) return false
  if (state !== 'active' && state !== 'cancelling') return false
  if (cancelOn !== null && chargedThrough >= cancelOn) return false
  return (
    chargedThrough < through ||
    chargedThrough <= addDays(work.today, daysAhead(subscription, work.settings.CHARGE_DAYS_AHEAD))
  )
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
  const prices = await priceRows(
    work,
    due.map(({ id }) => id),
  )
  const plans = await nextPlans(
    work,
    due.flatMap(({ nextPlanId }) => nextPlanId ?? []),
  )
  const charges = due.flatMap((subscription) => {
    const issued: NewCharge[] = []
    while (issued.length < mostPeriods && isNextDue(work, subscription, through)) {
      takeNextPlan(subscription, plans.get(subscription.nextPlanId ?? 0))
      issued.push(takeNextCharge(subscription, { price: prices.get(subscription.id), today: work.today }))
    }
    return issued
  })
  const ids = await insertCharges(work, charges)
  await saveSubscriptions(work, due)
  return charges.map(({ memberId, subscriptionId, amountCents, period }, at) => {
    const chargeId = ids[at] ?? 0
    noteEvent(work, 'billing.charged', { memberId, chargeId, amountCents, period })
    return { chargeId, memberId, subscriptionId: subscriptionId ?? 0 }
  })
}
