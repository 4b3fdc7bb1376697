import type Stripe from 'stripe'
import { mergeMetadata, newMetadata, textOrNull } from '../fields.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { getCustomer } from '../payments/customers.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { lineId } from './invoice-draft.ts'
import { secondsOf } from './invoice-finalize.ts'
import { invoiceItem, keepItems } from './invoice-item.ts'
import { recount } from './invoice-operations.ts'
import { costOf, itemLine } from './lines.ts'
import { priceOfItem } from './prices.ts'
import { productName } from './products.ts'
import { invoiceItems, invoices, subscriptions } from './tables.ts'

type Cost = {
  amount: number
  currency: string
  price: Stripe.Price | null
  quantity: number
  description: string | null
}

/** An amount in one sum, or a price so many times. */
function costIn(world: StripeWorld, params: Stripe.InvoiceItemCreateParams, usual: string): Cost {
  const { amount, quantity = 1, description = null } = params
  if (params.pricing?.price === undefined && !params.price_data) {
    if (amount === undefined)
      throw invalidRequest('You must pass one of: amount, pricing[price], price_data.', { code: 'parameter_missing' })
    return { amount, currency: params.currency ?? usual, price: null, quantity: 1, description }
  }
  const given = params.price_data ? { price_data: params.price_data } : { price: params.pricing?.price ?? '' }
  const price = priceOfItem(world, given, 'pricing')
  if (price.recurring)
    throw invalidRequest(
      'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
      { param: 'pricing[price]' },
    )
  return {
    amount: costOf({ price, quantity }),
    currency: price.currency,
    price,
    quantity,
    description: description ?? productName(world, price),
  }
}

const draftOf = (world: StripeWorld, id: string): Stripe.Invoice => {
  const invoice = world.store.get(invoices, id, 'invoice')
  if (invoice.status === 'draft') return invoice
  throw invalidRequest('You can only add invoice items to draft invoices.', {
    param: 'invoice',
    code: 'invoice_not_editable',
  })
}

function createItem(world: StripeWorld, params: Stripe.InvoiceItemCreateParams): Stripe.InvoiceItem {
  const onto = params.invoice === undefined ? null : draftOf(world, params.invoice)
  const subscription =
    params.subscription === undefined ? null : world.store.get(subscriptions, params.subscription, 'subscription')
  const owner = params.customer ?? idOf(onto?.customer) ?? idOf(subscription?.customer)
  if (owner === null || owner === undefined)
    throw invalidRequest('Missing required param: customer.', { param: 'customer', code: 'parameter_missing' })
  const customer = getCustomer(world, owner, 'customer')
  const now = secondsOf(world, customer)
  const item = invoiceItem(world, {
    ...costIn(world, params, onto?.currency ?? customer.currency ?? world.account.currency),
    owner: subscription ?? customer,
    period: params.period ?? { start: now, end: now },
    metadata: newMetadata(params.metadata),
    invoice: onto?.id ?? null,
    ...(params.discountable !== undefined && { discountable: params.discountable }),
  })
  keepItems(world, [item])
  if (onto) recount(world, onto.id, [...onto.lines.data, itemLine(item, { id: lineId(world), invoice: onto.id })])
  return item
}

const editable = (world: StripeWorld, id: string): Stripe.InvoiceItem => {
  const item = world.store.get(invoiceItems, id)
  const invoice = world.store.find(invoices, idOf(item.invoice))
  if (invoice && invoice.status !== 'draft')
    throw invalidRequest('This invoice item is on an invoice that is no longer editable.', {
      code: 'invoice_not_editable',
    })
  return item
}

const isLineOf = (line: Stripe.InvoiceLineItem, item: string) =>
  line.parent?.invoice_item_details?.invoice_item === item ||
  line.parent?.subscription_item_details?.invoice_item === item

function updateItem(world: StripeWorld, id: string, params: Stripe.InvoiceItemUpdateParams): Stripe.InvoiceItem {
  const before = editable(world, id)
  const { amount, description, discountable, metadata } = params
  const after = world.store.update(invoiceItems, id, {
    ...(amount !== undefined && { amount, net_amount: amount }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(discountable !== undefined && !before.proration && { discountable }),
    ...(metadata !== undefined && { metadata: mergeMetadata(before.metadata ?? {}, metadata) }),
  })
  const invoice = world.store.find(invoices, idOf(after.invoice))
  if (invoice)
    recount(
      world,
      invoice.id,
      invoice.lines.data.map((line) =>
        isLineOf(line, id) ? itemLine(after, { id: line.id, invoice: invoice.id }) : line,
      ),
    )
  return after
}

function deleteItem(world: StripeWorld, id: string): Stripe.DeletedInvoiceItem {
  const item = editable(world, id)
  const invoice = world.store.find(invoices, idOf(item.invoice))
  world.store.remove(invoiceItems, id)
  if (invoice)
    recount(
      world,
      invoice.id,
      invoice.lines.data.filter((line) => !isLineOf(line, id)),
    )
  world.record('invoiceitem.deleted', item, { testClock: idOf(item.test_clock) })
  return { id, object: 'invoiceitem', deleted: true }
}

function listItems(world: StripeWorld, params: Stripe.InvoiceItemListParams) {
  const { customer, invoice, pending } = params
  const rows =
    invoice !== undefined
      ? world.store.by(invoiceItems, 'invoice', invoice)
      : customer !== undefined
        ? world.store.by(invoiceItems, 'customer', customer)
        : world.store.all(invoiceItems)
  const isMeant = (item: Stripe.InvoiceItem) =>
    (customer === undefined || idOf(item.customer) === customer) &&
    (pending === undefined || (item.invoice === null) === pending) &&
    isInRange(item.date, params.created)
  return pageOf(rows.filter(isMeant), params, '/v1/invoiceitems')
}

export const invoiceItemPart: StripePart = {
  tables: [invoiceItems],
  operations: [
    operation('POST', '/v1/invoiceitems', 'InvoiceItemCreateParams', ({ world, params }) => createItem(world, params)),
    operation('GET', '/v1/invoiceitems', 'InvoiceItemListParams', ({ world, params }) => listItems(world, params)),
    operation('GET', '/v1/invoiceitems/:id', 'InvoiceItemRetrieveParams', ({ world, path }) =>
      world.store.get(invoiceItems, path['id'] ?? ''),
    ),
    operation('POST', '/v1/invoiceitems/:id', 'InvoiceItemUpdateParams', ({ world, params, path }) =>
      updateItem(world, path['id'] ?? '', params),
    ),
    operation('DELETE', '/v1/invoiceitems/:id', 'InvoiceItemDeleteParams', ({ world, path }) =>
      deleteItem(world, path['id'] ?? ''),
    ),
  ],
}
