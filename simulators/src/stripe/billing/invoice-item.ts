import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { idOf } from '../store.ts'
import { pricingOf } from './lines.ts'
import { decimal, invoiceItems } from './tables.ts'

type Owner = Stripe.Customer | Stripe.Subscription

type NewItem = {
  /** The subscription it belongs to, or only a customer. */
  owner: Owner
  item?: string
  amount: number
  currency: string
  description: string | null
  period: { start: number; end: number }
  price: Stripe.Price | null
  quantity: number
  proration?: Stripe.InvoiceItem.ProrationDetails
  metadata?: Stripe.Metadata
  invoice?: string | null
  discountable?: boolean
}

/** Kept nowhere yet. Prorations are never discountable: discounts are in their amounts. */
export function invoiceItem(world: StripeWorld, input: NewItem): Stripe.InvoiceItem {
  const { owner, price, proration } = input
  const isOfSubscription = owner.object === 'subscription'
  const testClock = idOf(owner.test_clock)
  return {
    id: world.store.newId(invoiceItems),
    object: 'invoiceitem',
    amount: input.amount,
    currency: input.currency,
    customer: owner.object === 'subscription' ? (idOf(owner.customer) ?? '') : owner.id,
    customer_account: null,
    date: world.clock.seconds(testClock),
    description: input.description,
    discountable: input.discountable ?? proration === undefined,
    discounts: [],
    invoice: input.invoice ?? null,
    livemode: false,
    metadata: input.metadata ?? {},
    net_amount: input.amount,
    parent: isOfSubscription
      ? {
          subscription_details: {
            subscription: owner.id,
            ...(input.item !== undefined && { subscription_item: input.item }),
          },
          type: 'subscription_details',
        }
      : null,
    period: input.period,
    pricing: price ? pricingOf(price) : null,
    proration: proration !== undefined,
    ...(proration && { proration_details: proration }),
    quantity: input.quantity,
    quantity_decimal: decimal(input.quantity),
    tax_rates: [],
    test_clock: testClock,
  }
}

/** Those of a subscription that wait for its next invoice; with `null` those that belong to the customer alone. */
export function pendingItems(
  { store }: StripeWorld,
  customer: string,
  subscription: string | null,
): Stripe.InvoiceItem[] {
  const items = store.by(invoiceItems, 'customer', customer).toReversed()
  const isMeant = (item: Stripe.InvoiceItem) =>
    (item.parent?.subscription_details?.subscription ?? null) === subscription
  return items.filter((item) => item.invoice === null && isMeant(item))
}

export function keepItems(world: StripeWorld, items: Stripe.InvoiceItem[]) {
  for (const item of items) {
    world.store.insert(invoiceItems, item)
    world.record('invoiceitem.created', item, { testClock: idOf(item.test_clock) })
  }
}
