import type Stripe from 'stripe'
import { mergeMetadata, newMetadata, textOrNull } from '../fields.ts'
import { randomLetters } from '../ids.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { table } from '../store.ts'
import { coupons } from './tables.ts'

/** A deleted coupon redeems nothing more, but what was redeemed with it goes on. */
const deletedCoupons = table<Stripe.Coupon>({ name: 'deleted coupon', prefix: '', isHidden: true })

export const couponOf = ({ store }: StripeWorld, id: string): Stripe.Coupon | undefined =>
  store.find(coupons, id) ?? store.find(deletedCoupons, id)

function createCoupon(world: StripeWorld, params: Stripe.CouponCreateParams): Stripe.Coupon {
  const { percent_off, amount_off, currency, duration = 'once', duration_in_months } = params
  if ((percent_off === undefined) === (amount_off === undefined))
    throw invalidRequest('You must specify either `percent_off` or `amount_off`, but not both.', {
      code: 'parameter_missing',
    })
  if (amount_off !== undefined && currency === undefined)
    throw invalidRequest('You must pass currency when passing amount_off', {
      param: 'currency',
      code: 'parameter_missing',
    })
  if (percent_off !== undefined && (percent_off <= 0 || percent_off > 100))
    throw invalidRequest('Invalid percent_off: must be greater than 0 and at most 100', { param: 'percent_off' })
  if ((duration === 'repeating') !== (duration_in_months !== undefined))
    throw invalidRequest('You must pass duration_in_months for a coupon with `duration=repeating`, and only then.', {
      param: 'duration_in_months',
    })
  const id = params.id ?? randomLetters(8)
  if (world.store.find(coupons, id))
    throw invalidRequest('Coupon already exists.', { param: 'id', code: 'resource_already_exists' })
  const coupon: Stripe.Coupon = {
    id,
    object: 'coupon',
    amount_off: amount_off ?? null,
    ...(params.applies_to?.products && { applies_to: { products: params.applies_to.products } }),
    created: world.clock.seconds(),
    currency: amount_off === undefined ? null : (currency ?? null),
    duration,
    duration_in_months: duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: newMetadata(params.metadata),
    name: params.name ?? null,
    percent_off: percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  }
  world.store.insert(coupons, coupon)
  world.record('coupon.created', coupon)
  return coupon
}

function updateCoupon(world: StripeWorld, id: string, params: Stripe.CouponUpdateParams): Stripe.Coupon {
  const before = world.store.get(coupons, id)
  const after = world.store.update(coupons, id, {
    ...(params.name !== undefined && { name: textOrNull(params.name) }),
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
  })
  world.record('coupon.updated', after, { previous: before })
  return after
}

function deleteCoupon(world: StripeWorld, id: string): Stripe.DeletedCoupon {
  const coupon = world.store.get(coupons, id)
  world.store.remove(coupons, id)
  world.store.insert(deletedCoupons, { ...coupon, valid: false })
  world.record('coupon.deleted', coupon)
  return { id, object: 'coupon', deleted: true }
}

export const couponPart: StripePart = {
  tables: [coupons, deletedCoupons],
  operations: [
    operation('POST', '/v1/coupons', 'CouponCreateParams', ({ world, params }) => createCoupon(world, params)),
    operation('GET', '/v1/coupons', 'CouponListParams', ({ world, params }) =>
      pageOf(
        world.store.all(coupons).filter(({ created }) => isInRange(created, params.created)),
        params,
        '/v1/coupons',
      ),
    ),
    operation('GET', '/v1/coupons/:id', 'CouponRetrieveParams', ({ world, path }) =>
      world.store.get(coupons, path['id'] ?? ''),
    ),
    operation('POST', '/v1/coupons/:id', 'CouponUpdateParams', ({ world, path, params }) =>
      updateCoupon(world, path['id'] ?? '', params),
    ),
    operation('DELETE', '/v1/coupons/:id', 'CouponDeleteParams', ({ world, path }) =>
      deleteCoupon(world, path['id'] ?? ''),
    ),
  ],
}
