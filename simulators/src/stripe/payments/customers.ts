import type { Stripe } from 'stripe'
import { addressOf, emptyAddress, mergeMetadata, newMetadata, textOrNull } from '../fields.ts'
import { randomLetters } from '../ids.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf, table } from '../store.ts'
import { attachMethod, findMethod, paymentMethods } from './payment-methods.ts'

export const customers = table<Stripe.Customer>({
  name: 'customer',
  prefix: 'cus_',
  by: {
    email: ({ email }) => email,
    default_payment_method: (row) => idOf(row.invoice_settings.default_payment_method),
  },
  included: { sources: () => ({ object: 'list', data: [], has_more: false, url: '/v1/customers/sources' }) },
})

/** Stripe goes on answering for a customer that was deleted, and says only that. */
const deletedCustomers = table<Stripe.DeletedCustomer>({ name: 'deleted customer', prefix: 'cus_' })

/** The customer that a parameter names. A deleted one is refused as if it had never been. */
export const getCustomer = (world: StripeWorld, id: string, param: string) => world.store.get(customers, id, param)

const checkEmail = (email: string | null) => {
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalidRequest(`Invalid email address: ${email}`, { param: 'email', code: 'email_invalid' })
  return email
}

const shippingOf = (given: Stripe.CustomerCreateParams['shipping']): Stripe.Customer.Shipping | null =>
  given
    ? {
        address: addressOf(given.address) ?? emptyAddress,
        name: given.name,
        phone: given.phone ?? null,
      }
    : null
type GivenSettings = Stripe.CustomerUpdateParams.InvoiceSettings | undefined

const invoiceSettings = (
  world: StripeWorld,
  customer: string,
  { before, given }: { before: Stripe.Customer.InvoiceSettings; given: GivenSettings },
): Stripe.Customer.InvoiceSettings => {
  if (!given) return before
  const method = given.default_payment_method
  if (method) checkOwn(world, customer, method)
  return {
    ...before,
    ...(method !== undefined && { default_payment_method: textOrNull(method) }),
    ...(given.footer !== undefined && { footer: textOrNull(given.footer) }),
    ...(given.custom_fields !== undefined && { custom_fields: given.custom_fields || null }),
  }
}

const checkOwn = (world: StripeWorld, customer: string, method: string) => {
  const param = 'invoice_settings[default_payment_method]'
  if (idOf(findMethod(world, method, param).customer) === customer) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { param, code: 'resource_missing' },
  )
}

const noSettings = { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null }

function createCustomer(world: StripeWorld, params: Stripe.CustomerCreateParams): Stripe.Customer {
  const { store, clock } = world
  const customer = store.insert(customers, {
    id: store.newId(customers),
    object: 'customer',
    address: addressOf(params.address),
    balance: params.balance ?? 0,
    created: clock.seconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: checkEmail(textOrNull(params.email)),
    invoice_prefix: params.invoice_prefix ?? randomLetters(8).toUpperCase(),
    invoice_settings: noSettings,
    livemode: false,
    metadata: newMetadata(params.metadata),
    name: textOrNull(params.name),
    next_invoice_sequence: params.next_invoice_sequence ?? 1,
    phone: textOrNull(params.phone),
    preferred_locales: params.preferred_locales ?? [],
    shipping: shippingOf(params.shipping),
    tax_exempt: params.tax_exempt || 'none',
    test_clock: null,
  })
  world.record('customer.created', customer)
  return customer
}

/** Anything of a customer, with its event. */
export function updateCustomer(world: StripeWorld, id: string, patch: Partial<Stripe.Customer>): Stripe.Customer {
  const previous = world.store.get(customers, id)
  const customer = world.store.update(customers, id, patch)
  world.record('customer.updated', customer, { previous })
  return customer
}

function changeCustomer(world: StripeWorld, id: string, params: Stripe.CustomerUpdateParams): Stripe.Customer {
  const before = world.store.get(customers, id)
  const { address, balance, description, email, metadata, name, phone, preferred_locales: locales, shipping } = params
  return updateCustomer(world, id, {
    ...(address !== undefined && { address: addressOf(address) }),
    ...(balance !== undefined && { balance }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(email !== undefined && { email: checkEmail(textOrNull(email)) }),
    ...(name !== undefined && { name: textOrNull(name) }),
    ...(phone !== undefined && { phone: textOrNull(phone) }),
    ...(locales !== undefined && { preferred_locales: locales }),
    ...(shipping !== undefined && { shipping: shippingOf(shipping) }),
    ...(params.tax_exempt !== undefined && { tax_exempt: params.tax_exempt || 'none' }),
    ...(params.invoice_prefix !== undefined && { invoice_prefix: params.invoice_prefix }),
    metadata: mergeMetadata(before.metadata, metadata),
    invoice_settings: invoiceSettings(world, id, { before: before.invoice_settings, given: params.invoice_settings }),
  })
}

function deleteCustomer(world: StripeWorld, id: string): Stripe.DeletedCustomer {
  const customer = world.store.get(customers, id)
  world.record('customer.deleted', customer)
  for (const method of world.store.by(paymentMethods, 'customer', id))
    world.store.update(paymentMethods, method.id, { customer: null })
  world.store.remove(customers, id)
  return world.store.insert(deletedCustomers, { id, object: 'customer', deleted: true })
}

/** `email:'a@example.com' AND metadata['member']:'7'`: what is compared, and with what. */
const searchTerm = /^(-?)(email|name|phone|metadata\[(['"])(.+?)\3\])\s*([:~])\s*(['"])(.*?)\6$/

function search(world: StripeWorld, query: string): Stripe.Customer[] {
  const terms = query.split(/\s+AND\s+/).map((term) => {
    const [, not, field = '', , key, sign, , value = ''] = searchTerm.exec(term.trim()) ?? []
    if (field === '')
      throw invalidRequest(`We were unable to parse your search query: \`${query}\`.`, { param: 'query' })
    return { isNot: not === '-', field, key, isPart: sign === '~', value: value.toLowerCase() }
  })
  const fits = (customer: Stripe.Customer) =>
    terms.every(({ isNot, field, key, isPart, value }) => {
      const texts = { email: customer.email, name: customer.name, phone: customer.phone }
      const found = key === undefined ? new Map(Object.entries(texts)).get(field) : customer.metadata[key]
      const text = found?.toLowerCase()
      return (text !== undefined && (isPart ? text.includes(value) : text === value)) !== isNot
    })
  return world.store.all(customers).filter(fits)
}

/** What a customer paid with by default is no longer theirs. */
const forgetDefault = (world: StripeWorld, method: object) => {
  const id = 'id' in method ? String(method.id) : ''
  for (const customer of world.store.by(customers, 'default_payment_method', id))
    updateCustomer(world, customer.id, {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
}

export const customersPart: StripePart = {
  listeners: { 'payment_method.detached': forgetDefault },
  tables: [customers, deletedCustomers],
  operations: [
    operation('POST', '/v1/customers', 'CustomerCreateParams', ({ world, params }) => {
      const method =
        params.payment_method === undefined ? undefined : findMethod(world, params.payment_method, 'payment_method')
      const customer = createCustomer(world, params)
      const { id } = customer
      if (method) attachMethod(world, { method, customer: id })
      return params.invoice_settings
        ? changeCustomer(world, id, { invoice_settings: params.invoice_settings })
        : customer
    }),
    operation('POST', '/v1/payment_methods/:id/attach', 'PaymentMethodAttachParams', ({ world, params, path }) => {
      const { id } = getCustomer(world, params.customer ?? '', 'customer')
      const method = findMethod(world, path['id'] ?? '')
      return attachMethod(world, { method, customer: id })
    }),
    operation('GET', '/v1/customers', 'CustomerListParams', ({ world, params }) => {
      const { email } = params
      const { store } = world
      const found = email === undefined ? store.all(customers) : store.by(customers, 'email', email)
      const isMeant = (one: Stripe.Customer) => isInRange(one.created, params.created)
      return pageOf(found.filter(isMeant), params, '/v1/customers')
    }),
    operation('GET', '/v1/customers/search', 'CustomerSearchParams', ({ world, params }) => {
      const found = search(world, params.query)
      const start = Number(params.page ?? 0)
      const data = found.slice(start, start + (params.limit ?? 10))
      const next = start + data.length
      const isMore = next < found.length
      return {
        object: 'search_result',
        data,
        has_more: isMore,
        url: '/v1/customers/search',
        next_page: isMore ? String(next) : null,
      }
    }),
    operation(
      'GET',
      '/v1/customers/:id',
      'CustomerRetrieveParams',
      ({ world, path }) =>
        world.store.find(deletedCustomers, path['id']) ?? world.store.get(customers, path['id'] ?? ''),
    ),
    operation('POST', '/v1/customers/:id', 'CustomerUpdateParams', ({ world, params, path }) =>
      changeCustomer(world, path['id'] ?? '', params),
    ),
    operation('DELETE', '/v1/customers/:id', 'CustomerDeleteParams', ({ world, path }) =>
      deleteCustomer(world, path['id'] ?? ''),
    ),
  ],
}
