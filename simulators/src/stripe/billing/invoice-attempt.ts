import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { confirmIntent } from '../payments/payment-attempt.ts'
import { cancelIntent, paymentIntents } from '../payments/payment-intents.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { StripeRefusal } from '../refusals.ts'
import { idOf } from '../store.ts'
import { billingNoteOf, setBillingNote } from './debits.ts'
import { changeInvoice, markPaid, methodOf, paymentsFor, secondsOf } from './invoice-finalize.ts'
import { billingSettings } from './settings.ts'
import { isHardDecline, nextRetry } from './status.ts'
import { invoicePayments, invoices, subscriptions } from './tables.ts'

/**
 * How it is paid. `isAutomatic`: by the schedule, which counts attempts. `isStrict`: a payment method that cannot pay it
 * at all is refused, and is no failed attempt. `returnUrl`: where the bank sends the payer.
 */
type InvoicePayment = {
  method?: string | null
  isOffSession: boolean
  isAutomatic: boolean
  isStrict?: boolean
  returnUrl?: string | null
}

/** What came of trying to take the money of an invoice. */
export type InvoiceAttempt = 'paid' | 'processing' | 'needsAction' | 'declined' | 'noMethod' | 'skipped'

export const subscriptionOf = ({ store }: StripeWorld, invoice: Stripe.Invoice) =>
  store.find(subscriptions, idOf(invoice.parent?.subscription_details?.subscription))

export const intentOf = (world: StripeWorld, invoice: string): Stripe.PaymentIntent | undefined => {
  const payment = paymentsFor(world, invoice).find(({ is_default }) => is_default)
  return world.store.find(paymentIntents, idOf(payment?.payment.payment_intent))
}

const isDebit = (world: StripeWorld, method: string | null) => {
  const type = world.store.find(paymentMethods, method)?.type
  return type !== undefined && type !== 'card'
}

/** Nothing is retried of a first invoice, of a debit (unless the settings say so), and of what is not collected by itself. */
function retryAt(
  world: StripeWorld,
  invoice: Stripe.Invoice,
  input: { method: string | null; count: number; firstFailure: number },
): number | null {
  const { retryDays, retriesDebits } = billingSettings(world)
  const status = subscriptionOf(world, invoice)?.status
  const isRetried =
    invoice.auto_advance && invoice.collection_method === 'charge_automatically' && status !== 'incomplete'
  if (!isRetried || billingNoteOf(world, invoice.id).isTriedOnce) return null
  if (isDebit(world, input.method) && !retriesDebits) return null
  return nextRetry(input.firstFailure, input.count, retryDays)
}

/** Another attempt, by the schedule of the account's settings. */
function markFailed(
  world: StripeWorld,
  id: string,
  input: { method: string | null; isAutomatic: boolean; code: string | undefined; needsAction: boolean },
) {
  const before = world.store.get(invoices, id)
  const note = billingNoteOf(world, id)
  const now = secondsOf(world, before)
  const firstFailure = note.firstFailure ?? now
  const count = before.attempt_count === 0 || input.isAutomatic ? before.attempt_count + 1 : before.attempt_count
  const at =
    input.isAutomatic || before.attempt_count === 0
      ? retryAt(world, before, { ...input, count, firstFailure })
      : before.next_payment_attempt
  setBillingNote(world, id, { firstFailure, failedMethod: input.method, isHardDecline: isHardDecline(input.code) })
  const testClock = idOf(before.test_clock)
  if (at !== null && at !== before.next_payment_attempt)
    world.clock.schedule({ at: at * 1_000, kind: 'retryInvoice', data: { id, at: String(at) }, testClock })
  const failed = changeInvoice(world, id, { attempted: true, attempt_count: count, next_payment_attempt: at })
  if (input.needsAction) world.record('invoice.payment_action_required', failed, { testClock })
  world.record('invoice.payment_failed', failed, { testClock })
}

/** Takes over what has become of an intent. */
export function followIntent(
  world: StripeWorld,
  id: string,
  intent: Stripe.PaymentIntent,
  isAutomatic: boolean,
): InvoiceAttempt {
  const invoice = world.store.get(invoices, id)
  const { status, last_payment_error: error } = intent
  if (status === 'succeeded') {
    if (invoice.status === 'open' || invoice.status === 'uncollectible')
      markPaid(world, id, intent.amount_received, { intent: intent.id, isAutomatic })
    return 'paid'
  }
  if (invoice.status !== 'open') return 'skipped'
  if (status === 'processing') {
    changeInvoice(world, id, {
      attempted: true,
      attempt_count: Math.max(invoice.attempt_count, 1),
      next_payment_attempt: null,
    })
    return 'processing'
  }
  const needsAction = status === 'requires_action'
  const method = idOf(intent.payment_method) ?? error?.payment_method?.id ?? null
  markFailed(world, id, {
    method,
    isAutomatic,
    code: needsAction ? 'authentication_required' : (error?.decline_code ?? error?.code),
    needsAction,
  })
  return needsAction ? 'needsAction' : 'declined'
}

/** A bank that wants to see the payer leaves the intent waiting for them, as the hosted page needs it. */
function confirm(world: StripeWorld, intent: string, input: InvoicePayment & { method: string }): Stripe.PaymentIntent {
  const { method, isOffSession, isStrict = false, returnUrl = null } = input
  try {
    return confirmIntent(world, intent, { paymentMethod: method, isOffSession, waitsForPayer: true, returnUrl })
  } catch (error) {
    // It does not go with the currency: the schedule goes on, and what was begun is finished.
    if (isStrict || !(error instanceof StripeRefusal)) throw error
    return world.store.get(paymentIntents, intent)
  }
}

/** Tries to pay an open invoice, by what it names or by what is there. */
export function attemptInvoice(world: StripeWorld, id: string, input: InvoicePayment): InvoiceAttempt {
  const invoice = world.store.get(invoices, id)
  const intent = intentOf(world, id)
  if (!intent || intent.status === 'processing') return 'skipped'
  const method = input.method ?? methodOf(world, invoice, subscriptionOf(world, invoice))
  if (method === null) {
    markFailed(world, id, { method: null, isAutomatic: input.isAutomatic, code: undefined, needsAction: false })
    return 'noMethod'
  }
  setBillingNote(world, id, { isAttempted: true })
  try {
    return followIntent(world, id, confirm(world, intent.id, { ...input, method }), input.isAutomatic)
  } finally {
    setBillingNote(world, id, { isAttempted: false })
  }
}

/** By the schedule. After a hard decline only another payment method is tried; the schedule goes on either way. */
export function retryInvoice(world: StripeWorld, id: string, at: number) {
  const invoice = world.store.find(invoices, id)
  if (invoice?.status !== 'open' || invoice.next_payment_attempt !== at || !invoice.auto_advance) return
  const { isHardDecline: isRefused, failedMethod } = billingNoteOf(world, id)
  const method = methodOf(world, invoice, subscriptionOf(world, invoice))
  if (!isRefused || method !== failedMethod) {
    attemptInvoice(world, id, { isOffSession: true, isAutomatic: true })
    return
  }
  markFailed(world, id, { method, isAutomatic: true, code: 'stolen_card', needsAction: false })
}

/** What an intent does by itself: a debit that arrives, a payer who confirms. */
export function followByItself(world: StripeWorld, object: object) {
  const intent = object as Stripe.PaymentIntent // Only listens to events of intents.
  const [payment] = world.store.by(invoicePayments, 'intent', intent.id)
  const id = idOf(payment?.invoice)
  if (id === null || billingNoteOf(world, id).isAttempted) return
  followIntent(world, id, intent, false)
}

/** Nothing is taken any more: its intent is given up. */
export function giveUpIntent(world: StripeWorld, id: string) {
  const now = secondsOf(world, world.store.get(invoices, id))
  for (const payment of paymentsFor(world, id)) {
    const intent = world.store.find(paymentIntents, idOf(payment.payment.payment_intent))
    if (payment.status === 'open')
      world.store.update(invoicePayments, payment.id, {
        status: 'canceled',
        status_transitions: { canceled_at: now, paid_at: null },
      })
    if (intent && !['succeeded', 'canceled', 'processing'].includes(intent.status)) cancelIntent(world, intent.id)
  }
}
