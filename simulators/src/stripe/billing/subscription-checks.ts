import type Stripe from 'stripe'
import type { StripeWorld } from '../part.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { isSameCycle } from './cycle.ts'
import { priceOfItem, type InlinePrice } from './prices.ts'

const unknown = [
  'application_fee_percent',
  'billing_schedules',
  'billing_thresholds',
  'billing_cycle_anchor_config',
  'backdate_start_date',
  'customer_account',
  'default_source',
  'default_tax_rates',
  'on_behalf_of',
  'pause_collection',
  'pending_invoice_item_interval',
  'transfer_data',
] as const

/** What Stripe takes and the stand-in has nothing for is refused, never passed over. */
export function refuseUnknown(params: object) {
  const name = unknown.find((one) => one in params)
  if (name !== undefined) throw invalidRequest(`The stand-in does not know ${name} of subscriptions.`, { param: name })
}

export function checkMethod(world: StripeWorld, method: string | undefined, customer: string) {
  if (method === undefined) return
  if (idOf(world.store.find(paymentMethods, method)?.customer) === customer) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { param: 'default_payment_method', code: 'resource_missing' },
  )
}

/** The price of an item of a subscription, which must be one that comes again. */
export function recurringPrice(
  world: StripeWorld,
  item: { price?: string; price_data?: InlinePrice },
  param: string,
): Stripe.Price {
  const price = priceOfItem(world, item, param)
  if (price.recurring) return price
  throw invalidRequest(
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    { param: `${param}[price]` },
  )
}

/** Items are of one currency and, in classic mode, of one rhythm; no price stands twice. */
export function checkItems(items: { price: Stripe.Price }[], mode: string) {
  const [first] = items
  if (!first) throw invalidRequest('Missing required param: items.', { param: 'items', code: 'parameter_missing' })
  const prices = new Set(items.map(({ price }) => price.id))
  if (prices.size < items.length)
    throw invalidRequest('Cannot add multiple subscription items with the same price.', { param: 'items' })
  for (const { price } of items) {
    if (price.currency !== first.price.currency)
      throw invalidRequest('All prices on a subscription must have the same currency.', { param: 'items' })
    const isSame = price.recurring && first.price.recurring && isSameCycle(price.recurring, first.price.recurring)
    if (mode === 'classic' && !isSame)
      throw invalidRequest(
        'All prices on a subscription with classic billing mode must have the same `recurring.interval` and `recurring.interval_count`.',
        { param: 'items' },
      )
  }
}

export function checkBillingMode(mode: { type: string; flexible?: { proration_discounts?: string } } | undefined) {
  if (mode?.flexible?.proration_discounts === 'itemized')
    throw invalidRequest('The stand-in does not itemize discounts of prorations.', {
      param: 'billing_mode[flexible][proration_discounts]',
    })
}
