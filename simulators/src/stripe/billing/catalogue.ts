import type Stripe from 'stripe'
import { newMetadata } from '../fields.ts'
import { pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { coupons, decimal, discounts, prices, products } from './tables.ts'

function createProduct(world: StripeWorld, { name }: { name: string }): Stripe.Product {
  const created = world.clock.seconds()
  return world.store.insert(products, {
    id: world.store.newId(products),
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  })
}

const simplePrice = ['currency', 'unit_amount', 'recurring', 'product_data', 'expand']

/** Prices of a product of its own, for each month, year and so on. */
function createPrice(world: StripeWorld, params: Stripe.PriceCreateParams): Stripe.Price {
  const { unit_amount: amount, recurring, product_data: product, currency } = params
  const strange = Object.keys(params).find((name) => !simplePrice.includes(name))
  if (amount === undefined || !recurring || !product || strange !== undefined)
    throw invalidRequest('The stand-in makes recurring prices of unit_amount and product_data.', {
      ...(strange !== undefined && { param: strange }),
    })
  return world.store.insert(prices, {
    id: world.store.newId(prices),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: world.clock.seconds(),
    currency: currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: createProduct(world, product).id,
    recurring: {
      interval: recurring.interval,
      interval_count: recurring.interval_count ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: decimal(amount),
  })
}

function createCoupon(world: StripeWorld, params: Stripe.CouponCreateParams): Stripe.Coupon {
  const { id, percent_off: percent, duration } = params
  if (id === undefined || percent === undefined || duration !== 'forever')
    throw invalidRequest('The stand-in has coupons with an id that take percent_off forever.')
  return world.store.insert(coupons, {
    id,
    object: 'coupon',
    amount_off: null,
    created: world.clock.seconds(),
    currency: null,
    duration,
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: newMetadata(params.metadata),
    name: params.name ?? null,
    percent_off: percent,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  })
}

type GivenDiscounts = Stripe.SubscriptionCreateParams['discounts']

/** The discounts that a subscription begins with. */
export const redeem = (
  world: StripeWorld,
  { customer, subscription, given }: { customer: string; subscription: string; given: GivenDiscounts },
): string[] =>
  (given || []).map(({ coupon }, at) => {
    const { id } = world.store.get(coupons, coupon ?? '', `discounts[${at}][coupon]`)
    return world.store.insert(discounts, {
      id: world.store.newId(discounts),
      object: 'discount',
      checkout_session: null,
      customer,
      customer_account: null,
      end: null,
      invoice: null,
      invoice_item: null,
      promotion_code: null,
      source: { coupon: id, type: 'coupon' },
      start: world.clock.seconds(),
      subscription,
      subscription_item: null,
    }).id
  })

/** Sums up what discounts take from an amount, one after the other. */
export const reduce = (
  { store }: StripeWorld,
  ids: readonly (string | { id: string })[],
  amount: number,
): { discount: string; amount: number }[] => {
  let left = amount
  return ids.flatMap((one) => {
    const discount = store.find(discounts, idOf(one))
    const percent = store.find(coupons, idOf(discount?.source.coupon))?.percent_off ?? 0
    const off = Math.round((left * percent) / 100)
    left -= off
    return discount && off > 0 ? [{ discount: discount.id, amount: off }] : []
  })
}

export const cataloguePart: StripePart = {
  tables: [products, prices, coupons, discounts],
  operations: [
    operation('POST', '/v1/prices', 'PriceCreateParams', ({ world, params }) => createPrice(world, params)),
    operation('GET', '/v1/coupons', 'CouponListParams', ({ world, params }) =>
      pageOf(world.store.all(coupons), params, '/v1/coupons'),
    ),
    operation('POST', '/v1/coupons', 'CouponCreateParams', ({ world, params }) => createCoupon(world, params)),
  ],
}
