import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import type { CouponReduction } from './amounts.ts'
import { couponOf } from './coupons.ts'
import { afterCycles } from './cycle.ts'
import { coupons, discounts } from './tables.ts'

/** What is asked to be reduced: by a coupon, or by a discount that is there already. */
export type DiscountParam = { coupon?: string; discount?: string; promotion_code?: string }

type Redeeming = {
  customer: string
  subscription: string | null
  invoice?: string | null
  currency: string
  at: number
  testClock: string | null
  /** A preview redeems nothing. */
  isPreview?: boolean
}

function checkCoupon(coupon: Stripe.Coupon, { currency, at }: Redeeming, param: string) {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  if (!coupon.valid || isUsedUp || (coupon.redeem_by !== null && coupon.redeem_by <= at))
    throw invalidRequest(`Coupon expired: ${coupon.id}`, { param, code: 'coupon_expired' })
  if (coupon.currency !== null && coupon.currency !== currency)
    throw invalidRequest(`The coupon ${coupon.id} is in ${coupon.currency}, not in ${currency}.`, { param })
}

function redeemOne(world: StripeWorld, given: DiscountParam, param: string, input: Redeeming): Stripe.Discount {
  if (given.promotion_code !== undefined)
    throw invalidRequest('The stand-in has no promotion codes.', { param: `${param}[promotion_code]` })
  if (given.discount !== undefined) return world.store.get(discounts, given.discount, `${param}[discount]`)
  const coupon = world.store.get(coupons, given.coupon ?? '', `${param}[coupon]`)
  checkCoupon(coupon, input, `${param}[coupon]`)
  const { customer, subscription, invoice = null, at, testClock } = input
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null
  const discount: Stripe.Discount = {
    id: world.store.newId(discounts),
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: months === null ? null : afterCycles(at, { interval: 'month', interval_count: 1 }, months),
    invoice,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: at,
    subscription,
    subscription_item: null,
  }
  if (input.isPreview) return discount
  world.store.update(coupons, coupon.id, { times_redeemed: coupon.times_redeemed + 1 })
  world.store.insert(discounts, discount)
  world.record('customer.discount.created', discount, { testClock })
  return discount
}

export const redeem = (world: StripeWorld, given: DiscountParam[], input: Redeeming): Stripe.Discount[] =>
  given.map((one, at) => redeemOne(world, one, `discounts[${at}]`, input))

export const endDiscount = (world: StripeWorld, discount: Stripe.Discount, testClock: string | null) =>
  world.record('customer.discount.deleted', discount, { testClock })

const couponIn = (world: StripeWorld, discount: Stripe.Discount) => couponOf(world, idOf(discount.source.coupon) ?? '')

/** Whether a discount of a repeating coupon has run its months. */
export const hasEnded = (discount: Stripe.Discount, at: number) => discount.end !== null && discount.end <= at

/** A discount of this kind goes when the first invoice with it is finalised. */
export const isOnce = (world: StripeWorld, discount: Stripe.Discount) => couponIn(world, discount)?.duration === 'once'

/** What discounts take from lines, in their order. */
export function reductionsOf(world: StripeWorld, given: Stripe.Discount[], at: number): CouponReduction[] {
  return given.flatMap((discount) => {
    const coupon = couponIn(world, discount)
    if (!coupon || hasEnded(discount, at)) return []
    const products = coupon.applies_to?.products
    return [
      { id: discount.id, percentOff: coupon.percent_off, amountOff: coupon.amount_off, ...(products && { products }) },
    ]
  })
}

export const discountsOf = (
  { store }: StripeWorld,
  ids: readonly (string | Stripe.Discount | Stripe.DeletedDiscount)[],
): Stripe.Discount[] => ids.flatMap((id) => store.find(discounts, idOf(id)) ?? [])
