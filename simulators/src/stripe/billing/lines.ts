import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { idOf } from '../store.ts'
import { dayWords, priceWords } from './amounts.ts'
import { productName } from './products.ts'
import { decimal } from './tables.ts'

type LinePrice = { price: Stripe.Price; quantity: number }

/** `/ month`, or `every 3 months`. */
const rhythm = ({ interval, interval_count }: Stripe.Price.Recurring) =>
  interval_count === 1 ? `/ ${interval}` : `every ${interval_count} ${interval}s`

/** `1 × Full membership (at €20.00 / month)`, as Stripe says it. */
export function lineWords(world: StripeWorld, { price, quantity }: LinePrice): string {
  const name = productName(world, price)
  if (!price.recurring) return name
  return `${quantity} × ${name} (at ${priceWords(price.unit_amount ?? 0, price.currency)} ${rhythm(price.recurring)})`
}

/** What a change in the middle of a period is called. */
export function prorationWords(
  world: StripeWorld,
  kind: 'Unused' | 'Remaining',
  { price, quantity }: LinePrice,
  at: number,
): string {
  const name = productName(world, price)
  return `${kind} time on ${quantity === 1 ? name : `${quantity} × ${name}`} after ${dayWords(at)}`
}

export const pricingOf = (price: Stripe.Price): Stripe.InvoiceLineItem.Pricing => ({
  price_details: { price: price.id, product: idOf(price.product) ?? '' },
  type: 'price_details',
  unit_amount_decimal: price.unit_amount_decimal,
})

export const costOf = ({ price, quantity }: LinePrice) =>
  Math.round(Number(String(price.unit_amount_decimal ?? price.unit_amount ?? 0)) * quantity)

export const quantityOf = (item: Stripe.SubscriptionItem) => ({ price: item.price, quantity: item.quantity ?? 1 })

type LineInput = {
  id: string
  invoice: string | null
  amount: number
  currency: string
  description: string | null
  discountable: boolean
  discounts: string[]
  metadata: Stripe.Metadata
  parent: Stripe.InvoiceLineItem.Parent
  period: { start: number; end: number }
  pricing: Stripe.InvoiceLineItem.Pricing | null
  quantity: number
  subscription: string | null
}

const lineOf = (input: LineInput): Stripe.InvoiceLineItem => ({
  ...input,
  object: 'line_item',
  discount_amounts: [],
  livemode: false,
  pretax_credit_amounts: [],
  quantity_decimal: decimal(input.quantity),
  subtotal: input.amount,
  taxes: [],
})

/** A full period of an item, or what is left of its first one. */
export function periodLine(
  world: StripeWorld,
  input: {
    id: string
    invoice: string | null
    subscription: Stripe.Subscription
    item: Stripe.SubscriptionItem
    period: { start: number; end: number }
    amount: number
    description?: string
  },
): Stripe.InvoiceLineItem {
  const { item, subscription, period } = input
  return lineOf({
    id: input.id,
    invoice: input.invoice,
    amount: input.amount,
    currency: subscription.currency,
    description: input.description ?? lineWords(world, quantityOf(item)),
    discountable: true,
    discounts: [],
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
    pricing: pricingOf(item.price),
    quantity: item.quantity ?? 1,
    subscription: subscription.id,
  })
}

const creditedOf = (item: Stripe.InvoiceItem) => {
  const details = item.proration_details?.credited_items?.invoice_line_item_details
  return {
    credited_items: details ? { invoice: details.invoice, invoice_line_items: details.invoice_line_items } : null,
  }
}

/** An invoice item as it stands on its invoice. */
export function itemLine(
  item: Stripe.InvoiceItem,
  input: { id: string; invoice: string | null },
): Stripe.InvoiceLineItem {
  const details = item.parent?.subscription_details
  const subscription = details?.subscription ?? null
  const common = { invoice_item: item.id, proration: item.proration, proration_details: creditedOf(item), subscription }
  const parent: Stripe.InvoiceLineItem.Parent = details?.subscription_item
    ? {
        invoice_item_details: null,
        subscription_item_details: { ...common, subscription_item: details.subscription_item },
        type: 'subscription_item_details',
      }
    : { invoice_item_details: common, subscription_item_details: null, type: 'invoice_item_details' }
  return lineOf({
    ...input,
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    discountable: item.discountable,
    discounts: [],
    metadata: item.metadata ?? {},
    parent,
    period: item.period,
    pricing: item.pricing,
    quantity: item.quantity,
    subscription,
  })
}
