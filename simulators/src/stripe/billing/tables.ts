import { Stripe } from 'stripe'
import { wholeList } from '../lists.ts'
import { idOf, table, type StripeStore } from '../store.ts'

/** The price in whole cents as the other fields give it. */
export const decimal = (amount: number) => Stripe.Decimal.from(amount)

export const products = table<Stripe.Product>({ name: 'product', prefix: 'prod_' })
export const prices = table<Stripe.Price>({ name: 'price', prefix: 'price_' })
export const coupons = table<Stripe.Coupon>({ name: 'coupon', prefix: '' })
export const discounts = table<Stripe.Discount>({ name: 'discount', prefix: 'di_' })
export const subscriptions = table<Stripe.Subscription>({
  name: 'subscription',
  prefix: 'sub_',
  by: { customer: (subscription) => idOf(subscription.customer) },
})
export const invoices = table<Stripe.Invoice>({
  name: 'invoice',
  prefix: 'in_',
  by: {
    customer: (invoice) => idOf(invoice.customer),
    subscription: (invoice) => idOf(invoice.parent?.subscription_details?.subscription),
  },
  included: { payments: paymentsOf },
})
/** What an invoice has when it is asked for. */
function paymentsOf(invoice: Stripe.Invoice, store: StripeStore) {
  return wholeList(store.by(invoicePayments, 'invoice', invoice.id), `/v1/invoice_payments?invoice=${invoice.id}`)
}

export const invoiceItems = table<Stripe.InvoiceItem>({
  name: 'invoiceitem',
  prefix: 'ii_',
  by: { customer: (item) => idOf(item.customer) },
})
export const invoicePayments = table<Stripe.InvoicePayment>({
  name: 'invoice_payment',
  prefix: 'inpay_',
  by: {
    invoice: (payment) => idOf(payment.invoice),
    intent: ({ payment }) => idOf(payment.payment_intent),
  },
})
