import type Stripe from 'stripe'
import { newMetadata } from '../fields.ts'
import type { StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { addedItems } from './added-items.ts'
import { prorated } from './amounts.ts'
import { firstPeriod, periodAround } from './cycle.ts'
import { redeem } from './discounts.ts'
import { draftInvoice, type BilledPeriod, type InvoicePlan } from './invoice-draft.ts'
import { costOf, prorationWords, quantityOf } from './lines.ts'
import { productName } from './products.ts'
import { checkItems, recurringPrice } from './subscription-checks.ts'
import { itemList, newItem, newSubscription } from './subscription-object.ts'
import { subscriptions } from './tables.ts'

const day = 86_400

/** What is billed first, of a subscription that is kept nowhere yet. */
export type PlannedSubscription = { subscription: Stripe.Subscription; plan: InvoicePlan }

const trialEndOf = ({ trial_end, trial_period_days }: Stripe.SubscriptionCreateParams, at: number): number | null => {
  if (trial_end === 'now') return null
  const end = trial_end ?? (trial_period_days === undefined ? null : at + trial_period_days * day)
  if (end !== null && end <= at)
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  return end
}

/** A first period that is not a whole one is paid in proportion, unless that is not wanted. */
function firstBilling(
  world: StripeWorld,
  input: { items: Stripe.SubscriptionItem[]; anchor: number; at: number; isTrial: boolean; behavior: string },
): BilledPeriod[] {
  const { items, anchor, at, isTrial, behavior } = input
  return items.flatMap((item): BilledPeriod[] => {
    const period = { start: item.current_period_start, end: item.current_period_end }
    const { price, quantity } = quantityOf(item)
    if (isTrial)
      return [{ item, period, amount: 0, description: `Free trial for ${quantity} × ${productName(world, price)}` }]
    const full = costOf({ price, quantity })
    if (anchor <= at || !price.recurring) return [{ item, period, amount: full }]
    if (behavior === 'none') return []
    const whole = periodAround(anchor, price.recurring, at)
    return [
      {
        item,
        period,
        amount: prorated(full, whole, at),
        description: prorationWords(world, 'Remaining', quantityOf(item), at),
      },
    ]
  })
}

const optionsOf = (params: Stripe.SubscriptionCreateParams, at: number): Partial<Stripe.Subscription> => ({
  billing_mode:
    params.billing_mode?.type === 'classic'
      ? { flexible: null, type: 'classic' }
      : { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: at },
  days_until_due: params.days_until_due ?? null,
  default_payment_method: params.default_payment_method ?? null,
  description: params.description ?? null,
  metadata: newMetadata(params.metadata),
  payment_settings: {
    payment_method_options: null,
    payment_method_types: params.payment_settings?.payment_method_types || null,
    save_default_payment_method: params.payment_settings?.save_default_payment_method ?? 'off',
  },
  trial_settings: {
    end_behavior: {
      billing_cycle_anchor: null,
      missing_payment_method: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    },
  },
})

function itemsOf(world: StripeWorld, params: Stripe.SubscriptionCreateParams) {
  const items = (params.items ?? []).map((item, index) => ({
    price: recurringPrice(world, item, `items[${index}]`),
    quantity: item.quantity ?? 1,
    metadata: item.metadata,
  }))
  checkItems(items, params.billing_mode?.type ?? 'flexible')
  return items
}

type Beginning = { at: number; anchor: number; trialEnd: number | null; currency: string; testClock: string | null }

function firstItems(world: StripeWorld, subscription: string, given: ReturnType<typeof itemsOf>, beginning: Beginning) {
  const { at, anchor, trialEnd } = beginning
  return given.map(({ price, quantity, metadata }) => {
    const period =
      trialEnd === null ? firstPeriod(anchor, price.recurring ?? monthly, at) : { start: at, end: trialEnd }
    return newItem(world, { subscription, price, period, at, quantity, ...(metadata && { metadata }) })
  })
}

const monthly = { interval: 'month', interval_count: 1 }

function beginningOf(
  world: StripeWorld,
  customer: Stripe.Customer,
  params: Stripe.SubscriptionCreateParams,
  price: Stripe.Price | undefined,
): Beginning {
  const testClock = idOf(customer.test_clock)
  const at = world.clock.seconds(testClock)
  const trialEnd = trialEndOf(params, at)
  const currency = price?.currency ?? world.account.currency
  if (customer.currency && customer.currency !== currency)
    throw invalidRequest(
      `You cannot combine currencies on a single customer. This customer has had a subscription, discount, or invoice item with currency ${customer.currency}`,
    )
  return { at, trialEnd, currency, testClock, anchor: params.billing_cycle_anchor ?? trialEnd ?? at }
}

const firstStatus = (params: Stripe.SubscriptionCreateParams, trialEnd: number | null) => {
  if (trialEnd !== null) return 'trialing'
  return params.collection_method === 'send_invoice' ? 'active' : 'incomplete'
}

/** Everything of a new subscription, kept nowhere yet. */
export function planSubscription(
  world: StripeWorld,
  customer: Stripe.Customer,
  params: Stripe.SubscriptionCreateParams,
  isPreview: boolean,
): PlannedSubscription {
  const given = itemsOf(world, params)
  const beginning = beginningOf(world, customer, params, given[0]?.price)
  const { at, anchor, trialEnd, currency, testClock } = beginning
  const id = world.store.newId(subscriptions)
  const items = firstItems(world, id, given, beginning)
  const owner = { customer: customer.id, subscription: id, currency, at, testClock, isPreview }
  const discounts = redeem(world, params.discounts || [], owner)
  const cancelAt = typeof params.cancel_at === 'number' ? params.cancel_at : null
  const subscription = newSubscription({
    ...optionsOf(params, at),
    id,
    billing_cycle_anchor: anchor,
    cancel_at: params.cancel_at_period_end ? Math.min(...items.map((item) => item.current_period_end)) : cancelAt,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    collection_method: params.collection_method ?? 'charge_automatically',
    created: at,
    currency,
    customer: customer.id,
    discounts: discounts.map((discount) => discount.id),
    items: itemList(id, items),
    status: firstStatus(params, trialEnd),
    test_clock: testClock,
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : at,
  })
  const isTrial = trialEnd !== null
  const behavior = params.proration_behavior ?? 'create_prorations'
  const plan: InvoicePlan = {
    customer,
    subscription,
    reason: 'subscription_create',
    currency,
    at,
    span: { start: at, end: at },
    periods: firstBilling(world, { items, anchor: isTrial ? at : anchor, at, isTrial, behavior }),
    items: addedItems(world, { subscription, given: params.add_invoice_items, at }),
    discounts,
  }
  // What is asked for at once is paid before even a trial begins.
  const isOwed =
    isTrial && subscription.collection_method !== 'send_invoice' && draftInvoice(world, plan).amount_due > 0
  return { subscription: isOwed ? { ...subscription, status: 'incomplete' } : subscription, plan }
}
