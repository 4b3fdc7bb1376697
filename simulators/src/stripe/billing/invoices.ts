import type Stripe from 'stripe'
import { mergeMetadata } from '../fields.ts'
import { pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { getCustomer } from '../payments/customers.ts'
import { invalidRequest } from '../refusals.ts'
import { attemptInvoice, changeInvoice, endInvoice, finalizeInvoice, payOutOfBand } from './collection.ts'
import { draftInvoice } from './invoice-draft.ts'
import { pendingItems } from './invoice-items.ts'
import { invoicePayments, invoices } from './tables.ts'

/** An invoice of one's own, of what waits for the customer. */
function createInvoice(world: StripeWorld, params: Stripe.InvoiceCreateParams): Stripe.Invoice {
  const customer = getCustomer(world, params.customer ?? '', 'customer').id
  if (params.pending_invoice_items_behavior !== 'include')
    throw invalidRequest('The stand-in makes invoices of the items that wait for the customer.', {
      param: 'pending_invoice_items_behavior',
    })
  const items = pendingItems(world, { customer, subscription: null })
  const currency = items[0]?.currency ?? world.account.currency
  return draftInvoice(world, { customer, subscription: null, reason: 'manual', currency, period: null, items })
}

function updateInvoice(world: StripeWorld, id: string, params: Stripe.InvoiceUpdateParams): Stripe.Invoice {
  const { metadata, expand: _, ...rest } = params
  const [strange] = Object.keys(rest)
  if (strange !== undefined)
    throw invalidRequest(`The stand-in does not change ${strange} of invoices.`, { param: strange })
  return changeInvoice(world, id, { metadata: mergeMetadata(world.store.get(invoices, id).metadata ?? {}, metadata) })
}

function payInvoice(world: StripeWorld, id: string, params: Stripe.InvoicePayParams): Stripe.Invoice {
  const { status } = world.store.get(invoices, id)
  if (status !== 'open' && status !== 'uncollectible')
    throw invalidRequest(`This invoice can't be paid: it is ${status}.`, { code: 'status_transition_invalid' })
  if (params.paid_out_of_band) return payOutOfBand(world, id)
  attemptInvoice(world, id)
  return world.store.get(invoices, id)
}

function listInvoices(world: StripeWorld, params: Stripe.InvoiceListParams) {
  const { subscription, status } = params
  const rows =
    subscription === undefined ? world.store.all(invoices) : world.store.by(invoices, 'subscription', subscription)
  const isMeant = (one: Stripe.Invoice) => status === undefined || one.status === status
  return pageOf(rows.filter(isMeant), params, '/v1/invoices')
}

const idIn = (path: Record<string, string>) => path['id'] ?? ''

export const invoicePart: StripePart = {
  tables: [invoices, invoicePayments],
  operations: [
    operation('POST', '/v1/invoices', 'InvoiceCreateParams', ({ world, params }) => createInvoice(world, params)),
    operation('GET', '/v1/invoices', 'InvoiceListParams', ({ world, params }) => listInvoices(world, params)),
    operation('GET', '/v1/invoices/:id', 'InvoiceRetrieveParams', ({ world, path }) =>
      world.store.get(invoices, idIn(path)),
    ),
    operation('POST', '/v1/invoices/:id', 'InvoiceUpdateParams', ({ world, params, path }) =>
      updateInvoice(world, idIn(path), params),
    ),
    operation('POST', '/v1/invoices/:id/finalize', 'InvoiceFinalizeInvoiceParams', ({ world, path }) =>
      finalizeInvoice(world, idIn(path)),
    ),
    operation('POST', '/v1/invoices/:id/pay', 'InvoicePayParams', ({ world, params, path }) =>
      payInvoice(world, idIn(path), params),
    ),
    operation('POST', '/v1/invoices/:id/void', 'InvoiceVoidInvoiceParams', ({ world, path }) =>
      endInvoice(world, idIn(path), 'void'),
    ),
    operation('POST', '/v1/invoices/:id/mark_uncollectible', 'InvoiceMarkUncollectibleParams', ({ world, path }) =>
      endInvoice(world, idIn(path), 'uncollectible'),
    ),
  ],
}
