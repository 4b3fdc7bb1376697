import type Stripe from 'stripe'
import { mergeMetadata, newMetadata, textOrNull } from '../fields.ts'
import { pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { getCustomer } from '../payments/customers.ts'
import { findMethod } from '../payments/payment-methods.ts'
import { invalidRequest, noSuch } from '../refusals.ts'
import { idOf } from '../store.ts'
import { redeem } from './catalogue.ts'
import { attemptInvoice, changeInvoice, collectDraft, finalizeInvoice, followPayment } from './collection.ts'
import { type BillingPeriod, periodAround } from './cycle.ts'
import { draftInvoice } from './invoice-draft.ts'
import { addItem, pendingItems } from './invoice-items.ts'
import { changeSubscription, isOver, itemList, newItem, newSubscription, periodEndOf } from './subscription-object.ts'
import { invoices, prices, subscriptions } from './tables.ts'

const [hour, day] = [3_600, 86_400]

const schedule = (world: StripeWorld, kind: string, { id, at }: { id: string; at: number }) =>
  world.clock.schedule({ at: at * 1_000, kind, data: { id, at: String(at) } })

const checkMethod = (world: StripeWorld, customer: string, method: string | undefined) => {
  if (!method || idOf(findMethod(world, method, 'default_payment_method').customer) === customer) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { param: 'default_payment_method', code: 'resource_missing' },
  )
}

const refuseOthers = (params: object, known: readonly string[]) => {
  const strange = Object.keys(params).find((name) => name !== 'expand' && !known.includes(name))
  if (strange !== undefined)
    throw invalidRequest(`The stand-in has no ${strange} of subscriptions.`, { param: strange })
}

const createFields = [
  'customer',
  'items',
  'default_payment_method',
  'metadata',
  'discounts',
  'trial_period_days',
  'billing_mode',
]

/** A subscription begins now, is free for a trial or asked for at once, and renews by itself. */
function createSubscription(world: StripeWorld, params: Stripe.SubscriptionCreateParams): Stripe.Subscription {
  refuseOthers(params, createFields)
  const { store, clock } = world
  const customer = getCustomer(world, params.customer ?? '', 'customer').id
  checkMethod(world, customer, params.default_payment_method)
  const [id, start] = [store.newId(subscriptions), clock.seconds()]
  const wanted = (params.items ?? []).map(({ price, quantity = 1 }, at) => ({
    price: store.get(prices, price ?? '', `items[${at}][price]`),
    quantity,
  }))
  const [first] = wanted
  if (!first?.price.recurring) throw invalidRequest('Missing required param: items.', { param: 'items' })
  const { trial_period_days: trialDays } = params
  const trialEnd = trialDays === undefined ? null : start + trialDays * day
  const period = trialEnd === null ? periodAround(start, first.price.recurring, start) : { start, end: trialEnd }
  const subscription = store.insert(
    subscriptions,
    newSubscription({
      id,
      billing_cycle_anchor: trialEnd ?? start,
      created: start,
      currency: first.price.currency,
      customer,
      default_payment_method: params.default_payment_method ?? null,
      discounts: redeem(world, { customer, subscription: id, given: params.discounts }),
      items: itemList(
        id,
        wanted.map((one) => newItem(world, { subscription: id, period, ...one })),
      ),
      metadata: newMetadata(params.metadata),
      status: trialEnd === null ? 'incomplete' : 'trialing',
      trial_end: trialEnd,
      trial_start: trialEnd === null ? null : start,
    }),
  )
  world.record('customer.subscription.created', subscription)
  const isFree = trialEnd !== null
  const invoice = bill(world, subscription, { reason: 'subscription_create', period, isFree })
  if (finalizeInvoice(world, invoice.id).status === 'open') attemptInvoice(world, invoice.id)
  schedule(world, 'renewSubscription', { id, at: period.end })
  return store.get(subscriptions, id)
}

type Billing = { reason: Stripe.Invoice.BillingReason; period: BillingPeriod; isFree?: boolean }

const bill = (world: StripeWorld, subscription: Stripe.Subscription, billing: Billing): Stripe.Invoice => {
  const customer = idOf(subscription.customer) ?? ''
  const { id, currency } = subscription
  const items = pendingItems(world, { customer, subscription: id })
  return draftInvoice(world, { customer, subscription, currency, items, ...billing })
}

const isRenewed = ({ status }: Stripe.Subscription) => ['active', 'trialing', 'past_due', 'unpaid'].includes(status)

/** The period is over: the next begins, with a draft that is asked for an hour later, or the end that was planned comes. */
function renewSubscription(world: StripeWorld, id: string, at: number): void {
  const before = world.store.get(subscriptions, id)
  const { recurring } = before.items.data[0]?.price ?? {}
  if (!isRenewed(before) || periodEndOf(before) !== at || !recurring) return
  if (before.cancel_at !== null && before.cancel_at <= at) {
    endSubscription(world, id)
    return
  }
  const period = periodAround(before.billing_cycle_anchor, recurring, at)
  const renewed = { current_period_start: period.start, current_period_end: period.end }
  const subscription = changeSubscription(world, id, {
    items: itemList(
      id,
      before.items.data.map((item) => ({ ...item, ...renewed })),
    ),
    ...(before.status === 'trialing' && { status: 'active' }),
  })
  const invoice = bill(world, subscription, { reason: 'subscription_cycle', period })
  // Nothing is collected any more of one that was given up: its invoices stay drafts.
  if (subscription.status === 'unpaid') world.store.update(invoices, invoice.id, { auto_advance: false })
  else schedule(world, 'collectDraft', { id: invoice.id, at: invoice.created + hour })
  schedule(world, 'renewSubscription', { id, at: period.end })
}

/** The end, now. What is open stays so and is collected no more. */
function endSubscription(world: StripeWorld, id: string): Stripe.Subscription {
  for (const invoice of world.store.by(invoices, 'subscription', id))
    if (invoice.auto_advance) changeInvoice(world, invoice.id, { auto_advance: false })
  const now = world.clock.seconds()
  const { canceled_at: canceledAt } = world.store.get(subscriptions, id)
  const ended = world.store.update(subscriptions, id, {
    canceled_at: canceledAt ?? now,
    ended_at: now,
    status: 'canceled',
  })
  world.record('customer.subscription.deleted', ended)
  return ended
}

/** When the time of a planned end has come, unless that was taken back. */
function cancelDue(world: StripeWorld, id: string, at: number): void {
  const subscription = world.store.get(subscriptions, id)
  if (!isOver(subscription) && subscription.cancel_at === at) endSubscription(world, id)
}

const updateFields = ['default_payment_method', 'metadata', 'cancel_at_period_end', 'cancel_at', 'proration_behavior']

function updateSubscription(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  refuseOthers(params, updateFields)
  const subscription = world.store.get(subscriptions, id)
  const { metadata, default_payment_method: method, cancel_at_period_end: endsWithPeriod, cancel_at: endsAt } = params
  if (isOver(subscription) && Object.keys(params).some((name) => name !== 'metadata'))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  checkMethod(world, idOf(subscription.customer) ?? '', method || undefined)
  const leaves = endsWithPeriod === undefined ? {} : { cancel_at: endsWithPeriod ? periodEndOf(subscription) : null }
  const later = typeof endsAt === 'number' ? { cancel_at: endsAt } : {}
  if (typeof endsAt === 'number') schedule(world, 'cancelSubscription', { id, at: endsAt })
  return changeSubscription(world, id, {
    ...leaves,
    ...later,
    ...(endsWithPeriod !== undefined && {
      cancel_at_period_end: endsWithPeriod,
      canceled_at: endsWithPeriod ? world.clock.seconds() : null,
    }),
    ...(method !== undefined && { default_payment_method: textOrNull(method) }),
    metadata: mergeMetadata(subscription.metadata, metadata),
  })
}

function cancelSubscription(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionCancelParams,
): Stripe.Subscription {
  if (isOver(world.store.get(subscriptions, id))) throw noSuch('subscription', id)
  if (params.prorate || params.invoice_now)
    throw invalidRequest('The stand-in gives nothing back when a subscription is canceled.', { param: 'prorate' })
  return endSubscription(world, id)
}

/** The days that are left are given back on the next invoice. */
function pauseSubscription(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionPauseParams,
): Stripe.Subscription {
  const before = world.store.get(subscriptions, id)
  const isMeant =
    params.bill_for?.unused_time_from?.type === 'now' && params.invoicing_behavior === 'pending_invoice_item'
  if (!isMeant || !['active', 'past_due', 'unpaid'].includes(before.status))
    throw invalidRequest('The stand-in pauses active subscriptions and gives the unused time back as a pending item.')
  const now = world.clock.seconds()
  for (const { price, quantity = 1, current_period_start: start, current_period_end: end } of before.items.data)
    addItem(world, {
      customer: idOf(before.customer) ?? '',
      subscription: id,
      amount: -Math.round(((price.unit_amount ?? 0) * quantity * (end - now)) / (end - start)),
      currency: before.currency,
      description: 'Unused time',
      period: { start: now, end },
      isProration: true,
    })
  return changeSubscription(world, id, {
    items: itemList(
      id,
      before.items.data.map((item) => ({ ...item, current_period_end: now })),
    ),
    status: 'paused',
  })
}

function listSubscriptions(world: StripeWorld, params: Stripe.SubscriptionListParams) {
  refuseOthers(params, ['customer', 'status', 'limit', 'starting_after', 'ending_before'])
  const { customer, status } = params
  const rows =
    customer === undefined ? world.store.all(subscriptions) : world.store.by(subscriptions, 'customer', customer)
  // Without a status those that were canceled are left out.
  const isMeant = (one: Stripe.Subscription) =>
    status === undefined ? one.status !== 'canceled' : status === 'all' || one.status === status
  return pageOf(rows.filter(isMeant), params, '/v1/subscriptions')
}

function onCustomerDeleted(world: StripeWorld, object: object) {
  const { id } = object as Stripe.Customer // Only listens to events of customers.
  for (const subscription of world.store.by(subscriptions, 'customer', id))
    if (!isOver(subscription)) endSubscription(world, subscription.id)
}

function onDetached(world: StripeWorld, object: object) {
  const { id } = object as Stripe.PaymentMethod // Only listens to events of payment methods.
  for (const subscription of world.store.all(subscriptions))
    if (idOf(subscription.default_payment_method) === id)
      changeSubscription(world, subscription.id, { default_payment_method: null })
}

const idIn = (path: Record<string, string>) => path['id'] ?? ''

const statuses = ['unpaid', 'incomplete', 'incomplete_expired', 'past_due', 'active'] as const

export const subscriptionPart: StripePart = {
  tables: [subscriptions],
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
    operation('POST', '/v1/subscriptions/:id/pause', 'SubscriptionPauseParams', ({ world, params, path }) =>
      pauseSubscription(world, idIn(path), params),
    ),
  ],
  works: {
    renewSubscription: (world, { id = '', at }) => renewSubscription(world, id, Number(at)),
    cancelSubscription: (world, { id = '', at }) => cancelDue(world, id, Number(at)),
    collectDraft: (world, { id = '' }) => collectDraft(world, id),
  },
  listeners: {
    'payment_intent.succeeded': followPayment,
    'payment_intent.payment_failed': followPayment,
    'payment_intent.requires_action': followPayment,
    'payment_intent.processing': followPayment,
    'payment_method.detached': onDetached,
    'customer.deleted': onCustomerDeleted,
  },
  controls: {
    /** `{ subscription, status }`: what Stripe's own retries would have come to. */
    'subscription-becomes': (world, { subscription, status }) => {
      const given = statuses.find((one) => one === status)
      if (given === undefined) throw invalidRequest(`status is one of ${statuses.join(', ')}`)
      return changeSubscription(world, String(subscription), { status: given })
    },
  },
}
