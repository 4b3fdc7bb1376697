import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { idOf } from '../store.ts'
import { prorated } from './amounts.ts'
import { periodAround } from './cycle.ts'
import { noteLines } from './debits.ts'
import { discountsOf, endDiscount, hasEnded } from './discounts.ts'
import { customerOf, draftInvoice, type BilledPeriod, type InvoicePlan } from './invoice-draft.ts'
import { pendingItems } from './invoice-item.ts'
import { finalizeLater, keepInvoice } from './invoice-make.ts'
import { costOf, quantityOf } from './lines.ts'
import { isRenewed } from './status.ts'
import { cancelDue, endSubscription } from './subscription-cancel.ts'
import { changeSubscription, itemList, nextEnd, scheduleRenewal } from './subscription-object.ts'
import { announceNext } from './subscription-upcoming.ts'
import { dropWaiting } from './subscription-update.ts'
import { subscriptions } from './tables.ts'

type Renewal = { items: Stripe.SubscriptionItem[]; plan: InvoicePlan; ended: Stripe.Discount[] }

/** What the next period of each item that ends now costs, shortened by a planned end. */
function nextPeriods(subscription: Stripe.Subscription, at: number) {
  const periods: BilledPeriod[] = []
  const items = subscription.items.data.map((item) => {
    if (item.current_period_end > at || !item.price.recurring) return item
    const whole = periodAround(subscription.billing_cycle_anchor, item.price.recurring, item.current_period_end)
    const end = Math.min(whole.end, subscription.cancel_at ?? Infinity)
    const next = { ...item, current_period_start: item.current_period_end, current_period_end: end }
    const full = costOf(quantityOf(item))
    const amount = end < whole.end ? full - prorated(full, whole, end) : full
    periods.push({ item: next, period: { start: item.current_period_end, end }, amount })
    return next
  })
  return { items, periods }
}

/** The invoice of a subscription's next renewal, and what it will be then. */
export function planRenewal(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  waiting: Stripe.InvoiceItem[],
): Renewal {
  const at = nextEnd(subscription)
  const { items, periods } = nextPeriods(subscription, at)
  const all = discountsOf(world, subscription.discounts)
  const discounts = all.filter((discount) => !hasEnded(discount, at))
  const plan: InvoicePlan = {
    customer: customerOf(world, subscription),
    subscription,
    reason: 'subscription_cycle',
    currency: subscription.currency,
    at,
    span: { start: Math.min(...subscription.items.data.map((item) => item.current_period_start)), end: at },
    periods,
    items: waiting,
    discounts,
  }
  return { items, plan, ended: all.filter((discount) => !discounts.includes(discount)) }
}

/** At the end of a trial without a payment method the account's wish counts. */
function endTrial(world: StripeWorld, subscription: Stripe.Subscription): 'goesOn' | 'stopped' {
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
  const method =
    idOf(subscription.default_payment_method) ??
    idOf(customerOf(world, subscription).invoice_settings.default_payment_method)
  if (method !== null || behavior === 'create_invoice') return 'goesOn'
  if (behavior === 'cancel') endSubscription(world, subscription.id, {})
  else
    changeSubscription(
      world,
      subscription.id,
      {
        status: 'paused',
        status_details: {
          paused: {
            subscription: { type: 'trial_end_without_payment_method' },
            transitioned_at: nextEnd(subscription),
            type: 'subscription',
          },
        },
      },
      ['customer.subscription.paused', 'customer.subscription.updated'],
    )
  return 'stopped'
}

/** The period is over: the next begins, with a draft that is collected an hour later. */
export function renewSubscription(world: StripeWorld, id: string, at: number) {
  const subscription = world.store.find(subscriptions, id)
  if (!subscription || !isRenewed(subscription.status) || nextEnd(subscription) !== at) return
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) {
    cancelDue(world, id, subscription.cancel_at)
    return
  }
  dropWaiting(world, id)
  if (subscription.status === 'trialing' && endTrial(world, subscription) === 'stopped') return
  const current = world.store.get(subscriptions, id)
  const { items, plan, ended } = planRenewal(world, current, pendingItems(world, idOf(current.customer) ?? '', id))
  // Of one that was given up on nothing is collected any more: its invoices stay drafts.
  const isCollected = current.status !== 'unpaid'
  const invoice = keepInvoice(world, plan, isCollected ? {} : { auto_advance: false })
  noteLines(world, id, invoice)
  for (const discount of ended) endDiscount(world, discount, idOf(current.test_clock))
  const renewed = changeSubscription(world, id, {
    items: itemList(id, items),
    latest_invoice: invoice.id,
    discounts: plan.discounts.map((discount) => discount.id),
    ...(current.status === 'trialing' && { status: 'active' }),
  })
  if (isCollected) finalizeLater(world, invoice)
  scheduleRenewal(world, renewed)
  announceNext(world, renewed)
}

export function announceInvoice(world: StripeWorld, id: string, end: number) {
  const subscription = world.store.find(subscriptions, id)
  const isMeant =
    subscription && isRenewed(subscription.status) && nextEnd(subscription) === end && subscription.cancel_at !== end
  if (!isMeant || subscription.collection_method === 'send_invoice') return
  const { plan } = planRenewal(world, subscription, pendingItems(world, idOf(subscription.customer) ?? '', id))
  const { id: _, ...upcoming } = draftInvoice(world, { ...plan, reason: 'upcoming' })
  world.record('invoice.upcoming', upcoming, { testClock: idOf(subscription.test_clock) })
}

export function announceTrialEnd(world: StripeWorld, id: string) {
  const subscription = world.store.find(subscriptions, id)
  if (subscription?.status === 'trialing')
    world.record('customer.subscription.trial_will_end', subscription, { testClock: idOf(subscription.test_clock) })
}
