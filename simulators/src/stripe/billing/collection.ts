import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { confirmIntent } from '../payments/payment-attempt.ts'
import { cancelIntent, newIntent, paymentIntents } from '../payments/payment-intents.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { changeSubscription } from './subscription-object.ts'
import { invoicePayments, invoices, subscriptions } from './tables.ts'

/** Writes a change of an invoice, and tells of it. */
export function changeInvoice(
  world: StripeWorld,
  id: string,
  patch: Partial<Stripe.Invoice>,
  type: Stripe.Event['type'] = 'invoice.updated',
): Stripe.Invoice {
  const previous = world.store.get(invoices, id)
  const after = world.store.update(invoices, id, patch)
  world.record(type, after, type === 'invoice.updated' ? { previous } : {})
  return after
}

const subscriptionOf = ({ store }: StripeWorld, invoice: Stripe.Invoice) =>
  store.find(subscriptions, idOf(invoice.parent?.subscription_details?.subscription))

const paymentOf = ({ store }: StripeWorld, invoice: string) => store.by(invoicePayments, 'invoice', invoice)[0]

/** A subscription is active once its newest invoice is settled, and past due once that could not be paid. */
function followStatus(world: StripeWorld, invoice: Stripe.Invoice, what: 'settled' | 'failed') {
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || idOf(subscription.latest_invoice) !== invoice.id) return
  const { id, status } = subscription
  const begun = status === 'incomplete' || status === 'past_due' || status === 'unpaid'
  if (what === 'settled' && begun) changeSubscription(world, id, { status: 'active' })
  if (what === 'failed' && status === 'active') changeSubscription(world, id, { status: 'past_due' })
}

function openPayment(world: StripeWorld, invoice: Stripe.Invoice): Stripe.InvoicePayment {
  const intent = newIntent(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    setupFutureUsage: invoice.parent === null ? null : 'off_session',
  })
  return world.store.insert(invoicePayments, {
    id: world.store.newId(invoicePayments),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: world.clock.seconds(),
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

/** Paid, by its payment or in another way. */
export function markPaid(world: StripeWorld, id: string, amount: number, isOutOfBand = false): Stripe.Invoice {
  const before = world.store.get(invoices, id)
  const now = world.clock.seconds()
  const payment = paymentOf(world, id)
  if (payment && !isOutOfBand)
    world.store.update(invoicePayments, payment.id, {
      status: 'paid',
      amount_paid: amount,
      status_transitions: { canceled_at: null, paid_at: now },
    })
  const paid = changeInvoice(
    world,
    id,
    {
      status: 'paid',
      amount_paid: amount,
      amount_remaining: 0,
      ...(isOutOfBand && { amount_paid_off_stripe: amount }),
      attempted: true,
      attempt_count: Math.max(before.attempt_count, payment && !isOutOfBand ? 1 : 0),
      auto_advance: false,
      status_transitions: { ...before.status_transitions, paid_at: now },
    },
    'invoice.paid',
  )
  followStatus(world, paid, 'settled')
  return paid
}

/** Amounts stand from now on. What nothing is due for is paid at once. */
export function finalizeInvoice(world: StripeWorld, id: string): Stripe.Invoice {
  const draft = world.store.get(invoices, id)
  if (draft.status !== 'draft')
    throw invalidRequest("This invoice is already finalized, you can't re-finalize it.", {
      code: 'invoice_not_editable',
    })
  const now = world.clock.seconds()
  const customer = world.store.get(customers, idOf(draft.customer) ?? '')
  const count = customer.next_invoice_sequence ?? 1
  world.store.update(customers, customer.id, { next_invoice_sequence: count + 1 })
  const open = changeInvoice(
    world,
    id,
    {
      number: `${customer.invoice_prefix}-${String(count).padStart(4, '0')}`,
      status: 'open',
      automatically_finalizes_at: null,
      effective_at: now,
      status_transitions: { ...draft.status_transitions, finalized_at: now },
    },
    'invoice.finalized',
  )
  if (open.amount_due === 0) return markPaid(world, id, 0)
  openPayment(world, open)
  return open
}

/** Nothing is taken any more: its payment is given up, unless it is on its way. */
function giveUpPayment(world: StripeWorld, id: string) {
  const payment = paymentOf(world, id)
  const intent = world.store.find(paymentIntents, idOf(payment?.payment.payment_intent))
  if (payment?.status === 'open')
    world.store.update(invoicePayments, payment.id, {
      status: 'canceled',
      status_transitions: { canceled_at: world.clock.seconds(), paid_at: null },
    })
  if (intent && !['succeeded', 'canceled', 'processing'].includes(intent.status)) cancelIntent(world, intent.id)
}

/** Ended without money through Stripe, as a person says or because the first debit came back. */
export function endInvoice(world: StripeWorld, id: string, status: 'void' | 'uncollectible'): Stripe.Invoice {
  const invoice = world.store.get(invoices, id)
  if (invoice.status !== 'open' && (status === 'uncollectible' || invoice.status !== 'uncollectible'))
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible: it is ${invoice.status}.`,
      { code: 'status_transition_invalid' },
    )
  const now = world.clock.seconds()
  const isVoid = status === 'void'
  if (isVoid) giveUpPayment(world, id)
  const ended = changeInvoice(
    world,
    id,
    {
      status,
      auto_advance: false,
      status_transitions: {
        ...invoice.status_transitions,
        ...(isVoid ? { voided_at: now } : { marked_uncollectible_at: now }),
      },
    },
    isVoid ? 'invoice.voided' : 'invoice.marked_uncollectible',
  )
  followStatus(world, ended, 'settled')
  return ended
}

export function payOutOfBand(world: StripeWorld, id: string): Stripe.Invoice {
  giveUpPayment(world, id)
  return markPaid(world, id, world.store.get(invoices, id).amount_due, true)
}

/** Takes over what has become of the payment of an invoice. */
export function followPayment(world: StripeWorld, object: object) {
  const intent = object as Stripe.PaymentIntent // Only listens to events of intents.
  const id = idOf(world.store.by(invoicePayments, 'intent', intent.id)[0]?.invoice)
  const invoice = world.store.find(invoices, id)
  if (!invoice || (invoice.status !== 'open' && invoice.status !== 'uncollectible')) return
  if (intent.status === 'succeeded') {
    markPaid(world, invoice.id, intent.amount_received)
    return
  }
  const tried = changeInvoice(world, invoice.id, { attempted: true, attempt_count: Math.max(invoice.attempt_count, 1) })
  if (intent.status === 'processing') {
    // It takes days until a debit has arrived: the subscription begins before that.
    if (subscriptionOf(world, tried)?.status === 'incomplete') followStatus(world, tried, 'settled')
    return
  }
  const isDebit = (intent.last_payment_error?.payment_method?.type ?? 'card') !== 'card'
  const isFirst = tried.billing_reason === 'subscription_create'
  world.record('invoice.payment_failed', tried)
  if (isFirst && isDebit && subscriptionOf(world, tried)?.status === 'active') endInvoice(world, tried.id, 'void')
  else followStatus(world, tried, 'failed')
}

/** Tries to take the money of an open invoice: with what its subscription names, or its customer. */
export function attemptInvoice(world: StripeWorld, id: string): void {
  const invoice = world.store.get(invoices, id)
  const customer = world.store.get(customers, idOf(invoice.customer) ?? '')
  const paymentMethod =
    idOf(subscriptionOf(world, invoice)?.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method)
  const intent = idOf(paymentOf(world, id)?.payment.payment_intent)
  if (intent === null) return
  if (paymentMethod !== null) confirmIntent(world, intent, { paymentMethod, isOffSession: true, waitsForPayer: true })
  else {
    changeInvoice(world, id, { attempted: true, attempt_count: 1 }, 'invoice.payment_failed')
    followStatus(world, invoice, 'failed')
  }
}

/** A draft whose hour is over is asked for. */
export function collectDraft(world: StripeWorld, id: string): void {
  const draft = world.store.find(invoices, id)
  if (draft?.status === 'draft' && draft.auto_advance && finalizeInvoice(world, id).status === 'open')
    attemptInvoice(world, id)
}
