import type Stripe from 'stripe'
import { deliveries } from '../events.ts'
import type { StripeWorld } from '../part.ts'
import { idOf } from '../store.ts'
import { setBillingNote, billingNoteOf } from './debits.ts'
import { attemptInvoice } from './invoice-attempt.ts'
import { draftInvoice, type InvoicePlan } from './invoice-draft.ts'
import { finalizeInvoice } from './invoice-finalize.ts'
import { invoiceItems, invoices, subscriptions } from './tables.ts'

const hour = 3_600
/** So long drafts wait for an answer to `invoice.created`. */
const longestHold = 72 * hour

/** Writes a draft down; the items that wait are on it from now on. */
export function keepInvoice(
  world: StripeWorld,
  plan: InvoicePlan,
  patch: Partial<Stripe.Invoice> = {},
): Stripe.Invoice {
  const { store } = world
  const invoice = store.insert(invoices, { ...draftInvoice(world, plan), ...patch })
  for (const item of plan.items) store.update(invoiceItems, item.id, { invoice: invoice.id })
  if (plan.subscription) store.update(subscriptions, plan.subscription.id, { latest_invoice: invoice.id })
  const event = world.record('invoice.created', invoice, { testClock: idOf(invoice.test_clock) })
  setBillingNote(world, invoice.id, { createdEvent: event })
  return invoice
}

const scheduleFinalizing = (world: StripeWorld, invoice: Stripe.Invoice, at: number) => {
  world.store.update(invoices, invoice.id, { automatically_finalizes_at: at })
  world.clock.schedule({
    at: at * 1_000,
    kind: 'finalizeInvoice',
    data: { id: invoice.id, at: String(at) },
    testClock: idOf(invoice.test_clock),
  })
}

/** A draft stays one for an hour, so that it can still be changed. */
export function finalizeLater(world: StripeWorld, invoice: Stripe.Invoice) {
  if (invoice.auto_advance) scheduleFinalizing(world, invoice, invoice.created + hour)
}

/** When `invoice.created` was answered everywhere, in seconds; undefined as long as it was not. */
function answeredAt(world: StripeWorld, invoice: Stripe.Invoice): number | undefined {
  const { createdEvent } = billingNoteOf(world, invoice.id)
  // A test clock does not wait for answers, which come by the real one.
  const sent = createdEvent && invoice.test_clock === null ? world.store.by(deliveries, 'event', createdEvent) : []
  if (sent.some(({ state }) => state !== 'succeeded')) return undefined
  return Math.max(invoice.created, ...sent.map(({ attempts }) => Math.ceil((attempts.at(-1)?.at ?? 0) / 1_000)))
}

/** Finalises a draft whose hour is over, and tries to collect it. Held back while a webhook is not answered. */
export function finalizeDue(world: StripeWorld, id: string, at: number) {
  const invoice = world.store.find(invoices, id)
  if (invoice?.status !== 'draft' || !invoice.auto_advance || invoice.automatically_finalizes_at !== at) return
  const answered = answeredAt(world, invoice)
  const end = invoice.created + longestHold
  const earliest = answered === undefined ? at + hour : answered + hour
  if (earliest > at && at < end) {
    scheduleFinalizing(world, invoice, Math.min(earliest, end))
    return
  }
  if (answered !== undefined) world.store.update(invoices, id, { webhooks_delivered_at: answered })
  collect(world, id)
}

export function collect(world: StripeWorld, id: string) {
  const open = finalizeInvoice(world, id)
  if (open.status === 'open' && open.collection_method === 'charge_automatically')
    attemptInvoice(world, id, { isOffSession: true, isAutomatic: true })
}
