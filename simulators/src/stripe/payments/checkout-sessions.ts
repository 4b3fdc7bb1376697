import type { Stripe } from 'stripe'
import { z } from 'zod'
import { newMetadata } from '../fields.ts'
import { newId } from '../ids.ts'
import { isInRange, pageOf, wholeList } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf, table } from '../store.ts'
import { customers, getCustomer } from './customers.ts'
import { checkAmount, methodTypesFor } from './payment-intents.ts'
import { newSetup } from './setup-intents.ts'

/** What is paid for in a session. */
type SessionItems = {
  id: string
  items: Stripe.LineItem[]
  intentData: Stripe.Checkout.SessionCreateParams.PaymentIntentData
}
export const sessionItems = table<SessionItems>({ name: 'session items', prefix: 'cs_test_', isHidden: true })

export const checkoutSessions = table<Stripe.Checkout.Session>({
  name: 'checkout.session',
  prefix: 'cs_test_',
  by: {
    customer: ({ customer }) => idOf(customer),
    payment_intent: (row) => idOf(row.payment_intent),
    setup_intent: (row) => idOf(row.setup_intent),
  },
  included: {
    line_items: ({ id }, store) =>
      wholeList(store.find(sessionItems, id)?.items ?? [], `/v1/checkout/sessions/${id}/line_items`),
  },
})

type CreateParams = Stripe.Checkout.SessionCreateParams

const missing = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { param, code: 'parameter_missing' })

/** As much of a price as a session needs. */
const Price = z.object({
  unit_amount: z.number(),
  currency: z.string(),
  product: z.string(),
  nickname: z.string().nullable(),
})

function priceOf(world: StripeWorld, item: NonNullable<CreateParams['line_items']>[number], at: number) {
  const { price_data: data, price: id } = item
  if (data) {
    const amount = data.unit_amount ?? Number(data.unit_amount_decimal ?? Number.NaN)
    const name = data.product_data?.name ?? null
    return { unit_amount: amount, currency: data.currency.toLowerCase(), name }
  }
  const param = `line_items[${at}][price]`
  if (id === undefined) throw missing(param)
  const price = Price.safeParse(world.store.findAny(id)?.row)
  if (!price.success) throw invalidRequest(`No such price: '${id}'`, { param, code: 'resource_missing' })
  return { ...price.data, name: price.data.nickname }
}

function itemsOf(world: StripeWorld, params: CreateParams): Stripe.LineItem[] {
  if (params.mode !== 'payment') return []
  const given = params.line_items ?? []
  if (given.length === 0) throw missing('line_items')
  return given.map((item, at) => {
    const price = priceOf(world, item, at)
    const quantity = item.quantity ?? 1
    const amount = price.unit_amount * quantity
    return {
      id: newId('li_'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: price.name,
      metadata: newMetadata(item.metadata),
      price: null,
      quantity,
    }
  })
}

const shortestSeconds = 30 * 60
const longestSeconds = 86_400

function expiryOf(world: StripeWorld, given: number | undefined): number {
  const now = world.clock.seconds()
  const at = given ?? now + longestSeconds
  if (at >= now + shortestSeconds - 1 && at <= now + longestSeconds) return at
  throw invalidRequest(
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    { param: 'expires_at' },
  )
}

function checkMode(params: CreateParams) {
  const { mode, ui_mode: page, success_url: success, currency, allowed_payment_method_types: allowed } = params
  if (mode !== 'payment' && mode !== 'setup')
    throw invalidRequest('The stand-in shows Checkout in modes setup and payment; subscriptions are made by the API.', {
      param: 'mode',
    })
  if (page !== undefined && page !== 'hosted_page')
    throw invalidRequest('The stand-in shows hosted pages only.', { param: 'ui_mode' })
  if (success === undefined) throw missing('success_url')
  if (mode === 'setup' && currency === undefined && !allowed) throw missing('currency')
  for (const [name, url] of [
    ['success_url', success],
    ['cancel_url', params.cancel_url],
  ] as const)
    if (url !== undefined && !/^https?:\/\//.test(url))
      throw invalidRequest('Not a valid URL', { param: name, code: 'url_invalid' })
}

/** What is filled in once the payer has been there. */
const personOf = (customer: Stripe.Customer | undefined): Stripe.Checkout.Session.CustomerDetails | null =>
  customer
    ? {
        address: null,
        business_name: null,
        email: customer.email,
        individual_name: null,
        name: customer.name ?? null,
        phone: customer.phone ?? null,
        tax_exempt: 'none',
        tax_ids: null,
      }
    : null

function createSession(world: StripeWorld, params: CreateParams): Stripe.Checkout.Session {
  checkMode(params)
  const { store, clock } = world
  const isSetup = params.mode === 'setup'
  const customer = params.customer === undefined ? null : getCustomer(world, params.customer, 'customer').id
  const items = itemsOf(world, params)
  const currency = (items[0]?.currency ?? params.currency ?? null)?.toLowerCase() ?? null
  const total = items.reduce((sum, { amount_total: amount }) => sum + amount, 0)
  if (!isSetup) checkAmount(total, currency ?? '')
  const allowed = params.allowed_payment_method_types ?? null
  const types = currency === null ? (allowed ?? ['card']) : methodTypesFor(currency, allowed)
  const setup = isSetup
    ? newSetup(world, {
        customer,
        description: params.setup_intent_data?.description ?? null,
        ...(params.setup_intent_data?.metadata && { metadata: params.setup_intent_data.metadata }),
        allowedTypes: types,
      })
    : null
  const id = store.newId(checkoutSessions)
  store.insert(sessionItems, { id, items, intentData: params.payment_intent_data ?? {} })
  const session = store.insert(checkoutSessions, {
    ...emptySession,
    id,
    allowed_payment_method_types: allowed,
    amount_subtotal: isSetup ? null : total,
    amount_total: isSetup ? null : total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: clock.seconds(),
    currency,
    customer,
    customer_creation: isSetup || customer !== null ? null : (params.customer_creation ?? 'if_required'),
    customer_details: personOf(store.find(customers, customer)),
    customer_email: params.customer_email ?? null,
    expires_at: expiryOf(world, params.expires_at),
    locale: params.locale ?? null,
    metadata: newMetadata(params.metadata),
    mode: isSetup ? 'setup' : 'payment',
    payment_method_types: types,
    payment_status: isSetup ? 'no_payment_required' : 'unpaid',
    setup_intent: setup?.id ?? null,
    success_url: params.success_url ?? null,
    total_details: isSetup ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: `${world.url}/c/pay/${id}`,
  })
  clock.schedule({ at: session.expires_at * 1_000, kind: 'expire-checkout', data: { session: id } })
  return session
}

const emptySession: Omit<Stripe.Checkout.Session, 'id'> = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: null,
  amount_total: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: 0,
  currency: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: null,
  expires_at: 0,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: {},
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: [],
  payment_status: 'unpaid',
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  success_url: null,
  total_details: null,
  ui_mode: 'hosted_page',
  url: null,
  wallet_options: null,
}

/** Closed without having been paid, by its owner or by time. */
function expireSession(world: StripeWorld, id: string): Stripe.Checkout.Session {
  const session = world.store.update(checkoutSessions, id, { status: 'expired', url: null })
  world.record('checkout.session.expired', session)
  return session
}

const isWanted = (row: Stripe.Checkout.Session, params: Stripe.Checkout.SessionListParams) =>
  isInRange(row.created, params.created) &&
  (params.customer === undefined || row.customer === params.customer) &&
  (params.payment_intent === undefined || row.payment_intent === params.payment_intent) &&
  (params.status === undefined || row.status === params.status)

export const checkoutPart: StripePart = {
  tables: [checkoutSessions, sessionItems],
  operations: [
    operation('POST', '/v1/checkout/sessions', 'CheckoutSessionCreateParams', ({ world, params }) =>
      createSession(world, params),
    ),
    operation('GET', '/v1/checkout/sessions', 'CheckoutSessionListParams', ({ world, params }) =>
      pageOf(
        world.store.all(checkoutSessions).filter((row) => isWanted(row, params)),
        params,
        '/v1/checkout/sessions',
      ),
    ),
    operation('GET', '/v1/checkout/sessions/:id', 'CheckoutSessionRetrieveParams', ({ world, path }) =>
      world.store.get(checkoutSessions, path['id'] ?? ''),
    ),
    operation(
      'GET',
      '/v1/checkout/sessions/:id/line_items',
      'CheckoutSessionListLineItemsParams',
      ({ world, params, path }) => {
        const { id } = world.store.get(checkoutSessions, path['id'] ?? '')
        return pageOf(world.store.get(sessionItems, id).items, params, `/v1/checkout/sessions/${id}/line_items`)
      },
    ),
    operation('POST', '/v1/checkout/sessions/:id/expire', 'CheckoutSessionExpireParams', ({ world, path }) => {
      const { id, status } = world.store.get(checkoutSessions, path['id'] ?? '')
      if (status === 'open') return expireSession(world, id)
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
        { code: 'checkout_session_unexpected_state' },
      )
    }),
  ],
  works: {
    'expire-checkout': (world, { session }) => {
      if (world.store.find(checkoutSessions, session)?.status === 'open') expireSession(world, session ?? '')
    },
  },
}
