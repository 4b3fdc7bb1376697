import type Stripe from 'stripe'
import { mergeMetadata, newMetadata, textOrNull } from '../fields.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { getCustomer } from '../payments/customers.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { cardRefusal, invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { discountsOf, redeem } from './discounts.ts'
import { attemptInvoice, giveUpIntent, intentOf, subscriptionOf } from './invoice-attempt.ts'
import { customerOf, withTotals } from './invoice-draft.ts'
import { markUncollectible, voidInvoice } from './invoice-end.ts'
import { changeInvoice, finalizeInvoice, markPaid, methodOf, secondsOf } from './invoice-finalize.ts'
import { pendingItems } from './invoice-item.ts'
import { finalizeLater, keepInvoice } from './invoice-make.ts'
import { billingNotes, invoiceItems, invoicePayments, invoices, subscriptions } from './tables.ts'

/** An invoice of one's own, or of what waits for a subscription. */
function createInvoice(world: StripeWorld, params: Stripe.InvoiceCreateParams): Stripe.Invoice {
  const subscription =
    params.subscription === undefined ? null : world.store.get(subscriptions, params.subscription, 'subscription')
  const owner = params.customer ?? idOf(subscription?.customer)
  if (owner === null || owner === undefined)
    throw invalidRequest('Missing required param: customer.', { param: 'customer', code: 'parameter_missing' })
  const customer = getCustomer(world, owner, 'customer')
  const now = secondsOf(world, customer)
  const isIncluding = subscription !== null || params.pending_invoice_items_behavior === 'include'
  const items = isIncluding ? pendingItems(world, customer.id, subscription?.id ?? null) : []
  if (subscription && items.length === 0)
    throw invalidRequest('Nothing to invoice for subscription', {
      param: 'subscription',
      code: 'invoice_no_subscription_line_items',
    })
  const currency =
    params.currency ?? subscription?.currency ?? items[0]?.currency ?? customer.currency ?? world.account.currency
  const testClock = idOf(customer.test_clock)
  const discounts = params.discounts
    ? redeem(world, params.discounts, { customer: customer.id, subscription: null, currency, at: now, testClock })
    : []
  const invoice = keepInvoice(
    world,
    {
      customer,
      subscription,
      reason: 'manual',
      currency,
      at: now,
      span: { start: now, end: now },
      periods: [],
      items,
      discounts,
      params,
    },
    { metadata: newMetadata(params.metadata) },
  )
  finalizeLater(world, invoice)
  return world.store.get(invoices, invoice.id)
}

function updateInvoice(world: StripeWorld, id: string, params: Stripe.InvoiceUpdateParams): Stripe.Invoice {
  const before = world.store.get(invoices, id)
  const { auto_advance, default_payment_method, description, metadata, expand: _, ...rest } = params
  const [strange] = Object.keys(rest)
  if (strange !== undefined)
    throw invalidRequest(`The stand-in does not change ${strange} of invoices.`, { param: strange })
  if (description !== undefined && before.status !== 'draft')
    throw invalidRequest("Finalized invoices can't be updated in this way", {
      param: 'description',
      code: 'invoice_not_editable',
    })
  return changeInvoice(world, id, {
    ...(auto_advance !== undefined && { auto_advance }),
    ...(default_payment_method !== undefined && { default_payment_method: textOrNull(default_payment_method) }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(metadata !== undefined && { metadata: mergeMetadata(before.metadata ?? {}, metadata) }),
  })
}

function deleteInvoice(world: StripeWorld, id: string): Stripe.DeletedInvoice {
  const invoice = world.store.get(invoices, id)
  if (invoice.status !== 'draft' || invoice.parent !== null)
    throw invalidRequest('You can only delete draft invoices that are not of a subscription. Void it instead.', {
      code: 'invoice_not_editable',
    })
  for (const item of world.store.by(invoiceItems, 'invoice', id)) world.store.remove(invoiceItems, item.id)
  world.store.remove(invoices, id)
  world.record('invoice.deleted', invoice, { testClock: idOf(invoice.test_clock) })
  return { id, object: 'invoice', deleted: true }
}

const refusedPayment = (world: StripeWorld, id: string) => {
  const intent = intentOf(world, id)
  const error = intent?.last_payment_error
  if (intent?.status === 'requires_action')
    return cardRefusal(
      'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
      {
        code: 'invoice_payment_intent_requires_action',
      },
    )
  return cardRefusal(error?.message ?? 'Your card was declined.', {
    code: error?.code ?? 'card_declined',
    ...(error?.decline_code && { decline_code: error.decline_code }),
    ...(intent && { payment_intent: intent }),
  })
}

function checkPayable(invoice: Stripe.Invoice) {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid')
  if (invoice.status === 'void')
    throw invalidRequest('This invoice can no longer be paid: it was voided.', { code: 'status_transition_invalid' })
}

/** A draft is finalised first. A refusal is told as 402, and has been noted. */
function payInvoice(world: StripeWorld, id: string, params: Stripe.InvoicePayParams): Stripe.Invoice {
  const { store } = world
  checkPayable(store.get(invoices, id))
  if (params.forgive || params.source !== undefined || params.mandate !== undefined)
    throw invalidRequest('The stand-in pays invoices by payment methods.')
  if (store.get(invoices, id).status === 'draft') finalizeInvoice(world, id)
  const invoice = store.get(invoices, id)
  if (invoice.status === 'paid') return invoice
  if (params.paid_out_of_band) {
    giveUpIntent(world, id)
    return markPaid(world, id, invoice.amount_due, { isOutOfBand: true })
  }
  if (params.payment_method !== undefined) checkPayer(world, invoice, params.payment_method)
  const method = params.payment_method ?? methodOf(world, invoice, subscriptionOf(world, invoice))
  if (method === null)
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method to pay the invoice.',
      { code: 'resource_missing' },
    )
  if (intentOf(world, id)?.status === 'processing')
    throw invalidRequest('This invoice has a payment that is being processed.', {
      code: 'payment_intent_unexpected_state',
    })
  const outcome = attemptInvoice(world, id, {
    method,
    isOffSession: params.off_session ?? true,
    isAutomatic: false,
    isStrict: true,
  })
  if (outcome === 'declined' || outcome === 'needsAction') throw refusedPayment(world, id)
  return store.get(invoices, id)
}

function checkPayer(world: StripeWorld, invoice: Stripe.Invoice, method: string) {
  const owner = idOf(world.store.get(paymentMethods, method, 'payment_method').customer)
  if (owner === idOf(invoice.customer)) return
  throw invalidRequest(`The payment method ${method} does not belong to the customer of this invoice.`, {
    param: 'payment_method',
  })
}

function listInvoices(world: StripeWorld, params: Stripe.InvoiceListParams) {
  const { customer, subscription, status } = params
  const rows =
    subscription !== undefined
      ? world.store.by(invoices, 'subscription', subscription)
      : customer !== undefined
        ? world.store.by(invoices, 'customer', customer)
        : world.store.all(invoices)
  const isMeant = (one: Stripe.Invoice) =>
    (customer === undefined || idOf(one.customer) === customer) &&
    (status === undefined || one.status === status) &&
    (params.collection_method === undefined || one.collection_method === params.collection_method) &&
    isInRange(one.due_date, params.due_date) &&
    isInRange(one.created, params.created)
  return pageOf(rows.filter(isMeant), params, '/v1/invoices')
}

function listPayments(world: StripeWorld, params: Stripe.InvoicePaymentListParams) {
  const rows =
    params.invoice !== undefined
      ? world.store.by(invoicePayments, 'invoice', params.invoice)
      : params.payment?.payment_intent !== undefined
        ? world.store.by(invoicePayments, 'intent', params.payment.payment_intent)
        : world.store.all(invoicePayments)
  const isMeant = (one: Stripe.InvoicePayment) =>
    (params.status === undefined || one.status === params.status) && isInRange(one.created, params.created)
  return pageOf(rows.filter(isMeant), params, '/v1/invoice_payments')
}

/** The totals of a draft after its items changed. */
export function recount(world: StripeWorld, id: string, lines: Stripe.InvoiceLineItem[]): Stripe.Invoice {
  const invoice = world.store.get(invoices, id)
  const counted = withTotals(
    world,
    { ...invoice, lines: { ...invoice.lines, data: lines } },
    customerOf(world, invoice).balance,
    discountsOf(world, invoice.discounts),
  )
  return changeInvoice(world, id, counted)
}

const idIn = (path: Record<string, string>) => path['id'] ?? ''

export const invoicePart: StripePart = {
  tables: [invoices, invoicePayments, billingNotes],
  operations: [
    operation('POST', '/v1/invoices', 'InvoiceCreateParams', ({ world, params }) => createInvoice(world, params)),
    operation('GET', '/v1/invoices', 'InvoiceListParams', ({ world, params }) => listInvoices(world, params)),
    operation('GET', '/v1/invoices/:id', 'InvoiceRetrieveParams', ({ world, path }) =>
      world.store.get(invoices, idIn(path)),
    ),
    operation('POST', '/v1/invoices/:id', 'InvoiceUpdateParams', ({ world, params, path }) =>
      updateInvoice(world, idIn(path), params),
    ),
    operation('DELETE', '/v1/invoices/:id', 'InvoiceDeleteParams', ({ world, path }) =>
      deleteInvoice(world, idIn(path)),
    ),
    operation('POST', '/v1/invoices/:id/finalize', 'InvoiceFinalizeInvoiceParams', ({ world, path, params }) => {
      if (params.auto_advance !== undefined)
        world.store.update(invoices, idIn(path), { auto_advance: params.auto_advance })
      return finalizeInvoice(world, idIn(path))
    }),
    operation('POST', '/v1/invoices/:id/pay', 'InvoicePayParams', ({ world, params, path }) =>
      payInvoice(world, idIn(path), params),
    ),
    operation('POST', '/v1/invoices/:id/void', 'InvoiceVoidInvoiceParams', ({ world, path }) =>
      voidInvoice(world, idIn(path)),
    ),
    operation('POST', '/v1/invoices/:id/mark_uncollectible', 'InvoiceMarkUncollectibleParams', ({ world, path }) =>
      markUncollectible(world, idIn(path)),
    ),
    operation('POST', '/v1/invoices/:id/send', 'InvoiceSendInvoiceParams', ({ world, path }) =>
      changeInvoice(world, idIn(path), {}, 'invoice.sent'),
    ),
    operation('GET', '/v1/invoices/:id/lines', 'InvoiceListLineItemsParams', ({ world, params, path }) =>
      pageOf(world.store.get(invoices, idIn(path)).lines.data, params, `/v1/invoices/${idIn(path)}/lines`),
    ),
    operation('GET', '/v1/invoice_payments', 'InvoicePaymentListParams', ({ world, params }) =>
      listPayments(world, params),
    ),
    operation('GET', '/v1/invoice_payments/:id', 'InvoicePaymentRetrieveParams', ({ world, path }) =>
      world.store.get(invoicePayments, idIn(path)),
    ),
  ],
}
