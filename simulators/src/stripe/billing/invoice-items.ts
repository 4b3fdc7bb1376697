import type Stripe from 'stripe'
import { newMetadata } from '../fields.ts'
import { pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { getCustomer } from '../payments/customers.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { decimal, invoiceItems, subscriptions } from './tables.ts'

type PendingItem = {
  customer: string
  /** The subscription it belongs to, or only the customer. */
  subscription: string | null
  amount: number
  currency: string
  description: string | null
  period: { start: number; end: number }
  /** It gives back what a period cost. */
  isProration?: boolean
  metadata?: Stripe.Emptyable<Stripe.MetadataParam>
}

/** Waits for the next invoice. */
export const addItem = (world: StripeWorld, input: PendingItem): Stripe.InvoiceItem => {
  const { subscription, isProration = false } = input
  return world.store.insert(invoiceItems, {
    id: world.store.newId(invoiceItems),
    object: 'invoiceitem',
    amount: input.amount,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    date: world.clock.seconds(),
    description: input.description,
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: newMetadata(input.metadata),
    net_amount: input.amount,
    parent: subscription === null ? null : { subscription_details: { subscription }, type: 'subscription_details' },
    period: input.period,
    pricing: null,
    proration: isProration,
    quantity: 1,
    quantity_decimal: decimal(1),
    tax_rates: [],
    test_clock: null,
  })
}

/** Those that wait for the next invoice of a subscription, oldest first; with `null` those of the customer alone. */
export const pendingItems = (
  { store }: StripeWorld,
  { customer, subscription }: { customer: string; subscription: string | null },
): Stripe.InvoiceItem[] =>
  store
    .by(invoiceItems, 'customer', customer)
    .filter((item) => item.invoice === null)
    .filter((item) => (item.parent?.subscription_details?.subscription ?? null) === subscription)
    .toReversed()

function createItem(world: StripeWorld, params: Stripe.InvoiceItemCreateParams): Stripe.InvoiceItem {
  const { amount, currency, description = null, subscription, metadata } = params
  if (amount === undefined || params.customer === undefined)
    throw invalidRequest('The stand-in makes invoice items of a customer and an amount.', { code: 'parameter_missing' })
  const customer = getCustomer(world, params.customer, 'customer')
  const of = subscription === undefined ? null : world.store.get(subscriptions, subscription, 'subscription').id
  const now = world.clock.seconds()
  return addItem(world, {
    customer: customer.id,
    subscription: of,
    amount,
    currency: currency ?? world.account.currency,
    description,
    period: { start: now, end: now },
    ...(metadata !== undefined && { metadata }),
  })
}

function deleteItem(world: StripeWorld, id: string): Stripe.DeletedInvoiceItem {
  if (world.store.get(invoiceItems, id).invoice !== null)
    throw invalidRequest('This invoice item is on an invoice that is no longer editable.', {
      code: 'invoice_not_editable',
    })
  world.store.remove(invoiceItems, id)
  return { id, object: 'invoiceitem', deleted: true }
}

function listItems(world: StripeWorld, params: Stripe.InvoiceItemListParams) {
  const { customer, pending } = params
  const rows =
    customer === undefined ? world.store.all(invoiceItems) : world.store.by(invoiceItems, 'customer', customer)
  const isMeant = ({ invoice }: Stripe.InvoiceItem) => pending === undefined || (idOf(invoice) === null) === pending
  return pageOf(rows.filter(isMeant), params, '/v1/invoiceitems')
}

export const invoiceItemPart: StripePart = {
  tables: [invoiceItems],
  operations: [
    operation('POST', '/v1/invoiceitems', 'InvoiceItemCreateParams', ({ world, params }) => createItem(world, params)),
    operation('GET', '/v1/invoiceitems', 'InvoiceItemListParams', ({ world, params }) => listItems(world, params)),
    operation('DELETE', '/v1/invoiceitems/:id', 'InvoiceItemDeleteParams', ({ world, path }) =>
      deleteItem(world, path['id'] ?? ''),
    ),
  ],
}
