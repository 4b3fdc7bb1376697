import type Stripe from 'stripe'
import { wholeList } from '../lists.ts'
import type { StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { idOf } from '../store.ts'
import { discountLines, settle } from './amounts.ts'
import { discountsOf, reductionsOf } from './discounts.ts'
import { itemLine, periodLine } from './lines.ts'
import { invoices } from './tables.ts'

/** What an item of a subscription costs for a period. */
export type BilledPeriod = {
  item: Stripe.SubscriptionItem
  period: { start: number; end: number }
  amount: number
  description?: string
}

export type InvoicePlan = {
  customer: Stripe.Customer
  subscription: Stripe.Subscription | null
  reason: Stripe.Invoice.BillingReason
  currency: string
  at: number
  /** What the invoice is about, as far as it is a period. */
  span: { start: number; end: number }
  periods: BilledPeriod[]
  items: Stripe.InvoiceItem[]
  discounts: Stripe.Discount[]
  params?: Stripe.InvoiceCreateParams
}

/** Discounts, totals and what is due, of the lines as they are. The balance counts as it is now, until it is finalised. */
export function withTotals(
  world: StripeWorld,
  invoice: Stripe.Invoice,
  balance: number,
  given?: Stripe.Discount[],
): Stripe.Invoice {
  const lines = invoice.lines.data
  const reductions = reductionsOf(world, given ?? discountsOf(world, invoice.discounts), invoice.created)
  const taken = discountLines(
    lines.map((line) => ({
      amount: line.amount,
      discountable: line.discountable,
      product: line.pricing?.price_details?.product ?? null,
    })),
    reductions,
  )
  const data = lines.map((line, at) => {
    const amounts = taken[at] ?? []
    return {
      ...line,
      discount_amounts: amounts,
      pretax_credit_amounts: amounts.map((one) => ({ ...one, type: 'discount' })),
    }
  })
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const amounts = reductions
    .map(({ id }) => ({ amount: sumOf(taken, id), discount: id }))
    .filter(({ amount }) => amount > 0)
  const total = subtotal - amounts.reduce((sum, { amount }) => sum + amount, 0)
  const { amountDue } = settle(total, balance, invoice.currency)
  return {
    ...invoice,
    lines: { ...invoice.lines, data },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    total_discount_amounts: amounts,
    total_pretax_credit_amounts: amounts.map((one) => ({ ...one, type: 'discount' })),
    starting_balance: balance,
    amount_due: amountDue,
    amount_remaining: amountDue,
  }
}

const sumOf = (taken: { amount: number; discount: string }[][], id: string) =>
  taken.flat().reduce((sum, one) => sum + (one.discount === id ? one.amount : 0), 0)

function linesOf(world: StripeWorld, plan: InvoicePlan, invoice: string | null): Stripe.InvoiceLineItem[] {
  const newLine = () => ({ id: lineId(world), invoice })
  const { subscription } = plan
  const prorations = plan.items.map((item) => itemLine(item, newLine()))
  const periods = subscription
    ? plan.periods.map((one) => periodLine(world, { ...newLine(), ...one, subscription }))
    : []
  return [...prorations, ...periods]
}

export const lineId = (world: StripeWorld) =>
  world.store.newId({ name: 'line_item', prefix: 'il_', isHidden: true, by: {}, included: {} })

const parentOf = (subscription: Stripe.Subscription | null): Stripe.Invoice.Parent | null =>
  subscription && {
    quote_details: null,
    // A snapshot: what is written to the subscription later does not come here.
    subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    type: 'subscription_details',
  }

/** What every invoice begins with. */
const emptyInvoice = {
  object: 'invoice',
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  custom_fields: null,
  default_source: null,
  default_tax_rates: [],
  effective_at: null,
  ending_balance: null,
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
  subtotal: 0,
  subtotal_excluding_tax: 0,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>

const dueDate = ({ params = {}, subscription, at }: InvoicePlan) =>
  params.due_date ?? at + (params.days_until_due ?? subscription?.days_until_due ?? 0) * 86_400

/** An invoice as it begins, kept nowhere yet: what is previewed is what is then written, to the cent. */
export function draftInvoice(world: StripeWorld, plan: InvoicePlan): Stripe.Invoice {
  const { customer, subscription, at, params = {} } = plan
  const id = world.store.newId(invoices)
  const method = params.collection_method ?? subscription?.collection_method ?? 'charge_automatically'
  const invoice: Stripe.Invoice = {
    id,
    ...emptyInvoice,
    ...customerFields(customer),
    account_country: world.account.country,
    account_name: world.account.name,
    auto_advance: params.auto_advance ?? plan.reason !== 'manual',
    billing_reason: plan.reason,
    collection_method: method,
    created: at,
    currency: plan.currency,
    default_payment_method: params.default_payment_method ?? null,
    description: params.description ?? null,
    discounts: plan.discounts.map((discount) => discount.id),
    due_date: method === 'send_invoice' ? dueDate(plan) : null,
    footer: params.footer ?? null,
    lines: wholeList(linesOf(world, plan, id), `/v1/invoices/${id}/lines`),
    parent: parentOf(subscription),
    period_end: plan.span.end,
    period_start: plan.span.start,
    test_clock: idOf(customer.test_clock),
  }
  return withTotals(world, invoice, customer.balance, plan.discounts)
}

const customerFields = (customer: Stripe.Customer) => ({
  customer: customer.id,
  customer_account: null,
  customer_address: customer.address ?? null,
  customer_email: customer.email,
  customer_name: customer.name ?? null,
  customer_phone: customer.phone ?? null,
  customer_shipping: null,
  customer_tax_exempt: customer.tax_exempt ?? 'none',
  customer_tax_ids: [],
})

/** The customer of an object that is kept. Those of customers who were deleted are not asked for. */
export const customerOf = (world: StripeWorld, owner: { customer: string | { id: string } | null }): Stripe.Customer =>
  world.store.get(customers, idOf(owner.customer) ?? '')
