import type Stripe from 'stripe'
import { mergeMetadata, newMetadata } from '../fields.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { given } from './given.ts'
import { createProduct } from './products.ts'
import { decimal, prices, products } from './tables.ts'

/** What items of subscriptions and invoices may say in place of a price that exists. */
export type InlinePrice = {
  currency: string
  product: string
  recurring?: { interval: string; interval_count?: number }
  unit_amount?: number
  unit_amount_decimal?: Stripe.Decimal
}

const longestYears = 3

function recurringOf(recurring: Stripe.PriceCreateParams.Recurring): Stripe.Price.Recurring {
  const { interval, interval_count = 1, trial_period_days, usage_type } = recurring
  const perYear: Record<string, number> = { day: 365, week: 52, month: 12, year: 1 }
  if (interval_count > longestYears * (perYear[interval] ?? 1))
    throw invalidRequest('Invalid recurring: the interval may be at most three years.', {
      param: 'recurring[interval_count]',
    })
  if (usage_type === 'metered')
    throw invalidRequest('The stand-in has no metered prices.', { param: 'recurring[usage_type]' })
  return { interval, interval_count, meter: null, trial_period_days: trial_period_days ?? null, usage_type: 'licensed' }
}

/** Prices with tiers, free amounts or several currencies are nothing that the stand-in knows. */
function refuseStrange(params: Stripe.PriceCreateParams) {
  const strange = ['tiers', 'tiers_mode', 'custom_unit_amount', 'currency_options', 'transform_quantity'] as const
  const name = strange.find((each) => params[each] !== undefined)
  if (name) throw invalidRequest(`The stand-in has no prices with ${name}.`, { param: name })
}

export function createPrice(world: StripeWorld, params: Stripe.PriceCreateParams): Stripe.Price {
  refuseStrange(params)
  const amount =
    params.unit_amount ??
    (params.unit_amount_decimal === undefined ? undefined : Number(String(params.unit_amount_decimal)))
  if (amount === undefined)
    throw invalidRequest('You must pass either `unit_amount`, `unit_amount_decimal` or `custom_unit_amount`.')
  if (params.unit_amount !== undefined && amount < 0 && params.recurring)
    throw invalidRequest('Invalid non-negative integer', { param: 'unit_amount', code: 'parameter_invalid_integer' })
  if ((params.product === undefined) === (params.product_data === undefined))
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.')
  const product = params.product_data
    ? createProduct(world, params.product_data)
    : world.store.get(products, params.product ?? '', 'product')
  const price: Stripe.Price = {
    id: world.store.newId(prices),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: world.clock.seconds(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: takeLookupKey(world, params),
    metadata: newMetadata(params.metadata),
    nickname: params.nickname ?? null,
    product: product.id,
    recurring: params.recurring ? recurringOf(params.recurring) : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: params.recurring ? 'recurring' : 'one_time',
    unit_amount: Number.isInteger(amount) ? amount : null,
    unit_amount_decimal: decimal(amount),
  }
  world.store.insert(prices, price)
  world.record('price.created', price)
  return price
}

/** A key belongs to one price at a time; another may take it over when it says so. */
function takeLookupKey(
  world: StripeWorld,
  params: { lookup_key?: string; transfer_lookup_key?: boolean },
): string | null {
  const key = params.lookup_key
  if (key === undefined || key === '') return null
  for (const holder of world.store.by(prices, 'lookup', key)) {
    if (!params.transfer_lookup_key)
      throw invalidRequest(
        `A price (\`${holder.id}\`) already uses that lookup key. Set \`transfer_lookup_key\` to move it.`,
        {
          param: 'lookup_key',
        },
      )
    const after = world.store.update(prices, holder.id, { lookup_key: null })
    world.record('price.updated', after, { previous: holder })
  }
  return key
}

function updatePrice(world: StripeWorld, id: string, params: Stripe.PriceUpdateParams): Stripe.Price {
  const before = world.store.get(prices, id)
  const { active, nickname, tax_behavior, lookup_key } = params
  const isSameKey = lookup_key !== undefined && lookup_key === before.lookup_key
  const after = world.store.update(prices, id, {
    ...given({ active, tax_behavior }),
    ...(nickname === undefined ? {} : { nickname: nickname || null }),
    ...(lookup_key === undefined || isSameKey
      ? {}
      : { lookup_key: takeLookupKey(world, given({ ...params, lookup_key })) }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  })
  world.record('price.updated', after, { previous: before })
  return after
}

/** The price that an item names, or a new one made of what it says. Prices that are not active begin nothing new. */
export function priceOfItem(
  world: StripeWorld,
  item: { price?: string; price_data?: InlinePrice },
  param: string,
): Stripe.Price {
  if (item.price_data) {
    const { recurring, ...data } = item.price_data
    const inline = createPrice(world, { ...data, ...(recurring ? { recurring } : {}) })
    return world.store.update(prices, inline.id, { active: false })
  }
  if (item.price === undefined)
    throw invalidRequest(`Missing required param: ${param}[price].`, {
      param: `${param}[price]`,
      code: 'parameter_missing',
    })
  const price = world.store.get(prices, item.price, `${param}[price]`)
  if (!price.active)
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: `${param}[price]`,
    })
  return price
}

function listPrices(world: StripeWorld, params: Stripe.PriceListParams) {
  const rows =
    params.product === undefined ? world.store.all(prices) : world.store.by(prices, 'product', params.product)
  const isMeant = (price: Stripe.Price) =>
    (params.active === undefined || price.active === params.active) &&
    (params.currency === undefined || price.currency === params.currency) &&
    (params.type === undefined || price.type === params.type) &&
    (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? '')) &&
    (params.recurring?.interval === undefined || price.recurring?.interval === params.recurring.interval) &&
    isInRange(price.created, params.created)
  return pageOf(rows.filter(isMeant), params, '/v1/prices')
}

function createProductWithPrice(world: StripeWorld, params: Stripe.ProductCreateParams): Stripe.Product {
  const { default_price_data: data, ...rest } = params
  const product = createProduct(world, rest)
  if (!data) return product
  const { currency, recurring, unit_amount, unit_amount_decimal } = data
  const price = createPrice(world, {
    currency,
    product: product.id,
    ...given({ recurring, unit_amount, unit_amount_decimal }),
  })
  return world.store.update(products, product.id, { default_price: price.id })
}

export const pricePart: StripePart = {
  tables: [prices],
  operations: [
    operation('POST', '/v1/products', 'ProductCreateParams', ({ world, params }) =>
      createProductWithPrice(world, params),
    ),
    operation('POST', '/v1/prices', 'PriceCreateParams', ({ world, params }) => createPrice(world, params)),
    operation('GET', '/v1/prices', 'PriceListParams', ({ world, params }) => listPrices(world, params)),
    operation('GET', '/v1/prices/:id', 'PriceRetrieveParams', ({ world, path }) =>
      world.store.get(prices, path['id'] ?? ''),
    ),
    operation('POST', '/v1/prices/:id', 'PriceUpdateParams', ({ world, path, params }) =>
      updatePrice(world, path['id'] ?? '', params),
    ),
  ],
}
