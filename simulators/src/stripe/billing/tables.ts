import { Stripe } from 'stripe'
import { wholeList } from '../lists.ts'
import { idOf, table, type StripeStore } from '../store.ts'
import type { BillingNote } from './notes.ts'

/** The price or coupon in whole cents as the other fields give it. */
export const decimal = (amount: number) => Stripe.Decimal.from(amount)

export const products = table<Stripe.Product>({ name: 'product', prefix: 'prod_' })
export const prices = table<Stripe.Price>({
  name: 'price',
  prefix: 'price_',
  by: { product: (price) => idOf(price.product), lookup: (price) => price.lookup_key },
})
export const coupons = table<Stripe.Coupon>({ name: 'coupon', prefix: '' })
export const discounts = table<Stripe.Discount>({ name: 'discount', prefix: 'di_' })
export const subscriptions = table<Stripe.Subscription>({
  name: 'subscription',
  prefix: 'sub_',
  by: { customer: (subscription) => idOf(subscription.customer), testClock: ({ test_clock }) => idOf(test_clock) },
})
export const invoices = table<Stripe.Invoice>({
  name: 'invoice',
  prefix: 'in_',
  by: {
    customer: (invoice) => idOf(invoice.customer),
    subscription: (invoice) => idOf(invoice.parent?.subscription_details?.subscription),
  },
  included: { payments: paymentsOf, confirmation_secret: confirmationSecretOf },
})
/** What an invoice has when it is asked for. */
function paymentsOf(invoice: Stripe.Invoice, store: StripeStore) {
  return wholeList(store.by(invoicePayments, 'invoice', invoice.id), `/v1/invoice_payments?invoice=${invoice.id}`)
}

function confirmationSecretOf(invoice: Stripe.Invoice, store: StripeStore): Stripe.Invoice.ConfirmationSecret | null {
  const payment = store.by(invoicePayments, 'invoice', invoice.id).find(({ is_default }) => is_default)
  const intent = store.findAny(idOf(payment?.payment.payment_intent) ?? '')?.row
  if (!intent || !('client_secret' in intent) || typeof intent.client_secret !== 'string') return null
  return { client_secret: intent.client_secret, type: 'payment_intent' }
}

export const invoiceItems = table<Stripe.InvoiceItem>({
  name: 'invoiceitem',
  prefix: 'ii_',
  by: { customer: (item) => idOf(item.customer), invoice: (item) => idOf(item.invoice) },
})
export const invoicePayments = table<Stripe.InvoicePayment>({
  name: 'invoice_payment',
  prefix: 'inpay_',
  by: {
    invoice: (payment) => idOf(payment.invoice),
    intent: ({ payment }) => idOf(payment.payment_intent),
  },
})
export const customerBalanceTransactions = table<Stripe.CustomerBalanceTransaction>({
  name: 'customer_balance_transaction',
  prefix: 'cbtxn_',
  by: { customer: (entry) => idOf(entry.customer) },
})
export const testClocks = table<Stripe.TestHelpers.TestClock>({ name: 'test_helpers.test_clock', prefix: 'clock_' })
export const portalSessions = table<Stripe.BillingPortal.Session>({ name: 'billing_portal.session', prefix: 'bps_' })
export const portalConfigurations = table<Stripe.BillingPortal.Configuration>({
  name: 'billing_portal.configuration',
  prefix: 'bpc_',
})
/** What the stand-in remembers of a subscription or an invoice beside what Stripe says of it. Their ids are the same. */
export const billingNotes = table<BillingNote>({ name: 'billing note', prefix: 'note_', isHidden: true })
