import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import type { BillingNote, BilledDebit } from './notes.ts'
import { billingNotes } from './tables.ts'

export const billingNoteOf = ({ store }: StripeWorld, id: string): BillingNote => store.find(billingNotes, id) ?? { id }

export const setBillingNote = (world: StripeWorld, id: string, patch: Partial<BillingNote>) =>
  world.store.insert(billingNotes, { ...billingNoteOf(world, id), ...patch, id })

/** What an item was debited for the time after `at`, and not yet given back. */
export const debitsOf = (world: StripeWorld, subscription: string, item: string, at: number): BilledDebit[] =>
  (billingNoteOf(world, subscription).debits ?? []).filter((debit) => debit.item === item && debit.end > at)

/** What stands on an invoice is debited; a credit on it takes its debits back. What is long over is forgotten. */
export function noteLines(world: StripeWorld, subscription: string, invoice: Stripe.Invoice) {
  const lines = invoice.lines.data
  const items = new Set(lines.flatMap(({ parent }) => itemOfLine(parent) ?? []))
  const before = billingNoteOf(world, subscription).debits ?? []
  const kept = before.filter((debit) => debit.end > invoice.created && !items.has(debit.line))
  const added = lines.flatMap((line) => {
    const details = line.parent?.subscription_item_details
    if (!details || line.amount <= 0) return []
    const taken = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const debit = { item: details.subscription_item, line: line.id, invoice: invoice.id }
    return [{ ...debit, net: line.amount - taken, gross: line.amount, ...line.period }]
  })
  setBillingNote(world, subscription, { debits: [...kept, ...added] })
}

const itemOfLine = (parent: Stripe.InvoiceLineItem.Parent | null) =>
  parent?.subscription_item_details?.invoice_item ?? parent?.invoice_item_details?.invoice_item

/** Prorations count at once, also while they are still on no invoice. */
export function noteProrations(
  world: StripeWorld,
  subscription: string,
  items: Stripe.InvoiceItem[],
  gross: Map<string, number>,
) {
  const given = new Set(items.flatMap((item) => creditedLines(item)))
  const kept = (billingNoteOf(world, subscription).debits ?? []).filter((debit) => !given.has(debit.line))
  const added = items.flatMap((item): BilledDebit[] => {
    const of = item.parent?.subscription_details?.subscription_item
    if (of === undefined || item.amount <= 0) return []
    return [
      {
        item: of,
        line: item.id,
        invoice: null,
        net: item.amount,
        gross: gross.get(item.id) ?? item.amount,
        ...item.period,
      },
    ]
  })
  setBillingNote(world, subscription, { debits: [...kept, ...added] })
}

const creditedLines = ({ proration_details }: Stripe.InvoiceItem): string[] => {
  const credited = proration_details?.credited_items
  return (
    credited?.invoice_line_item_details?.invoice_line_items ??
    (credited?.invoice_item === undefined ? [] : [credited.invoice_item])
  )
}
