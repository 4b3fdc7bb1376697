import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { prorated } from './amounts.ts'
import { periodAround } from './cycle.ts'
import { noteLines, billingNoteOf, noteProrations, setBillingNote } from './debits.ts'
import { discountsOf } from './discounts.ts'
import { attemptInvoice } from './invoice-attempt.ts'
import { customerOf, type BilledPeriod, type InvoicePlan } from './invoice-draft.ts'
import { finalizeInvoice } from './invoice-finalize.ts'
import { keepItems, pendingItems } from './invoice-item.ts'
import { collect, keepInvoice } from './invoice-make.ts'
import { costOf, prorationWords, quantityOf } from './lines.ts'
import type { Proration } from './prorations.ts'
import { creditRest } from './subscription-cancel.ts'
import { changeSubscription, itemList, scheduleRenewal } from './subscription-object.ts'
import { dropWaiting } from './subscription-update.ts'
import { invoices, subscriptions } from './tables.ts'

type PauseFields = Pick<Stripe.SubscriptionPauseParams, 'bill_for' | 'invoicing_behavior'>

const notPausable = ['paused', 'incomplete', 'incomplete_expired', 'canceled']

function checkPause(subscription: Stripe.Subscription) {
  if (subscription.collection_method !== 'charge_automatically')
    throw invalidRequest('You can only pause subscriptions with collection_method=charge_automatically.')
  if (subscription.billing_mode.type !== 'flexible')
    throw invalidRequest('You can only pause subscriptions with billing_mode[type]=flexible.')
  if (subscription.status === 'trialing' || notPausable.includes(subscription.status))
    throw invalidRequest(`You cannot pause a subscription with status ${subscription.status}.`)
}

/** What a pause gives back: the time that is left, the whole period, or nothing. */
export function planPause(world: StripeWorld, subscription: Stripe.Subscription, { bill_for }: PauseFields): Proration {
  checkPause(subscription)
  const now = world.clock.seconds(idOf(subscription.test_clock))
  const from = bill_for?.unused_time_from?.type ?? 'now'
  if (from === 'none') return { items: [], gross: new Map() }
  const start = Math.min(...subscription.items.data.map((item) => item.current_period_start))
  return creditRest(world, subscription, from === 'now' ? now : start)
}

export const pauseInvoice = (
  world: StripeWorld,
  subscription: Stripe.Subscription,
  items: Stripe.InvoiceItem[],
): InvoicePlan => {
  const now = world.clock.seconds(idOf(subscription.test_clock))
  return {
    customer: customerOf(world, subscription),
    subscription,
    reason: 'subscription_update',
    currency: subscription.currency,
    at: now,
    span: { start: subscription.items.data[0]?.current_period_start ?? now, end: now },
    periods: [],
    items,
    discounts: [],
  }
}

export function pauseSubscription(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionPauseParams,
): Stripe.Subscription {
  const subscription = world.store.get(subscriptions, id)
  const { items, gross } = planPause(world, subscription, params)
  const now = world.clock.seconds(idOf(subscription.test_clock))
  dropWaiting(world, id)
  const waiting = pendingItems(world, idOf(subscription.customer) ?? '', id)
  keepItems(world, items)
  noteProrations(world, id, items, gross)
  const ended = subscription.items.data.map((item) => ({ ...item, current_period_end: now }))
  changeSubscription(
    world,
    id,
    {
      items: itemList(id, ended),
      pending_update: null,
      status: 'paused',
      status_details: {
        paused: { subscription: { type: 'pause_requested' }, transitioned_at: now, type: 'subscription' },
      },
    },
    ['customer.subscription.paused', 'customer.subscription.updated'],
  )
  if (params.invoicing_behavior === 'invoice' && items.length > 0)
    collect(world, keepInvoice(world, pauseInvoice(world, subscription, [...waiting, ...items])).id)
  return world.store.get(subscriptions, id)
}

type ResumeFields = Pick<
  Stripe.SubscriptionResumeParams,
  'billing_cycle_anchor' | 'proration_behavior' | 'proration_date'
>
export type ResumePlan = { patch: Partial<Stripe.Subscription>; plan: InvoicePlan }

/** The periods that begin with resuming: whole ones from now, or what is left of those that would run. */
export function planResume(world: StripeWorld, subscription: Stripe.Subscription, params: ResumeFields): ResumePlan {
  if (subscription.status !== 'paused') throw invalidRequest('You can only resume subscriptions with status paused.')
  const now = world.clock.seconds(idOf(subscription.test_clock))
  const isNew = (params.billing_cycle_anchor?.type ?? 'now') === 'now'
  const anchor = isNew ? now : subscription.billing_cycle_anchor
  const at = params.proration_date ?? now
  const periods: BilledPeriod[] = []
  const items = subscription.items.data.map((item) => {
    const whole = periodAround(anchor, item.price.recurring ?? { interval: 'month', interval_count: 1 }, now)
    const next = { ...item, current_period_start: isNew ? whole.start : now, current_period_end: whole.end }
    const full = costOf(quantityOf(item))
    if (isNew) periods.push({ item: next, period: whole, amount: full })
    else if (params.proration_behavior !== 'none')
      periods.push({
        item: next,
        period: { start: at, end: whole.end },
        amount: prorated(full, whole, at),
        description: prorationWords(world, 'Remaining', quantityOf(item), at),
      })
    return next
  })
  const plan: InvoicePlan = {
    ...pauseInvoice(world, subscription, pendingItems(world, idOf(subscription.customer) ?? '', subscription.id)),
    periods,
    discounts: discountsOf(world, subscription.discounts),
  }
  return { patch: { billing_cycle_anchor: anchor, items: itemList(subscription.id, items) }, plan }
}

/** The pause is over; what was waiting to happen then happens. */
function endPause(world: StripeWorld, id: string, patch: Partial<Stripe.Subscription>, status: 'active' | 'past_due') {
  const { status_details: _, ...rest } = world.store.get(subscriptions, id)
  world.store.insert(subscriptions, { ...rest, status: 'paused' })
  setBillingNote(world, id, { waiting: null })
  const resumed = changeSubscription(world, id, { ...patch, pending_update: null, status }, [
    'customer.subscription.resumed',
    'customer.subscription.updated',
  ])
  scheduleRenewal(world, resumed)
}

/** What the payment of the invoice of a resumption decides. */
export function followResume(world: StripeWorld, id: string, invoice: Stripe.Invoice, outcome: 'paid' | 'failed') {
  const { waiting } = billingNoteOf(world, id)
  if (waiting?.kind !== 'resume' || waiting.invoice !== invoice.id) return
  if (outcome === 'failed' && !waiting.resumesOnFailure) return
  endPause(world, id, waiting.patch, outcome === 'paid' ? 'active' : 'past_due')
  noteLines(world, id, invoice)
}

function checkResume(world: StripeWorld, subscription: Stripe.Subscription, behavior: string) {
  if (subscription.collection_method !== 'charge_automatically')
    throw invalidRequest('You can only resume subscriptions with collection_method=charge_automatically.')
  if (behavior !== 'resume_on_payment_success') return
  if (subscription.billing_mode.type !== 'flexible')
    throw invalidRequest(
      '`payment_behavior=resume_on_payment_success` is only available with billing_mode[type]=flexible.',
      { param: 'payment_behavior' },
    )
  const method =
    idOf(subscription.default_payment_method) ??
    idOf(customerOf(world, subscription).invoice_settings.default_payment_method)
  if (method === null)
    throw invalidRequest('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
}

const resumeWaits: Record<string, number> = {
  resume_on_payment_success: 365 * 86_400,
  resume_on_payment_attempt: 23 * 3_600,
}

export function resumeSubscription(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionResumeParams,
): Stripe.Subscription {
  const { store } = world
  const subscription = store.get(subscriptions, id)
  const { payment_behavior: behavior = 'resume_on_payment_attempt' } = params
  const { patch, plan } = planResume(world, subscription, params)
  checkResume(world, subscription, behavior)
  dropWaiting(world, id)
  if (plan.periods.length === 0 && plan.items.length === 0) {
    endPause(world, id, patch, 'active')
    return store.get(subscriptions, id)
  }
  const isTried = behavior === 'resume_on_payment_success'
  const invoice = keepInvoice(world, plan, isTried ? {} : { auto_advance: false })
  setBillingNote(world, invoice.id, { isTriedOnce: !isTried })
  const now = plan.at
  setBillingNote(world, id, {
    waiting: { kind: 'resume', invoice: invoice.id, at: now, patch, resumesOnFailure: !isTried },
  })
  const expires = now + (resumeWaits[behavior] ?? 0)
  const testClock = idOf(subscription.test_clock)
  world.clock.schedule({ at: expires * 1_000, kind: 'expireUpdate', data: { id, at: String(expires) }, testClock })
  const open = finalizeInvoice(world, invoice.id)
  if (open.status === 'paid') return store.get(subscriptions, id)
  changeSubscription(world, id, { pending_update: pendingResume(patch, expires) })
  if (isTried) attemptInvoice(world, invoice.id, { isOffSession: true, isAutomatic: false })
  return store.get(subscriptions, id)
}

const pendingResume = (patch: Partial<Stripe.Subscription>, expires: number): Stripe.Subscription.PendingUpdate => ({
  billing_cycle_anchor: patch.billing_cycle_anchor ?? null,
  cancel_at_period_end: null,
  discount: null,
  discounts: null,
  expires_at: expires,
  metadata: null,
  subscription_items: null,
  trial_end: null,
  trial_from_plan: null,
})

/** An update, or a resumption, that was not paid in time: its invoice is void, and nothing changed. */
export function expireUpdate(world: StripeWorld, id: string, at: number) {
  const subscription = world.store.find(subscriptions, id)
  if (subscription?.pending_update?.expires_at !== at) return
  dropWaiting(world, id)
  changeSubscription(world, id, { pending_update: null }, [
    'customer.subscription.pending_update_expired',
    'customer.subscription.updated',
  ])
}

/** For those who look: whether an invoice is the one that something of its subscription waits for. */
export const isWaitedFor = (world: StripeWorld, subscription: string, invoice: string) =>
  billingNoteOf(world, subscription).waiting?.invoice === invoice && world.store.find(invoices, invoice) !== undefined
