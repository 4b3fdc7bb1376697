import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { newIntent } from '../payments/payment-intents.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { settle } from './amounts.ts'
import { customerOf, withTotals } from './invoice-draft.ts'
import { customerBalanceTransactions, invoicePayments, invoices } from './tables.ts'

/** By the clock of the customer whose invoice it is. */
export const secondsOf = (world: StripeWorld, owner: { test_clock?: string | { id: string } | null }) =>
  world.clock.seconds(idOf(owner.test_clock))

/** Writes a change of an invoice, and tells of it. */
export function changeInvoice(
  world: StripeWorld,
  id: string,
  patch: Partial<Stripe.Invoice>,
  type: Stripe.Event['type'] | null = 'invoice.updated',
): Stripe.Invoice {
  const before = world.store.get(invoices, id)
  const after = world.store.update(invoices, id, patch)
  const testClock = idOf(after.test_clock)
  if (type === 'invoice.updated') world.record(type, after, { previous: before, testClock })
  else if (type !== null) world.record(type, after, { testClock })
  return after
}

/** Every change of the customer's credit is an entry of its own. */
export function moveBalance(
  world: StripeWorld,
  customer: Stripe.Customer,
  input: {
    amount: number
    currency: string
    type: Stripe.CustomerBalanceTransaction.Type
    invoice: string | null
    description?: string | null
    metadata?: Stripe.Metadata
  },
): Stripe.CustomerBalanceTransaction {
  const { store } = world
  const ending = customer.balance + input.amount
  const after = store.update(customers, customer.id, { balance: ending, currency: customer.currency ?? input.currency })
  world.record('customer.updated', after, { previous: customer, testClock: idOf(customer.test_clock) })
  return store.insert(customerBalanceTransactions, {
    id: store.newId(customerBalanceTransactions),
    object: 'customer_balance_transaction',
    amount: input.amount,
    checkout_session: null,
    created: secondsOf(world, customer),
    credit_note: null,
    currency: input.currency,
    customer: customer.id,
    customer_account: null,
    description: input.description ?? null,
    ending_balance: ending,
    invoice: input.invoice,
    livemode: false,
    metadata: input.metadata ?? {},
    type: input.type,
  })
}

/** Numbers count up per customer: `7FE1103-0001`. */
function takeNumber(world: StripeWorld, customer: Stripe.Customer): string {
  const count = customer.next_invoice_sequence ?? 1
  world.store.update(customers, customer.id, { next_invoice_sequence: count + 1 })
  return `${customer.invoice_prefix ?? 'INVOICE'}-${String(count).padStart(4, '0')}`
}

/** How an intent pays an invoice: opened when it is finalised, and one more for each other way. */
export function openPayment(
  world: StripeWorld,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Stripe.InvoicePayment {
  const isFirst = world.store.by(invoicePayments, 'invoice', invoice.id).length === 0
  return world.store.insert(invoicePayments, {
    id: world.store.newId(invoicePayments),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: secondsOf(world, invoice),
    currency: intent.currency,
    invoice: invoice.id,
    is_default: isFirst,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

/** What pays an invoice unless something else is named: its own, its subscription's, its customer's. In this order. */
export function methodOf(
  world: StripeWorld,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription | undefined,
): string | null {
  const { default_payment_method: ofCustomer } = customerOf(world, invoice).invoice_settings
  return idOf(invoice.default_payment_method) ?? idOf(subscription?.default_payment_method) ?? idOf(ofCustomer)
}

const intentFor = (world: StripeWorld, invoice: Stripe.Invoice) =>
  newIntent(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    // Nothing of the subscription's or the invoice's metadata comes here.
    description:
      invoice.billing_reason === 'subscription_create'
        ? 'Subscription creation'
        : invoice.billing_reason === 'manual'
          ? null
          : 'Subscription update',
    setupFutureUsage: invoice.parent === null ? null : 'off_session',
  })

/** Amounts and the number stand from now on. What nothing is due for is paid at once. */
export function finalizeInvoice(world: StripeWorld, id: string, paidBy?: Stripe.PaymentIntent): Stripe.Invoice {
  const draft = world.store.get(invoices, id)
  if (draft.status !== 'draft')
    throw invalidRequest("This invoice is already finalized, you can't re-finalize it.", {
      code: 'invoice_not_editable',
    })
  const customer = customerOf(world, draft)
  const counted = withTotals(world, draft, customer.balance)
  const { amountDue, endingBalance } = settle(counted.total, customer.balance, counted.currency)
  const number = draft.number ?? takeNumber(world, customer)
  const now = secondsOf(world, draft)
  const page = `${world.url}/i/${id}`
  const open = changeInvoice(
    world,
    id,
    {
      ...counted,
      number,
      status: 'open',
      footer: draft.footer ?? customer.invoice_settings.footer,
      amount_due: amountDue,
      amount_remaining: amountDue,
      ending_balance: endingBalance,
      automatically_finalizes_at: null,
      effective_at: now,
      hosted_invoice_url: page,
      invoice_pdf: `${page}/pdf`,
      status_transitions: { ...draft.status_transitions, finalized_at: now },
    },
    null,
  )
  if (endingBalance !== customer.balance) {
    const isTooSmall = amountDue === 0 && endingBalance > 0
    moveBalance(world, world.store.get(customers, customer.id), {
      amount: endingBalance - customer.balance,
      currency: counted.currency,
      type: isTooSmall ? 'invoice_too_small' : 'applied_to_invoice',
      invoice: id,
    })
  }
  if (amountDue > 0) openPayment(world, open, paidBy ?? intentFor(world, open))
  world.record('invoice.finalized', open, { testClock: idOf(open.test_clock) })
  if (amountDue === 0) return markPaid(world, id, 0)
  if (open.collection_method === 'send_invoice')
    world.record('invoice.sent', open, { testClock: idOf(open.test_clock) })
  return world.store.get(invoices, id)
}

export const paymentsFor = ({ store }: StripeWorld, invoice: string) => store.by(invoicePayments, 'invoice', invoice)

/** Paid, by an intent or by nothing at all. */
export function markPaid(
  world: StripeWorld,
  id: string,
  amount: number,
  options: { intent?: string; isAutomatic?: boolean; isOutOfBand?: boolean } = {},
): Stripe.Invoice {
  const before = world.store.get(invoices, id)
  const now = secondsOf(world, before)
  const testClock = idOf(before.test_clock)
  const attempts =
    options.intent === undefined
      ? before.attempt_count
      : Math.max(before.attempt_count + (options.isAutomatic ? 1 : 0), 1)
  const paid = changeInvoice(world, id, {
    status: 'paid',
    amount_paid: amount,
    amount_remaining: 0,
    ...(options.isOutOfBand && { amount_paid_off_stripe: amount }),
    attempted: true,
    attempt_count: attempts,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...before.status_transitions, paid_at: now },
  })
  for (const payment of paymentsFor(world, id)) {
    const isPaid = idOf(payment.payment.payment_intent) === options.intent
    const after = world.store.update(invoicePayments, payment.id, {
      status: isPaid ? 'paid' : 'canceled',
      amount_paid: isPaid ? amount : null,
      status_transitions: { canceled_at: isPaid ? null : now, paid_at: isPaid ? now : null },
    })
    if (isPaid) world.record('invoice_payment.paid', after, { testClock })
  }
  world.record('invoice.paid', paid, { testClock })
  if (!options.isOutOfBand) world.record('invoice.payment_succeeded', paid, { testClock })
  return world.store.get(invoices, id)
}
