import type Stripe from 'stripe'
import { mergeMetadata, textOrNull } from '../fields.ts'
import type { StripeWorld } from '../part.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { cardRefusal, invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { noteLines, billingNoteOf, noteProrations, setBillingNote } from './debits.ts'
import { endDiscount, discountsOf } from './discounts.ts'
import { attemptInvoice, intentOf } from './invoice-attempt.ts'
import { customerOf, type InvoicePlan } from './invoice-draft.ts'
import { voidInvoice } from './invoice-end.ts'
import { finalizeInvoice } from './invoice-finalize.ts'
import { keepItems, pendingItems } from './invoice-item.ts'
import { keepInvoice } from './invoice-make.ts'
import { isOver, statusAfter } from './status.ts'
import { scheduledCancel } from './subscription-cancel.ts'
import { checkMethod, refuseUnknown } from './subscription-checks.ts'
import { changeSubscription, nextEnd, scheduleRenewal } from './subscription-object.ts'
import { invoiceItems, invoices, subscriptions } from './tables.ts'
import { planUpdate, type UpdatePlan } from './update-plan.ts'

type UpdateParams = Stripe.SubscriptionUpdateParams

const pendingHours = 23
const waitsFor = new Set<string>([
  'items',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'trial_end',
  'trial_from_plan',
  'add_invoice_items',
  'payment_behavior',
  'expand',
  'metadata',
  'discounts',
  'cancel_at_period_end',
])

/** What an update does at once that costs nothing. */
const plainPatch = (before: Stripe.Subscription, params: UpdateParams): Partial<Stripe.Subscription> => ({
  ...(params.default_payment_method !== undefined && {
    default_payment_method: textOrNull(params.default_payment_method),
  }),
  ...(params.description !== undefined && { description: textOrNull(params.description) }),
  ...(params.collection_method !== undefined && { collection_method: params.collection_method }),
  ...(params.days_until_due !== undefined && { days_until_due: params.days_until_due }),
  ...(params.metadata !== undefined && { metadata: mergeMetadata(before.metadata, params.metadata) }),
  ...(params.cancellation_details && {
    cancellation_details: {
      ...emptyDetails,
      ...before.cancellation_details,
      comment: textOrNull(params.cancellation_details.comment),
      feedback: params.cancellation_details.feedback || null,
    },
  }),
  ...(params.payment_settings?.save_default_payment_method !== undefined &&
    before.payment_settings && {
      payment_settings: {
        ...before.payment_settings,
        save_default_payment_method: params.payment_settings.save_default_payment_method,
      },
    }),
})

const emptyDetails: Stripe.Subscription.CancellationDetails = {
  comment: null,
  feedback: null,
  feedback_option: null,
  reason: null,
}

function checkUpdate(world: StripeWorld, subscription: Stripe.Subscription, params: UpdateParams) {
  refuseUnknown(params)
  const names = Object.keys(params).filter((name) => name !== 'expand')
  if (isOver(subscription.status) && names.some((name) => name !== 'metadata' && name !== 'cancellation_details'))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  const plain = ['metadata', 'default_payment_method', 'cancellation_details', 'description', 'payment_settings']
  if (subscription.status === 'incomplete' && names.some((name) => !plain.includes(name)))
    throw invalidRequest('A subscription with status=incomplete can only have its metadata and payment method updated.')
  checkMethod(world, params.default_payment_method || undefined, idOf(subscription.customer) ?? '')
  if (params.payment_behavior !== 'pending_if_incomplete') return
  const other = names.find((name) => !waitsFor.has(name))
  if (other !== undefined)
    throw invalidRequest(`You cannot pass \`${other}\` when \`payment_behavior\` is \`pending_if_incomplete\`.`, {
      param: other,
    })
  if (subscription.collection_method !== 'charge_automatically')
    throw invalidRequest('Pending updates are only supported with collection_method=charge_automatically.', {
      param: 'payment_behavior',
    })
  const method =
    idOf(subscription.default_payment_method) ??
    idOf(customerOf(world, subscription).invoice_settings.default_payment_method)
  const type = world.store.find(paymentMethods, method)?.type
  if (type !== undefined && type !== 'card')
    throw invalidRequest(`Pending updates are not supported with the payment method ${type}.`, {
      param: 'payment_behavior',
    })
}

/** The invoice of a change: what it credits and debits, what else waits, and the periods that begin. */
export const invoicePlanOf = (
  world: StripeWorld,
  subscription: Stripe.Subscription,
  plan: UpdatePlan,
  waiting: Stripe.InvoiceItem[],
): InvoicePlan => {
  const now = world.clock.seconds(idOf(subscription.test_clock))
  return {
    customer: customerOf(world, subscription),
    subscription: { ...subscription, ...plan.patch },
    reason: 'subscription_update',
    currency: subscription.currency,
    at: now,
    span: { start: subscription.items.data[0]?.current_period_start ?? now, end: now },
    periods: plan.periods,
    items: [...waiting, ...plan.proration.items, ...plan.added],
    discounts: plan.discounts,
  }
}

/** Makes a planned change true. */
export function applyUpdate(
  world: StripeWorld,
  id: string,
  plan: UpdatePlan,
  more: Partial<Stripe.Subscription>,
  types?: Stripe.Event['type'][],
) {
  const before = world.store.get(subscriptions, id)
  noteProrations(world, id, plan.proration.items, plan.proration.gross)
  const after = changeSubscription(world, id, { ...plan.patch, ...more }, types)
  const kept = new Set(after.discounts.map((discount) => idOf(discount)))
  for (const discount of discountsOf(world, before.discounts))
    if (!kept.has(discount.id)) endDiscount(world, discount, idOf(after.test_clock))
  if (nextEnd(before) !== nextEnd(after)) scheduleRenewal(world, after)
  if (after.cancel_at_period_end && after.cancel_at !== nextEnd(after))
    changeSubscription(world, id, { cancel_at: nextEnd(after) })
}

/** The invoice is not paid: the change waits, for a day at most. */
function wait(world: StripeWorld, subscription: Stripe.Subscription, plan: UpdatePlan, params: UpdateParams) {
  const now = world.clock.seconds(idOf(subscription.test_clock))
  const ends = [now + pendingHours * 3_600, nextEnd(subscription), subscription.trial_end ?? Infinity].filter(
    (end) => end > now,
  )
  const expires = Math.min(...ends)
  const data = { id: subscription.id, at: String(expires) }
  world.clock.schedule({ at: expires * 1_000, kind: 'expireUpdate', data, testClock: idOf(subscription.test_clock) })
  changeSubscription(world, subscription.id, {
    pending_update: {
      billing_cycle_anchor: plan.patch.billing_cycle_anchor ?? null,
      cancel_at_period_end: params.cancel_at_period_end ?? null,
      discount: null,
      discounts: params.discounts === undefined ? null : plan.discounts.map((discount) => discount.id),
      expires_at: expires,
      metadata: params.metadata ? mergeMetadata(subscription.metadata, params.metadata) : null,
      subscription_items: plan.patch.items?.data ?? null,
      trial_end: plan.patch.trial_end ?? null,
      trial_from_plan: null,
    },
  })
}

/** An update that waited is over, one way or the other. */
export function dropWaiting(world: StripeWorld, id: string) {
  const { waiting } = billingNoteOf(world, id)
  if (!waiting) return
  setBillingNote(world, id, { waiting: null })
  const invoice = world.store.find(invoices, waiting.invoice)
  if (invoice?.status === 'open') voidInvoice(world, invoice.id)
}

/** Its invoice is paid: what waited is done, with the amounts of then. */
export function applyWaiting(world: StripeWorld, id: string, invoice: Stripe.Invoice) {
  const { waiting } = billingNoteOf(world, id)
  if (waiting?.kind !== 'update' || waiting.invoice !== invoice.id) return
  setBillingNote(world, id, { waiting: null })
  const subscription = world.store.get(subscriptions, id)
  const planned = planUpdate(world, subscription, waiting.params, { isPreview: true, now: waiting.at })
  // Its credits and debits stand on the invoice already.
  const items = world.store.by(invoiceItems, 'invoice', invoice.id).filter(({ proration }) => proration)
  const plan = { ...planned, proration: { items, gross: new Map<string, number>() } }
  const types: Stripe.Event['type'][] = [
    'customer.subscription.pending_update_applied',
    'customer.subscription.updated',
  ]
  const { discounts, params } = waiting
  const patch = { ...plan.patch, ...(discounts && { discounts }) }
  const more = {
    ...plainPatch(subscription, params),
    ...scheduledCancel(world, { ...subscription, ...patch }, params),
    pending_update: null,
  }
  applyUpdate(world, id, { ...plan, patch }, more, subscription.pending_update ? types : undefined)
  noteLines(world, id, invoice)
}

function billChange(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  plan: UpdatePlan,
  params: UpdateParams,
): Stripe.Invoice {
  const waiting = pendingItems(world, idOf(subscription.customer) ?? '', subscription.id)
  keepItems(world, [...plan.proration.items, ...plan.added])
  return keepInvoice(world, invoicePlanOf(world, subscription, plan, waiting), {
    ...(params.payment_behavior === 'default_incomplete' && { auto_advance: false }),
  })
}

/** Finalised and, unless it is to be confirmed by the payer, tried. */
function collectChange(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  invoice: string,
  params: UpdateParams,
): Stripe.Invoice {
  const open = finalizeInvoice(world, invoice)
  if (open.status !== 'open' || open.collection_method !== 'charge_automatically') return open
  if (params.payment_behavior === 'default_incomplete')
    changeSubscription(world, subscription.id, { status: statusAfter(subscription.status, 'failed') })
  else attemptInvoice(world, invoice, { isOffSession: params.off_session ?? false, isAutomatic: false })
  return world.store.get(invoices, invoice)
}

function refuseUnpaid(world: StripeWorld, invoice: string) {
  const intent = intentOf(world, invoice)
  const error = intent?.last_payment_error
  const code =
    intent?.status === 'requires_action'
      ? 'subscription_payment_intent_requires_action'
      : (error?.code ?? 'card_declined')
  const message =
    error?.message ??
    'Payment for this subscription requires additional user action before it can be completed successfully.'
  voidInvoice(world, invoice)
  return cardRefusal(message, { code, ...(error?.decline_code && { decline_code: error.decline_code }) })
}

/** Done only once it is paid, or not at all. */
function updateWhenPaid(world: StripeWorld, subscription: Stripe.Subscription, plan: UpdatePlan, params: UpdateParams) {
  const { id } = subscription
  const invoice = billChange(world, subscription, plan, params)
  const discounts = params.discounts === undefined ? null : plan.discounts.map((discount) => discount.id)
  setBillingNote(world, id, {
    waiting: {
      kind: 'update',
      invoice: invoice.id,
      params: { ...params, proration_date: plan.at },
      discounts,
      at: plan.now,
    },
  })
  const { status } = collectChange(world, subscription, invoice.id, params)
  if (status === 'paid') return
  if (params.payment_behavior === 'error_if_incomplete') {
    const refusal = refuseUnpaid(world, invoice.id)
    world.store.update(subscriptions, id, { latest_invoice: subscription.latest_invoice })
    throw refusal
  }
  wait(world, world.store.get(subscriptions, id), plan, params)
}

export function updateSubscription(world: StripeWorld, id: string, params: UpdateParams): Stripe.Subscription {
  const { store } = world
  const subscription = store.get(subscriptions, id)
  checkUpdate(world, subscription, params)
  const plan = planUpdate(world, subscription, params, { isPreview: false })
  const waits = params.payment_behavior === 'pending_if_incomplete' || params.payment_behavior === 'error_if_incomplete'
  if (plan.isBilledNow) dropWaiting(world, id)
  if (plan.isBilledNow && waits) {
    updateWhenPaid(world, store.get(subscriptions, id), plan, params)
    return store.get(subscriptions, id)
  }
  if (!plan.isBilledNow) keepItems(world, [...plan.proration.items, ...plan.added])
  applyUpdate(world, id, plan, {
    ...plainPatch(subscription, params),
    ...scheduledCancel(world, { ...subscription, ...plan.patch }, params),
  })
  if (!plan.isBilledNow) return store.get(subscriptions, id)
  const changed = store.get(subscriptions, id)
  const invoice = billChange(world, changed, plan, params)
  noteLines(world, id, invoice)
  collectChange(world, changed, invoice.id, params)
  return store.get(subscriptions, id)
}
