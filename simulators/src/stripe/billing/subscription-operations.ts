import type Stripe from 'stripe'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest, noSuch } from '../refusals.ts'
import { idOf } from '../store.ts'
import { discountsOf, endDiscount } from './discounts.ts'
import { given } from './given.ts'
import { isOver } from './status.ts'
import { cancelSubscription } from './subscription-cancel.ts'
import { checkBillingMode } from './subscription-checks.ts'
import { createSubscription } from './subscription-create.ts'
import { changeSubscription, itemTables, subscriptionOfItem } from './subscription-object.ts'
import { pauseSubscription, resumeSubscription } from './subscription-pause.ts'
import { updateSubscription } from './subscription-update.ts'
import { discounts, subscriptions } from './tables.ts'

function listSubscriptions(world: StripeWorld, params: Stripe.SubscriptionListParams) {
  const rows =
    params.customer !== undefined
      ? world.store.by(subscriptions, 'customer', params.customer)
      : world.store.all(subscriptions)
  const { status } = params
  // Without a status those that were canceled are left out; `ended` are all that are over.
  const hasStatus = (one: Stripe.Subscription) => {
    if (status === 'all') return true
    if (status === undefined) return one.status !== 'canceled'
    return status === 'ended' ? isOver(one.status) : one.status === status
  }
  const isMeant = (one: Stripe.Subscription) =>
    hasStatus(one) &&
    (params.price === undefined || one.items.data.some(({ price }) => price.id === params.price)) &&
    (params.collection_method === undefined || one.collection_method === params.collection_method) &&
    (params.test_clock === undefined || idOf(one.test_clock) === params.test_clock) &&
    isInRange(one.created, params.created)
  return pageOf(rows.filter(isMeant), params, '/v1/subscriptions')
}

/** There is no way back. */
function migrate(world: StripeWorld, id: string, params: Stripe.SubscriptionMigrateParams): Stripe.Subscription {
  checkBillingMode(params.billing_mode)
  const subscription = world.store.get(subscriptions, id)
  if (subscription.billing_mode.type === 'flexible')
    throw invalidRequest('This subscription already has billing_mode[type]=flexible.', { param: 'billing_mode' })
  const at = world.clock.seconds(idOf(subscription.test_clock))
  return changeSubscription(world, id, {
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: at },
  })
}

function deleteDiscount(world: StripeWorld, id: string): Stripe.DeletedDiscount {
  const subscription = world.store.get(subscriptions, id)
  const [discount] = discountsOf(world, subscription.discounts)
  if (!discount) throw noSuch('discount', id)
  changeSubscription(world, id, { discounts: [] })
  endDiscount(world, discount, idOf(subscription.test_clock))
  const { end: _, ...rest } = discount
  return { ...rest, deleted: true }
}

const itemOf = (world: StripeWorld, id: string): Stripe.SubscriptionItem => {
  const item = subscriptionOfItem(world, id).items.data.find((one) => one.id === id)
  if (!item) throw noSuch('subscription item', id)
  return item
}

function createItem(world: StripeWorld, params: Stripe.SubscriptionItemCreateParams): Stripe.SubscriptionItem {
  const { payment_behavior, proration_behavior, proration_date, price, price_data, quantity } = params
  const before = new Set(
    world.store.get(subscriptions, params.subscription, 'subscription').items.data.map(({ id }) => id),
  )
  const after = updateSubscription(world, params.subscription, {
    items: [given({ price, price_data, quantity })],
    ...given({ payment_behavior, proration_behavior, proration_date }),
  })
  const added = after.items.data.find(({ id }) => !before.has(id))
  if (!added) throw invalidRequest('The item waits for its payment.')
  return added
}

function updateItem(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionItemUpdateParams,
): Stripe.SubscriptionItem {
  const { payment_behavior, proration_behavior, proration_date, off_session, price, price_data, quantity, metadata } =
    params
  const subscription = subscriptionOfItem(world, id)
  const item = { id, ...given({ price, price_data, quantity, metadata }) }
  updateSubscription(world, subscription.id, {
    items: [item],
    ...given({ payment_behavior, proration_behavior, proration_date, off_session }),
  })
  return itemOf(world, id)
}

function deleteItem(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionItemDeleteParams,
): Stripe.DeletedSubscriptionItem {
  const subscription = subscriptionOfItem(world, id)
  if (subscription.items.data.length === 1)
    throw invalidRequest(
      'A subscription must have at least one active item. To delete this item, cancel the subscription.',
    )
  const { payment_behavior, proration_behavior, proration_date } = params
  updateSubscription(world, subscription.id, {
    items: [{ id, deleted: true }],
    ...given({ payment_behavior, proration_behavior, proration_date }),
  })
  return { id, object: 'subscription_item', deleted: true }
}

const idIn = (path: Record<string, string>) => path['id'] ?? ''

export const subscriptionPart: StripePart = {
  tables: [subscriptions, discounts, ...itemTables],
  operations: [
    operation('POST', '/v1/subscriptions', 'SubscriptionCreateParams', ({ world, params }) =>
      createSubscription(world, params),
    ),
    operation('GET', '/v1/subscriptions', 'SubscriptionListParams', ({ world, params }) =>
      listSubscriptions(world, params),
    ),
    operation('GET', '/v1/subscriptions/:id', 'SubscriptionRetrieveParams', ({ world, path }) =>
      world.store.get(subscriptions, idIn(path)),
    ),
    operation('POST', '/v1/subscriptions/:id', 'SubscriptionUpdateParams', ({ world, params, path }) =>
      updateSubscription(world, idIn(path), params),
    ),
    operation('DELETE', '/v1/subscriptions/:id', 'SubscriptionCancelParams', ({ world, params, path }) =>
      cancelSubscription(world, idIn(path), params),
    ),
    operation('DELETE', '/v1/subscriptions/:id/discount', 'SubscriptionDeleteDiscountParams', ({ world, path }) =>
      deleteDiscount(world, idIn(path)),
    ),
    operation('POST', '/v1/subscriptions/:id/migrate', 'SubscriptionMigrateParams', ({ world, params, path }) =>
      migrate(world, idIn(path), params),
    ),
    operation('POST', '/v1/subscriptions/:id/pause', 'SubscriptionPauseParams', ({ world, params, path }) =>
      pauseSubscription(world, idIn(path), params),
    ),
    operation('POST', '/v1/subscriptions/:id/resume', 'SubscriptionResumeParams', ({ world, params, path }) =>
      resumeSubscription(world, idIn(path), params),
    ),
    operation('GET', '/v1/subscription_items', 'SubscriptionItemListParams', ({ world, params }) =>
      pageOf(
        world.store.get(subscriptions, params.subscription, 'subscription').items.data,
        params,
        '/v1/subscription_items',
      ),
    ),
    operation('POST', '/v1/subscription_items', 'SubscriptionItemCreateParams', ({ world, params }) =>
      createItem(world, params),
    ),
    operation('GET', '/v1/subscription_items/:id', 'SubscriptionItemRetrieveParams', ({ world, path }) =>
      itemOf(world, idIn(path)),
    ),
    operation('POST', '/v1/subscription_items/:id', 'SubscriptionItemUpdateParams', ({ world, params, path }) =>
      updateItem(world, idIn(path), params),
    ),
    operation('DELETE', '/v1/subscription_items/:id', 'SubscriptionItemDeleteParams', ({ world, params, path }) =>
      deleteItem(world, idIn(path), params),
    ),
  ],
}
