import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { billingNoteOf, setBillingNote } from './debits.ts'
import { giveUpIntent } from './invoice-attempt.ts'
import { changeInvoice, moveBalance, secondsOf } from './invoice-finalize.ts'
import { invoices } from './tables.ts'

/** What the customer's credit paid of an invoice comes back. */
function giveBackBalance(world: StripeWorld, invoice: Stripe.Invoice) {
  const used = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance
  const customer = world.store.find(customers, idOf(invoice.customer))
  if (used === 0 || !customer) return
  moveBalance(world, customer, {
    amount: -used,
    currency: invoice.currency,
    type: 'unapplied_from_invoice',
    invoice: invoice.id,
  })
}

export function voidInvoice(world: StripeWorld, id: string): Stripe.Invoice {
  const invoice = world.store.get(invoices, id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible: it is ${invoice.status}.`,
      { code: 'status_transition_invalid' },
    )
  const now = secondsOf(world, invoice)
  giveUpIntent(world, id)
  giveBackBalance(world, invoice)
  const subscription = idOf(invoice.parent?.subscription_details?.subscription)
  if (subscription !== null) {
    const debits = (billingNoteOf(world, subscription).debits ?? []).filter((debit) => debit.invoice !== id)
    setBillingNote(world, subscription, { debits })
  }
  const patch = {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  }
  changeInvoice(world, id, patch)
  return changeInvoice(world, id, {}, 'invoice.voided')
}

export function markUncollectible(world: StripeWorld, id: string): Stripe.Invoice {
  const invoice = world.store.get(invoices, id)
  if (invoice.status !== 'open')
    throw invalidRequest(`You can only pass in open invoices. This invoice isn't open: it is ${invoice.status}.`, {
      code: 'status_transition_invalid',
    })
  changeInvoice(world, id, {
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_details: { uncollectible: { reason: 'user_forgiven' } },
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: secondsOf(world, invoice) },
  })
  return changeInvoice(world, id, {}, 'invoice.marked_uncollectible')
}
