import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { confirmIntent } from '../payments/payment-attempt.ts'
import { newIntent } from '../payments/payment-intents.ts'
import { cardRefusal, invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { noteLines, setBillingNote } from './debits.ts'
import { attemptInvoice, followIntent, type InvoiceAttempt } from './invoice-attempt.ts'
import { draftInvoice, type InvoicePlan } from './invoice-draft.ts'
import { finalizeInvoice } from './invoice-finalize.ts'
import { keepItems } from './invoice-item.ts'
import { finalizeLater, keepInvoice } from './invoice-make.ts'
import { checkBillingMode, checkMethod, refuseUnknown } from './subscription-checks.ts'
import { changeSubscription, scheduleRenewal } from './subscription-object.ts'
import { planSubscription, type PlannedSubscription } from './subscription-plan.ts'
import { announceNext } from './subscription-upcoming.ts'
import { subscriptions } from './tables.ts'

const day = 86_400
/** So long the first payment may take. */
const incompleteHours = 23

/** Paid before anything is written, or nothing is. */
function payFirst(
  world: StripeWorld,
  { subscription, plan }: PlannedSubscription,
  isOffSession: boolean,
): Stripe.PaymentIntent | undefined {
  const { amount_due: amount } = draftInvoice(world, plan)
  if (amount === 0) return undefined
  const method =
    idOf(subscription.default_payment_method) ?? idOf(plan.customer.invoice_settings.default_payment_method)
  const intent = newIntent(world, {
    amount,
    currency: plan.currency,
    customer: plan.customer.id,
    description: 'Subscription creation',
    setupFutureUsage: 'off_session',
  })
  const paid = confirmIntent(world, intent.id, { paymentMethod: method, isOffSession, waitsForPayer: true })
  if (paid.status === 'succeeded' || paid.status === 'processing') return paid
  const error = paid.last_payment_error
  if (paid.status === 'requires_action')
    throw cardRefusal(
      'Payment for this subscription requires additional user action before it can be completed successfully.',
      { code: 'subscription_payment_intent_requires_action', payment_intent: paid },
    )
  throw cardRefusal(error?.message ?? 'Your card was declined.', {
    code: error?.code ?? 'card_declined',
    ...(error?.decline_code && { decline_code: error.decline_code }),
    payment_intent: paid,
  })
}

function checkPayer(world: StripeWorld, customer: Stripe.Customer, params: Stripe.SubscriptionCreateParams) {
  const { payment_behavior: behavior = 'allow_incomplete', collection_method: method = 'charge_automatically' } = params
  if (behavior === 'pending_if_incomplete')
    throw invalidRequest('`payment_behavior=pending_if_incomplete` is exclusive to updates of subscriptions.', {
      param: 'payment_behavior',
    })
  checkMethod(world, params.default_payment_method, customer.id)
  const hasMethod =
    params.default_payment_method !== undefined || customer.invoice_settings.default_payment_method !== null
  const isPaidLater =
    method === 'send_invoice' ||
    behavior === 'default_incomplete' ||
    params.trial_end !== undefined ||
    params.trial_period_days !== undefined
  if (!hasMethod && !isPaidLater)
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    )
  if (method === 'send_invoice' && params.days_until_due === undefined)
    throw invalidRequest('You must pass days_until_due with collection_method=send_invoice.', {
      param: 'days_until_due',
    })
}

export function createSubscription(world: StripeWorld, params: Stripe.SubscriptionCreateParams): Stripe.Subscription {
  refuseUnknown(params)
  checkBillingMode(params.billing_mode)
  if (params.customer === undefined)
    throw invalidRequest('Missing required param: customer.', { param: 'customer', code: 'parameter_missing' })
  const customer = world.store.get(customers, params.customer, 'customer')
  checkPayer(world, customer, params)
  const created = planSubscription(world, customer, params, false)
  const { subscription, plan } = created
  const { payment_behavior: behavior = 'allow_incomplete' } = params
  const paidBy = behavior === 'error_if_incomplete' ? payFirst(world, created, params.off_session ?? false) : undefined
  const testClock = idOf(customer.test_clock)
  world.store.insert(subscriptions, subscription)
  if (!customer.currency) world.store.update(customers, customer.id, { currency: subscription.currency })
  keepItems(world, plan.items)
  setBillingNote(world, subscription.id, { isBeingCreated: true })
  changeSubscription(world, subscription.id, { items: subscription.items })
  const isAsked = behavior === 'default_incomplete'
  const tell = () => {
    setBillingNote(world, subscription.id, { isBeingCreated: false })
    world.record('customer.subscription.created', world.store.get(subscriptions, subscription.id), { testClock })
  }
  // The others are told of after their invoice, as it may well arrive from Stripe itself.
  if (isAsked) tell()
  billFirst(world, plan, { isAsked, isOffSession: params.off_session ?? false, paidBy })
  if (!isAsked) tell()
  scheduleRenewal(world, subscription)
  scheduleRest(world, subscription)
  announceNext(world, subscription)
  return world.store.get(subscriptions, subscription.id)
}

function billFirst(
  world: StripeWorld,
  plan: InvoicePlan,
  input: { isAsked: boolean; isOffSession: boolean; paidBy: Stripe.PaymentIntent | undefined },
): InvoiceAttempt {
  const isSent = plan.subscription?.collection_method === 'send_invoice'
  const invoice = keepInvoice(world, plan, { auto_advance: !input.isAsked })
  noteLines(world, plan.subscription?.id ?? '', invoice)
  if (isSent) {
    finalizeLater(world, invoice)
    return 'skipped'
  }
  const open = finalizeInvoice(world, invoice.id, input.paidBy)
  if (open.status !== 'open' || input.isAsked) return 'skipped'
  if (input.paidBy) return followIntent(world, invoice.id, input.paidBy, false)
  return attemptInvoice(world, invoice.id, { isOffSession: input.isOffSession, isAutomatic: false })
}

function scheduleRest(world: StripeWorld, { id, created, test_clock, cancel_at, trial_end }: Stripe.Subscription) {
  const testClock = idOf(test_clock)
  const schedule = (kind: string, at: number) =>
    world.clock.schedule({ at: at * 1_000, kind, data: { id, at: String(at) }, testClock })
  schedule('expireSubscription', created + incompleteHours * 3_600)
  if (cancel_at !== null) schedule('cancelSubscription', cancel_at)
  if (trial_end !== null) schedule('announceTrialEnd', Math.max(created, trial_end - 3 * day))
}
