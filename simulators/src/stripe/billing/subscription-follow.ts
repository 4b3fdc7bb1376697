import type Stripe from 'stripe'
import type { StripePart, StripeWorld } from '../part.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { idOf } from '../store.ts'
import { billingNoteOf, setBillingNote } from './debits.ts'
import { discountsOf, endDiscount, isOnce } from './discounts.ts'
import { followByItself, intentOf, retryInvoice, subscriptionOf } from './invoice-attempt.ts'
import { voidInvoice } from './invoice-end.ts'
import { finalizeDue } from './invoice-make.ts'
import { billingSettings } from './settings.ts'
import { isOver, statusAfter, type StatusMove } from './status.ts'
import { cancelDue, endSubscription, expireSubscription } from './subscription-cancel.ts'
import { changeSubscription } from './subscription-object.ts'
import { expireUpdate, followResume, isWaitedFor } from './subscription-pause.ts'
import { announceInvoice, announceTrialEnd, renewSubscription } from './subscription-renew.ts'
import { applyWaiting } from './subscription-update.ts'
import { invoicePayments, invoices, subscriptions } from './tables.ts'

/** Listeners are only told of events of their own type, whose object is known. */
const asInvoice = (object: object) => object as Stripe.Invoice

/** The latest invoice that counts: finalised, not void, and not of a change that still waits. */
function latestOf(world: StripeWorld, subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const all = world.store.by(invoices, 'subscription', subscription.id)
  return all.find(
    ({ id, status }) => status !== 'draft' && status !== 'void' && !isWaitedFor(world, subscription.id, id),
  )
}

function move(world: StripeWorld, subscription: Stripe.Subscription, what: StatusMove) {
  const next = statusAfter(subscription.status, what)
  const now = world.clock.seconds(idOf(subscription.test_clock))
  const isTrial = subscription.status === 'incomplete' && next === 'active' && (subscription.trial_end ?? 0) > now
  const status = isTrial ? 'trialing' : next
  if (status !== subscription.status) changeSubscription(world, subscription.id, { status })
}

/** A card or account that paid is kept for the next time, when the subscription is to do so. */
function keepMethod(world: StripeWorld, subscription: Stripe.Subscription, invoice: Stripe.Invoice) {
  const method = idOf(intentOf(world, invoice.id)?.payment_method)
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription' && method !== null)
    changeSubscription(world, subscription.id, { default_payment_method: method })
}

function onPaid(world: StripeWorld, object: object) {
  const invoice = asInvoice(object)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || isOver(subscription.status)) return
  keepMethod(world, subscription, invoice)
  if (latestOf(world, subscription)?.id === invoice.id) move(world, subscription, 'paid')
  followResume(world, subscription.id, invoice, 'paid')
  applyWaiting(world, subscription.id, invoice)
}

/** After the last retry the account's settings say what becomes of the subscription. */
function giveUp(world: StripeWorld, id: string) {
  const { afterRetries } = billingSettings(world)
  const subscription = world.store.get(subscriptions, id)
  if (afterRetries === 'past_due' || subscription.status !== 'past_due') return
  if (afterRetries === 'unpaid') changeSubscription(world, id, { status: 'unpaid' })
  else
    endSubscription(world, id, {
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        ...subscription.cancellation_details,
        reason: 'payment_failed',
      },
    })
}

function onFailed(world: StripeWorld, object: object) {
  const invoice = asInvoice(object)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || isOver(subscription.status)) return
  if (billingNoteOf(world, subscription.id).waiting?.invoice === invoice.id) {
    followResume(world, subscription.id, invoice, 'failed')
    return
  }
  // It began before its debit had arrived: Stripe writes the first invoice off, and leaves the subscription as it is.
  if (
    invoice.billing_reason === 'subscription_create' &&
    subscription.status === 'active' &&
    isOfDebit(world, invoice)
  ) {
    voidInvoice(world, invoice.id)
    return
  }
  if (latestOf(world, subscription)?.id === invoice.id) move(world, subscription, 'failed')
  const { retryDays } = billingSettings(world)
  const isLast = invoice.next_payment_attempt === null && invoice.attempt_count > retryDays.length
  if (isLast && invoice.auto_advance) giveUp(world, subscription.id)
}

const isOfDebit = (world: StripeWorld, invoice: Stripe.Invoice) => {
  const type = world.store.find(paymentMethods, billingNoteOf(world, invoice.id).failedMethod)?.type
  return type !== undefined && type !== 'card'
}

/** Days pass until a debit arrives. The subscription does not wait for it. */
function onProcessing(world: StripeWorld, object: object) {
  const intent = object as Stripe.PaymentIntent // Only listens to events of intents.
  const id = idOf(world.store.by(invoicePayments, 'intent', intent.id)[0]?.invoice)
  const invoice = world.store.find(invoices, id)
  const subscription = invoice && subscriptionOf(world, invoice)
  if (subscription) move(world, subscription, 'processing')
}

function onUncollectible(world: StripeWorld, object: object) {
  const invoice = asInvoice(object)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription) return
  if (latestOf(world, subscription)?.id === invoice.id) move(world, subscription, 'paid')
  followResume(world, subscription.id, invoice, 'paid')
}

/** A void invoice says nothing any more: the one before it counts. What waited for it is dropped. */
function onVoided(world: StripeWorld, object: object) {
  const invoice = asInvoice(object)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || isOver(subscription.status)) return
  if (isWaitedFor(world, subscription.id, invoice.id)) {
    // That is how a change that waits is called off.
    setBillingNote(world, subscription.id, { waiting: null })
    changeSubscription(world, subscription.id, { pending_update: null })
    return
  }
  if (invoice.billing_reason === 'subscription_create' && subscription.status === 'incomplete') {
    expireSubscription(world, subscription.id)
    return
  }
  const latest = latestOf(world, subscription)
  if (latest === undefined || latest.status === 'paid') move(world, subscription, 'paid')
}

/** A discount of this kind goes with the first invoice it is on. */
function onFinalized(world: StripeWorld, object: object) {
  const invoice = asInvoice(object)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription) return
  const used = new Set((invoice.total_discount_amounts ?? []).map(({ discount }) => idOf(discount)))
  const gone = discountsOf(world, subscription.discounts).filter(
    (discount) => isOnce(world, discount) && used.has(discount.id),
  )
  if (gone.length === 0) return
  const left = subscription.discounts.filter((discount) => !gone.some(({ id }) => id === idOf(discount)))
  changeSubscription(world, subscription.id, { discounts: left })
  for (const discount of gone) endDiscount(world, discount, idOf(subscription.test_clock))
}

function onDetached(world: StripeWorld, object: object) {
  const { id } = object as Stripe.PaymentMethod // Only listens to events of payment methods.
  for (const subscription of world.store.all(subscriptions))
    if (idOf(subscription.default_payment_method) === id)
      changeSubscription(world, subscription.id, { default_payment_method: null })
}

function onCustomerDeleted(world: StripeWorld, object: object) {
  const { id } = object as Stripe.Customer // Only listens to events of customers.
  for (const subscription of world.store.by(subscriptions, 'customer', id))
    if (!isOver(subscription.status)) endSubscription(world, subscription.id, {})
  for (const invoice of world.store.by(invoices, 'customer', id))
    if (invoice.auto_advance)
      world.store.update(invoices, invoice.id, { auto_advance: false, next_payment_attempt: null })
}

const timed =
  (work: (world: StripeWorld, id: string, at: number) => void) => (world: StripeWorld, data: Record<string, string>) =>
    work(world, data['id'] ?? '', Number(data['at']))

/** What happens to subscriptions and invoices by themselves. */
export const followPart: StripePart = {
  works: {
    finalizeInvoice: timed(finalizeDue),
    retryInvoice: timed(retryInvoice),
    renewSubscription: timed(renewSubscription),
    cancelSubscription: timed(cancelDue),
    expireSubscription: timed((world, id) => expireSubscription(world, id)),
    expireUpdate: timed(expireUpdate),
    announceInvoice: timed(announceInvoice),
    announceTrialEnd: timed((world, id) => announceTrialEnd(world, id)),
  },
  listeners: {
    'payment_intent.succeeded': followByItself,
    'payment_intent.payment_failed': followByItself,
    'payment_intent.requires_action': followByItself,
    'payment_intent.processing': (world, object) => {
      followByItself(world, object)
      onProcessing(world, object)
    },
    'invoice.paid': onPaid,
    'invoice.payment_failed': onFailed,
    'invoice.marked_uncollectible': onUncollectible,
    'invoice.voided': onVoided,
    'invoice.finalized': onFinalized,
    'payment_method.detached': onDetached,
    'customer.deleted': onCustomerDeleted,
  },
}
