import type { ComingPrice } from '@spacekeeper/contract/billing/dues-shapes.ts'
import type { Day } from '#platform/local-day.ts'
import type { Subscription } from '../subscription-row.ts'
import { type PriceFacts, takeAgreedPlan, takeNextCharge, type TakenPlan } from './issuing.ts'

type ComingFacts = {
  price: PriceFacts
  nextPlan: TakenPlan | undefined
  today: Day
  /** Charges that are made already and told as to come. */
  charged?: readonly { dueOn: Day; amountCents: number }[]
}

/** Periods that are looked at: more than a year of days. */
const mostPeriods = 400

/** Prices that are told, one after the other. */
const mostPrices = 4

/** Whether each payment from now on is like the next one. */
const isSteady = ({ nextPlanId, chargedThrough }: Subscription, { price }: ComingFacts) => {
  const usesUpCoupon = (price.coupon?.periodsLeft ?? 0) > 0
  const hasEnding = price.concessionPercent !== null && price.concessionEndsOn !== null
  return !usesUpCoupon && nextPlanId === null && !(hasEnding && chargedThrough < (price.concessionEndsOn ?? ''))
}

const tell = (
  prices: ComingPrice[],
  { dueOn: from, amountCents }: { dueOn: Day; amountCents: number },
): ComingPrice => {
  const last = prices.at(-1)
  if (last?.amountCents === amountCents && last.count !== null) {
    last.count += 1
    return last
  }
  const price: ComingPrice = { from, amountCents, count: 1 }
  prices.push(price)
  return price
}

/** Lists the prices of a plan from its next period on, by the rules that charge it, until its price stays or it ends. */
export const listComingPrices = (given: Subscription, known: ComingFacts): ComingPrice[] => {
  // Each period that is charged uses up one of the coupon.
  const facts = { ...known, price: { ...known.price, coupon: known.price.coupon && { ...known.price.coupon } } }
  const subscription = { ...given }
  const { cancelOn } = subscription
  const prices: ComingPrice[] = []
  for (const charge of facts.charged ?? []) tell(prices, charge)
  for (let period = 1; period <= mostPeriods; period += 1) {
    if (cancelOn !== null && subscription.chargedThrough >= cancelOn) return prices
    const isLast = (cancelOn === null && isSteady(subscription, facts)) || period === mostPeriods
    takeAgreedPlan(subscription, facts.nextPlan)
    const price = tell(prices, takeNextCharge(subscription, facts))
    if (isLast) price.count = null
    if (isLast || prices.length > mostPrices) return prices.slice(0, mostPrices)
  }
  return prices
}
