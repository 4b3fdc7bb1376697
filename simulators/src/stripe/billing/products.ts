import type Stripe from 'stripe'
import { mergeMetadata, newMetadata } from '../fields.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { given } from './given.ts'
import { prices, products } from './tables.ts'

export function createProduct(
  world: StripeWorld,
  params: Omit<Stripe.ProductCreateParams, 'default_price_data'>,
): Stripe.Product {
  if (params.id !== undefined && world.store.find(products, params.id))
    throw invalidRequest(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
  const created = world.clock.seconds()
  const product: Stripe.Product = {
    id: params.id ?? world.store.newId(products),
    object: 'product',
    active: params.active ?? true,
    created,
    default_price: null,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: false,
    marketing_features: params.marketing_features ?? [],
    metadata: newMetadata(params.metadata),
    name: params.name,
    package_dimensions: params.package_dimensions ?? null,
    shippable: params.shippable ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: params.type ?? 'service',
    unit_label: params.unit_label ?? null,
    updated: created,
    url: params.url ?? null,
  }
  world.store.insert(products, product)
  world.record('product.created', product)
  return product
}

function updateProduct(world: StripeWorld, id: string, params: Stripe.ProductUpdateParams): Stripe.Product {
  const before = world.store.get(products, id)
  const { metadata, expand: _, default_price, tax_details: __, marketing_features, ...rest } = params
  if (default_price !== undefined) world.store.get(prices, default_price, 'default_price')
  const emptied = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value === '' ? null : value]))
  const after = world.store.update(products, id, {
    ...emptied,
    ...given({ default_price }),
    ...(marketing_features === undefined ? {} : { marketing_features: marketing_features || [] }),
    metadata: mergeMetadata(before.metadata, metadata),
    updated: world.clock.seconds(),
  })
  world.record('product.updated', after, { previous: before })
  return after
}

function deleteProduct(world: StripeWorld, id: string): Stripe.DeletedProduct {
  const product = world.store.get(products, id)
  if (world.store.by(prices, 'product', id).length > 0)
    throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.')
  world.store.remove(products, id)
  world.record('product.deleted', product)
  return { id, object: 'product', deleted: true }
}

function listProducts(world: StripeWorld, params: Stripe.ProductListParams) {
  const isMeant = (product: Stripe.Product) =>
    (params.active === undefined || product.active === params.active) &&
    (params.ids === undefined || params.ids.includes(product.id)) &&
    isInRange(product.created, params.created)
  return pageOf(world.store.all(products).filter(isMeant), params, '/v1/products')
}

export const productName = (world: StripeWorld, price: Stripe.Price): string =>
  world.store.find(products, idOf(price.product))?.name ?? 'Deleted product'

export const productPart: StripePart = {
  tables: [products],
  operations: [
    operation('GET', '/v1/products', 'ProductListParams', ({ world, params }) => listProducts(world, params)),
    operation('GET', '/v1/products/:id', 'ProductRetrieveParams', ({ world, path }) =>
      world.store.get(products, path['id'] ?? ''),
    ),
    operation('POST', '/v1/products/:id', 'ProductUpdateParams', ({ world, path, params }) =>
      updateProduct(world, path['id'] ?? '', params),
    ),
    operation('DELETE', '/v1/products/:id', 'ProductDeleteParams', ({ world, path }) =>
      deleteProduct(world, path['id'] ?? ''),
    ),
  ],
}
