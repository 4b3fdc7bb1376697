import type Stripe from 'stripe'
import { newMetadata } from '../fields.ts'
import { wholeList } from '../lists.ts'
import type { StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf, table } from '../store.ts'
import { billingNoteOf } from './debits.ts'
import { subscriptions } from './tables.ts'

/** By which subscription an item is found. */
const itemPlaces = table<{ id: string; subscription: string }>({ name: 'item place', prefix: 'si_', isHidden: true })
export const itemTables = [itemPlaces]

export function subscriptionOfItem({ store }: StripeWorld, item: string): Stripe.Subscription {
  const place = store.find(itemPlaces, item)
  const subscription = store.find(subscriptions, place?.subscription)
  if (!subscription?.items.data.some(({ id }) => id === item))
    throw invalidRequest(`Invalid subscription_item id: ${item}`, {
      status: 404,
      param: 'item',
      code: 'resource_missing',
    })
  return subscription
}

/** The old word for a recurring price, which items still say. */
const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: idOf(price.product),
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: price.recurring?.trial_period_days ?? null,
  usage_type: 'licensed',
})

export function newItem(
  world: StripeWorld,
  input: {
    id?: string
    subscription: string
    price: Stripe.Price
    quantity: number
    period: { start: number; end: number }
    metadata?: Stripe.Emptyable<Stripe.MetadataParam>
    at: number
  },
): Stripe.SubscriptionItem {
  return {
    id: input.id ?? world.store.newId(itemPlaces),
    object: 'subscription_item',
    billing_thresholds: null,
    created: input.at,
    current_period_end: input.period.end,
    current_period_start: input.period.start,
    current_trial: null,
    discounts: [],
    metadata: newMetadata(input.metadata),
    plan: planOf(input.price),
    price: input.price,
    quantity: input.quantity,
    subscription: input.subscription,
    tax_rates: [],
  }
}

export const itemList = (id: string, data: Stripe.SubscriptionItem[]) =>
  wholeList(data, `/v1/subscription_items?subscription=${id}`)

/** Tells of it only when there is something new. */
export function changeSubscription(
  world: StripeWorld,
  id: string,
  patch: Partial<Stripe.Subscription>,
  types: Stripe.Event['type'][] = ['customer.subscription.updated'],
): Stripe.Subscription {
  const before = world.store.get(subscriptions, id)
  const after = world.store.update(subscriptions, id, patch)
  for (const item of after.items.data)
    if (!world.store.find(itemPlaces, item.id)) world.store.insert(itemPlaces, { id: item.id, subscription: id })
  const written = (row: Stripe.Subscription) => JSON.stringify(Object.entries(row).filter(([name]) => name in patch))
  const isSame = written(before) === written(after)
  // While it is being created, what happens to it is told by `created`.
  if (isSame || billingNoteOf(world, id).isBeingCreated) return after
  const testClock = idOf(after.test_clock)
  for (const type of types)
    world.record(
      type,
      after,
      type === 'customer.subscription.updated' ? { previous: before, testClock } : { testClock },
    )
  return after
}

/** The end of the period that ends first: then something is to be done. */
export const nextEnd = ({ items }: Stripe.Subscription) =>
  Math.min(...items.data.map((item) => item.current_period_end))

export function scheduleRenewal(world: StripeWorld, subscription: Stripe.Subscription) {
  const testClock = idOf(subscription.test_clock)
  const at = nextEnd(subscription)
  const data = { id: subscription.id, at: String(at) }
  world.clock.schedule({ at: at * 1_000, kind: 'renewSubscription', data, testClock })
}

export type SubscriptionFields = Pick<
  Stripe.Subscription,
  'id' | 'billing_cycle_anchor' | 'collection_method' | 'created' | 'currency' | 'customer' | 'status' | 'test_clock'
> &
  Partial<Stripe.Subscription> & { items: Stripe.Subscription['items'] }

export const newSubscription = (fields: SubscriptionFields): Stripe.Subscription => ({
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: fields.created },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: fields.created,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
  ...fields,
})
