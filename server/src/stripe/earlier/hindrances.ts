// Reasons that keep a subscription at Stripe from being taken over by itself.
import type { AdoptRefusal } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import {
  type EarlierSubscription,
  idOf,
  periodEndOf,
  priceOfSubscription,
  subscriptionKey,
  takenKey,
} from './earlier-subscriptions.ts'

/** `renewing` and `endsLater` pass by themselves; of the others only a person can decide. */
export const hindrances = [
  'lost',
  'otherPortal',
  'severalPrices',
  'paused',
  'disputed',
  'credit',
  'unpaid',
  'renewing',
  'endsLater',
] as const satisfies readonly AdoptRefusal[]

export type Hindrance = (typeof hindrances)[number]

/** The facts of our side that a hindrance depends on. */
export type OurSide = {
  /** A person decided that it is charged here, and that what is open at Stripe is asked for here. */
  isOwedHere: boolean
  /** The pause at Stripe is one of ours, so that its days are known. */
  hasPause: boolean
}

/** Whether another portal, such as a trial with the same account, made it. */
export const isOtherPortals = (ctx: Ctx, { metadata }: Stripe.Subscription): boolean => {
  const named = metadata[subscriptionKey]
  return named !== undefined && !named.startsWith(`${idempotencyKey(ctx, 'subscription')}-`)
}

/**
 * With the key of another account nothing of ours is found. So one that isn't has gone only where its member's customer is
 * there; a customer made after the plan began may have been made with that key.
 */
export const isReallyGone = async (
  ctx: Ctx,
  { memberId, createdAt }: { memberId: number; createdAt: Date },
): Promise<boolean> => {
  const row = ctx.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId)
  const customerId = (await row.executeTakeFirst())?.customer_id
  if (!customerId) return false
  return stripeCall(ctx, async (stripe) => {
    try {
      const customer = await stripe.customers.retrieve(customerId)
      return customer.deleted ? true : customer.created * 1000 <= createdAt.getTime()
    } catch (error) {
      if (isGoneAtStripe(error)) return false
      throw error
    }
  })
}

/** The coupons by which the portal made its subscriptions cheaper; their terms are known here. */
const ownCoupons = /^(coupon|concession)-/

const isOwnDiscount = (discount: string | Stripe.Discount): boolean =>
  typeof discount === 'object' && ownCoupons.test(idOf(discount.source.coupon) ?? '')

/** Items that a pause of the portal's left: the days it is for are known here. */
const isOfPause = ({ amount, parent }: Stripe.InvoiceItem, { id }: Stripe.Subscription): boolean =>
  amount < 0 && parent?.subscription_details?.subscription === id

export const listPauseItems = ({ pending, subscription }: EarlierSubscription): string[] =>
  pending.filter((item) => isOfPause(item, subscription)).map(({ id }) => id)

const owesSomething = ({ subscription, pending }: EarlierSubscription, { hasPause }: OurSide): boolean => {
  const { customer, discounts } = subscription
  const others = hasPause ? pending.filter((item) => !isOfPause(item, subscription)) : pending
  if (others.length > 0 || !discounts.every(isOwnDiscount)) return true
  return typeof customer === 'object' && !customer.deleted && (customer.balance !== 0 || Boolean(customer.discount))
}

const openOf = ({ invoices }: EarlierSubscription): Stripe.Invoice[] =>
  invoices.filter(({ status }) => status === 'open' || status === 'draft')

/** Invoices of which the money is on its way, as debits are for days: Stripe can't take back that it asked for them. */
export const listUnderWay = (found: EarlierSubscription): string[] =>
  openOf(found)
    .filter(({ payments }) =>
      (payments?.data ?? []).some(({ payment }) => {
        const intent = found.intents.get(idOf(payment.payment_intent) ?? '')
        return intent?.status === 'processing'
      }),
    )
    .map(({ id }) => id)

/** Stripe is about to ask for a period, or the money of one is on its way: it has to be known how that ends. */
export const isCollecting = (found: EarlierSubscription): boolean => {
  const { subscription } = found
  const open = openOf(found)
  if (listUnderWay(found).length > 0) return true
  // Stripe keeps drafts of those it has given up, and asks for them no more.
  if (subscription.status === 'unpaid' || subscription.status === 'canceled') return false
  if (open.some(({ status }) => status === 'draft')) return true
  const isFirstTry = open.length > 0 && open.every((one) => one.attempt_count === 0)
  return isFirstTry && subscription.status === 'active' && subscription.collection_method === 'charge_automatically'
}

export const hindranceOf = (ctx: Ctx, found: EarlierSubscription, ours: OurSide): Hindrance | null => {
  const { subscription } = found
  const { status, cancel_at: cancelAt } = subscription
  if (isOtherPortals(ctx, subscription)) return 'otherPortal'
  const isUnpaid = openOf(found).length > 0 || status === 'incomplete'
  // Stopped there by us: all that can still happen is that what it had begun is paid.
  if (subscription.metadata[takenKey] === undefined) {
    if (priceOfSubscription(subscription) === null) return 'severalPrices'
    if (subscription.pause_collection !== null || (status === 'paused' && !ours.hasPause)) return 'paused'
    if (found.isDisputed && !ours.isOwedHere) return 'disputed'
    if (owesSomething(found, ours)) return 'credit'
  }
  if (isCollecting(found)) return 'renewing'
  if (isUnpaid && !ours.isOwedHere) return 'unpaid'
  const end = periodEndOf(subscription)
  return cancelAt !== null && end !== null && cancelAt > end && status !== 'canceled' ? 'endsLater' : null
}
