import type Stripe from 'stripe'
import { textOrNull } from '../fields.ts'
import type { StripeWorld } from '../part.ts'
import { invalidRequest, noSuch } from '../refusals.ts'
import { idOf } from '../store.ts'
import { billingNoteOf, noteProrations, setBillingNote } from './debits.ts'
import { discountsOf } from './discounts.ts'
import { attemptInvoice } from './invoice-attempt.ts'
import { customerOf } from './invoice-draft.ts'
import { voidInvoice } from './invoice-end.ts'
import { changeInvoice, finalizeInvoice } from './invoice-finalize.ts'
import { keepItems, pendingItems } from './invoice-item.ts'
import { keepInvoice } from './invoice-make.ts'
import { prorationsOf, type Proration } from './prorations.ts'
import { isOver } from './status.ts'
import { changeSubscription, nextEnd } from './subscription-object.ts'
import { invoiceItems, invoices, subscriptions } from './tables.ts'

type CancelFields = Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'>

const cancelTime = (subscription: Stripe.Subscription, given: CancelFields['cancel_at']): number | null => {
  if (given === '' || given === null || given === undefined) return null
  if (typeof given === 'number') return given
  const ends = subscription.items.data.map((item) => item.current_period_end)
  return given === 'max_period_end' ? Math.max(...ends) : Math.min(...ends)
}

/** What planning an end, or taking it back, writes. */
export function scheduledCancel(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  given: CancelFields,
): Partial<Stripe.Subscription> {
  if (given.cancel_at === undefined && given.cancel_at_period_end === undefined) return {}
  if (given.cancel_at_period_end && given.cancel_at)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  const testClock = idOf(subscription.test_clock)
  const now = world.clock.seconds(testClock)
  const at = given.cancel_at_period_end ? nextEnd(subscription) : cancelTime(subscription, given.cancel_at)
  const details = { comment: null, feedback: null, feedback_option: null, ...subscription.cancellation_details }
  if (at === null)
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { ...details, reason: null },
    }
  if (at < nextEnd(subscription))
    throw invalidRequest('The stand-in ends subscriptions at the end of their period, or later.', {
      param: 'cancel_at',
    })
  world.clock.schedule({
    at: at * 1_000,
    kind: 'cancelSubscription',
    data: { id: subscription.id, at: String(at) },
    testClock,
  })
  return {
    cancel_at: at,
    cancel_at_period_end: given.cancel_at_period_end ?? false,
    canceled_at: now,
    cancellation_details: { ...details, reason: 'cancellation_requested' },
  }
}

/** Credits for the time that is left. */
export const creditRest = (world: StripeWorld, subscription: Stripe.Subscription, at: number): Proration =>
  prorationsOf(world, {
    subscription,
    changes: subscription.items.data.map((before) => ({ before, after: null })),
    all: [],
    discounts: discountsOf(world, subscription.discounts),
    at,
  })

/** Nothing is collected any more by itself. First invoices that are not paid are void. */
function stopCollecting(world: StripeWorld, subscription: Stripe.Subscription) {
  for (const invoice of world.store.by(invoices, 'subscription', subscription.id)) {
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue
    if (subscription.status === 'incomplete' && invoice.status === 'open') voidInvoice(world, invoice.id)
    else if (invoice.auto_advance)
      changeInvoice(world, invoice.id, {
        auto_advance: false,
        next_payment_attempt: null,
        automatically_finalizes_at: null,
      })
  }
}

function finalInvoice(world: StripeWorld, subscription: Stripe.Subscription, at: number) {
  const items = pendingItems(world, idOf(subscription.customer) ?? '', subscription.id)
  if (items.length === 0) return
  const invoice = keepInvoice(world, {
    customer: customerOf(world, subscription),
    subscription,
    reason: 'subscription_update',
    currency: subscription.currency,
    at,
    span: { start: subscription.items.data[0]?.current_period_start ?? at, end: at },
    periods: [],
    items,
    discounts: discountsOf(world, subscription.discounts),
  })
  const open = finalizeInvoice(world, invoice.id)
  if (open.status === 'open' && open.collection_method === 'charge_automatically')
    attemptInvoice(world, open.id, { isOffSession: true, isAutomatic: true })
}

/** The end, now. */
export function endSubscription(
  world: StripeWorld,
  id: string,
  patch: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const before = world.store.get(subscriptions, id)
  const testClock = idOf(before.test_clock)
  const now = world.clock.seconds(testClock)
  stopCollecting(world, before)
  setBillingNote(world, id, { waiting: null })
  const ended = world.store.update(subscriptions, id, {
    canceled_at: now,
    ended_at: now,
    pending_update: null,
    ...patch,
    status: 'canceled',
  })
  world.record('customer.subscription.deleted', ended, { testClock })
  return ended
}

export function cancelSubscription(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionCancelParams,
): Stripe.Subscription {
  const subscription = world.store.get(subscriptions, id)
  if (isOver(subscription.status)) throw noSuch('subscription', id)
  const now = world.clock.seconds(idOf(subscription.test_clock))
  const { prorate = false, invoice_now: isInvoiced = false, cancellation_details: given } = params
  const { waiting } = billingNoteOf(world, id)
  if (waiting && world.store.find(invoices, waiting.invoice)?.status === 'open') voidInvoice(world, waiting.invoice)
  if (prorate) {
    const { items, gross } = creditRest(world, subscription, now)
    keepItems(world, items)
    noteProrations(world, id, items, gross)
  }
  if (isInvoiced) finalInvoice(world, subscription, now)
  else if (!prorate)
    for (const item of pendingItems(world, idOf(subscription.customer) ?? '', id))
      if (item.proration) world.store.remove(invoiceItems, item.id)
  const details = { comment: null, feedback: null, feedback_option: null, ...subscription.cancellation_details }
  return endSubscription(world, id, {
    cancellation_details: {
      ...details,
      ...(given?.comment !== undefined && { comment: textOrNull(given.comment) }),
      ...(given?.feedback !== undefined && { feedback: given.feedback || null }),
      reason: 'cancellation_requested',
    },
  })
}

/** When the time of a planned end has come, unless it was taken back. */
export function cancelDue(world: StripeWorld, id: string, at: number) {
  const subscription = world.store.find(subscriptions, id)
  if (!subscription || isOver(subscription.status) || subscription.cancel_at !== at) return
  endSubscription(world, id, { canceled_at: subscription.canceled_at ?? at })
}

/** A first invoice that is not paid within 23 hours: nothing comes of the subscription. */
export function expireSubscription(world: StripeWorld, id: string) {
  const subscription = world.store.find(subscriptions, id)
  if (subscription?.status !== 'incomplete') return
  const now = world.clock.seconds(idOf(subscription.test_clock))
  changeSubscription(world, id, { status: 'incomplete_expired', ended_at: now })
  for (const invoice of world.store.by(invoices, 'subscription', id))
    if (invoice.status === 'open') voidInvoice(world, invoice.id)
}
