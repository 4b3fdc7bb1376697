import type Stripe from 'stripe'
import { wholeList } from '../lists.ts'
import type { StripeWorld } from '../part.ts'
import { idOf, table } from '../store.ts'
import { subscriptions } from './tables.ts'

/** Items are kept in their subscription; the table only gives them their ids. */
const itemIds = table<Stripe.SubscriptionItem>({ name: 'subscription item', prefix: 'si_', isHidden: true })

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
  trial_period_days: null,
  usage_type: 'licensed',
})

type PlannedItem = {
  subscription: string
  price: Stripe.Price
  quantity: number
  period: { start: number; end: number }
}

export const newItem = (
  { store, clock }: StripeWorld,
  { subscription, price, quantity, period }: PlannedItem,
): Stripe.SubscriptionItem => ({
  id: store.newId(itemIds),
  object: 'subscription_item',
  billing_thresholds: null,
  created: clock.seconds(),
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
})

export const itemList = (id: string, data: Stripe.SubscriptionItem[]) =>
  wholeList(data, `/v1/subscription_items?subscription=${id}`)

/** Writes a change, and tells of it. */
export function changeSubscription(
  world: StripeWorld,
  id: string,
  patch: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const previous = world.store.get(subscriptions, id)
  const after = world.store.update(subscriptions, id, patch)
  world.record('customer.subscription.updated', after, { previous })
  return after
}

export const isOver = ({ status }: Stripe.Subscription) => status === 'canceled' || status === 'incomplete_expired'

export const periodEndOf = ({ items }: Stripe.Subscription) =>
  Math.min(...items.data.map((item) => item.current_period_end))

type SubscriptionFields = Pick<
  Stripe.Subscription,
  'id' | 'billing_cycle_anchor' | 'created' | 'currency' | 'customer' | 'status' | 'items'
> &
  Partial<Stripe.Subscription>

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
  collection_method: 'charge_automatically',
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
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
  ...fields,
})
