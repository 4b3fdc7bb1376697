import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { idOf } from '../store.ts'
import { discountLines, prorated, roundCents } from './amounts.ts'
import { debitsOf } from './debits.ts'
import { reductionsOf } from './discounts.ts'
import { invoiceItem } from './invoice-item.ts'
import { costOf, prorationWords, quantityOf } from './lines.ts'
import type { BilledDebit } from './notes.ts'

export type ItemChange = { before: Stripe.SubscriptionItem | null; after: Stripe.SubscriptionItem | null }

export type Proration = { items: Stripe.InvoiceItem[]; gross: Map<string, number> }

const isFlexible = ({ billing_mode }: Stripe.Subscription) => billing_mode.type === 'flexible'

/**
 * What of a debit is given back from a moment on. In flexible mode a part of what was really debited; in classic mode
 * a part of what the item costs today, less what its last discounts took.
 */
function creditAmount(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  debit: BilledDebit,
  at: number,
): number {
  if (isFlexible(subscription)) return -prorated(debit.net, debit, at)
  const today = debit.gross === 0 ? 0 : roundCents((costOf(quantityOf(item)) * debit.net) / debit.gross)
  return -prorated(today, { start: item.current_period_start, end: item.current_period_end }, at)
}

const creditedBy = (debit: BilledDebit): Stripe.InvoiceItem.ProrationDetails.CreditedItems =>
  debit.invoice === null
    ? { invoice_item: debit.line, type: 'invoice_item' }
    : {
        invoice_line_item_details: { invoice: debit.invoice, invoice_line_items: [debit.line] },
        type: 'invoice_line_items',
      }

function creditsOf(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  at: number,
): Stripe.InvoiceItem[] {
  const debits = debitsOf(world, subscription.id, item.id, at)
  const meant = isFlexible(subscription) ? debits : debits.slice(-1)
  return meant.flatMap((debit) => {
    const start = Math.max(at, debit.start)
    const amount = creditAmount(subscription, item, debit, start)
    if (amount === 0 && debit.net === 0) return []
    return [
      invoiceItem(world, {
        owner: subscription,
        item: item.id,
        amount,
        currency: subscription.currency,
        description: prorationWords(world, 'Unused', quantityOf(item), at),
        period: { start, end: debit.end },
        price: item.price,
        quantity: item.quantity ?? 1,
        proration: { credited_items: isFlexible(subscription) ? creditedBy(debit) : null, discount_amounts: [] },
      }),
    ]
  })
}

/** The rest of the period at what the item costs now, less what the discounts of the subscription take from it. */
function debitOf(
  world: StripeWorld,
  input: {
    subscription: Stripe.Subscription
    all: Stripe.SubscriptionItem[]
    item: Stripe.SubscriptionItem
    discounts: Stripe.Discount[]
    at: number
  },
) {
  const { subscription, all, item, discounts, at } = input
  const lines = all.map((one) => ({
    amount: costOf(quantityOf(one)),
    discountable: true,
    product: idOf(one.price.product),
  }))
  const taken = discountLines(lines, reductionsOf(world, discounts, at))[all.indexOf(item)] ?? []
  const full = costOf(quantityOf(item))
  const net = full - taken.reduce((sum, { amount }) => sum + amount, 0)
  const period = { start: item.current_period_start, end: item.current_period_end }
  const entry = invoiceItem(world, {
    owner: subscription,
    item: item.id,
    amount: prorated(net, period, at),
    currency: subscription.currency,
    description: prorationWords(world, 'Remaining', quantityOf(item), at),
    period: { start: Math.max(at, period.start), end: period.end },
    price: item.price,
    quantity: item.quantity ?? 1,
    proration: { credited_items: null, discount_amounts: [] },
  })
  return { entry, gross: prorated(full, period, at) }
}

/** Credits and debits of a change of items at a moment. Nothing of it is kept yet. */
export function prorationsOf(
  world: StripeWorld,
  input: {
    subscription: Stripe.Subscription
    changes: ItemChange[]
    all: Stripe.SubscriptionItem[]
    discounts: Stripe.Discount[]
    at: number
  },
): Proration {
  const { subscription, changes, all, discounts, at } = input
  const gross = new Map<string, number>()
  const items: Stripe.InvoiceItem[] = []
  for (const { before, after } of changes) {
    if (before) items.push(...creditsOf(world, subscription, before, at))
    if (!after || costOf(quantityOf(after)) === 0) continue
    const debit = debitOf(world, { subscription, all, item: after, discounts, at })
    gross.set(debit.entry.id, debit.gross)
    items.push(debit.entry)
  }
  return { items, gross }
}
