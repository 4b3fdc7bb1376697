import type Stripe from 'stripe'
import { wholeList } from '../lists.ts'
import type { StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { idOf, table } from '../store.ts'
import { reduce } from './catalogue.ts'
import type { BillingPeriod } from './cycle.ts'
import { decimal, invoiceItems, invoices, products, subscriptions } from './tables.ts'

/** Lines are kept in their invoice; the table only gives them their ids. */
const lineIds = table<Stripe.InvoiceLineItem>({ name: 'line_item', prefix: 'il_', isHidden: true })

type InvoicePlan = {
  customer: string
  subscription: Stripe.Subscription | null
  reason: Stripe.Invoice.BillingReason
  currency: string
  /** The period that each item of the subscription is asked for. Null: none. */
  period: BillingPeriod | null
  isFree?: boolean
  items: readonly Stripe.InvoiceItem[]
}

type LinePlan = Pick<
  Stripe.InvoiceLineItem,
  'amount' | 'currency' | 'description' | 'metadata' | 'parent' | 'period' | 'pricing' | 'quantity' | 'subscription'
> & { isDiscountable: boolean }

const lineOf = (
  world: StripeWorld,
  { isDiscountable, ...line }: LinePlan,
  { invoice, discounts }: { invoice: string; discounts: Stripe.Subscription['discounts'] },
): Stripe.InvoiceLineItem => {
  const reductions = isDiscountable ? reduce(world, discounts, line.amount) : []
  return {
    ...line,
    id: world.store.newId(lineIds),
    object: 'line_item',
    discount_amounts: reductions,
    discountable: isDiscountable,
    discounts: [],
    invoice,
    livemode: false,
    pretax_credit_amounts: reductions.map((one) => ({ ...one, type: 'discount' })),
    quantity_decimal: decimal(line.quantity ?? 1),
    subtotal: line.amount,
    taxes: [],
  }
}

/** A period of an item of the subscription. */
const periodLine = (
  { store }: StripeWorld,
  subscription: Stripe.Subscription,
  { item, period, isFree }: { item: Stripe.SubscriptionItem; period: BillingPeriod; isFree: boolean },
): LinePlan => {
  const { price, quantity = 1 } = item
  const product = idOf(price.product) ?? ''
  return {
    amount: isFree ? 0 : (price.unit_amount ?? 0) * quantity,
    currency: subscription.currency,
    description: `${quantity} × ${store.find(products, product)?.name ?? ''}`,
    isDiscountable: true,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pricing: {
      price_details: { price: price.id, product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    subscription: subscription.id,
  }
}

/** An invoice item as it stands on its invoice. */
const itemLine = (item: Stripe.InvoiceItem): LinePlan => {
  const subscription = item.parent?.subscription_details?.subscription ?? null
  return {
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    isDiscountable: item.discountable,
    metadata: item.metadata ?? {},
    parent: {
      invoice_item_details: {
        invoice_item: item.id,
        proration: item.proration,
        proration_details: { credited_items: null },
        subscription,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    period: item.period,
    pricing: null,
    quantity: item.quantity,
    subscription,
  }
}

/** What every invoice begins with. */
const emptyInvoice = {
  object: 'invoice',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status: 'draft',
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  test_clock: null,
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>

const sumOf = (amounts: readonly { amount: number }[]) => amounts.reduce((sum, { amount }) => sum + amount, 0)

const totalsOf = (lines: readonly Stripe.InvoiceLineItem[]) => {
  const subtotal = sumOf(lines)
  const reductions = lines.flatMap((line) => line.discount_amounts ?? [])
  const total = subtotal - sumOf(reductions)
  const due = Math.max(0, total)
  return {
    amount_due: due,
    amount_remaining: due,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: reductions,
    total_excluding_tax: total,
    total_pretax_credit_amounts: reductions.map((one) => ({ ...one, type: 'discount' as const })),
  }
}

const customerFields = (customer: Stripe.Customer) => ({
  customer: customer.id,
  customer_address: customer.address ?? null,
  customer_email: customer.email,
  customer_name: customer.name ?? null,
  customer_phone: customer.phone ?? null,
  customer_tax_exempt: customer.tax_exempt ?? 'none',
})

/** A draft; the items that waited are on it from now on. */
export function draftInvoice(world: StripeWorld, input: InvoicePlan): Stripe.Invoice {
  const { store } = world
  const { subscription, period, items, isFree = false } = input
  const id = store.newId(invoices)
  const discounts = subscription?.discounts ?? []
  const created = world.clock.seconds()
  const periods =
    subscription && period
      ? subscription.items.data.map((item) => periodLine(world, subscription, { item, period, isFree }))
      : []
  const lines = [...items.map(itemLine), ...periods].map((line) => lineOf(world, line, { invoice: id, discounts }))
  const invoice = store.insert(invoices, {
    id,
    ...emptyInvoice,
    ...customerFields(store.get(customers, input.customer)),
    ...totalsOf(lines),
    account_country: world.account.country,
    account_name: world.account.name,
    auto_advance: input.reason !== 'manual',
    billing_reason: input.reason,
    created,
    currency: input.currency,
    discounts: discounts.map((one) => idOf(one) ?? ''),
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: created,
    period_start: period?.start ?? created,
  })
  for (const item of items) store.update(invoiceItems, item.id, { invoice: id })
  if (subscription) store.update(subscriptions, subscription.id, { latest_invoice: id })
  world.record('invoice.created', invoice)
  return invoice
}
