import type Stripe from 'stripe'
import { newMetadata } from '../fields.ts'
import type { StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { invoiceItem } from './invoice-item.ts'
import { costOf } from './lines.ts'
import { priceOfItem, type InlinePrice } from './prices.ts'
import { productName } from './products.ts'

type AddedItem = {
  price?: string
  price_data?: InlinePrice
  quantity?: number
  metadata?: Stripe.MetadataParam
  discountable?: boolean
  discounts?: unknown
  tax_rates?: unknown
  period?: unknown
}

/** What is asked for once beside the periods: a joining fee. It belongs to the subscription and goes on its next invoice. */
export function addedItems(
  world: StripeWorld,
  input: { subscription: Stripe.Subscription; given: AddedItem[] | undefined; at: number },
): Stripe.InvoiceItem[] {
  return (input.given ?? []).map((one, index) => {
    const param = `add_invoice_items[${index}]`
    if (one.discounts !== undefined || one.period !== undefined)
      throw invalidRequest('The stand-in knows neither discounts nor periods of added items.', { param })
    const price = priceOfItem(world, one, param)
    if (price.recurring)
      throw invalidRequest(
        'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
        { param: `${param}[price]` },
      )
    if (price.currency !== input.subscription.currency)
      throw invalidRequest('The currency of an added item must be that of the subscription.', { param })
    const quantity = one.quantity ?? 1
    return invoiceItem(world, {
      owner: input.subscription,
      amount: costOf({ price, quantity }),
      currency: price.currency,
      description: productName(world, price),
      period: { start: input.at, end: input.at },
      price,
      quantity,
      metadata: newMetadata(one.metadata),
      ...(one.discountable !== undefined && { discountable: one.discountable }),
    })
  })
}
