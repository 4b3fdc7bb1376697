import type { Stripe } from 'stripe'
import { mergeMetadata, newMetadata } from '../fields.ts'
import { newClientSecret } from '../ids.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { cardRefusal, invalidRequest } from '../refusals.ts'
import { idOf, table } from '../store.ts'
import { getCustomer } from './customers.ts'
import { mandateFor } from './mandates.ts'
import { checkMethodParams } from './payment-intents.ts'
import {
  attachMethod,
  cardOf,
  checkUsable,
  findMethod,
  givenMethodOf,
  instruments,
  newMethod,
} from './payment-methods.ts'

export const setupIntents = table<Stripe.SetupIntent>({
  name: 'setupintent',
  prefix: 'seti_',
  by: { customer: ({ customer }) => idOf(customer), payment_method: (row) => idOf(row.payment_method) },
})

type NewSetup = {
  customer?: string | null
  description?: string | null
  metadata?: Stripe.MetadataParam
  usage?: string
  allowedTypes?: string[] | null
  isAutomatic?: boolean
}

/** Makes one that waits for a payment method. */
export function newSetup(world: StripeWorld, input: NewSetup): Stripe.SetupIntent {
  const { store, clock } = world
  const { customer = null, allowedTypes = null } = input
  const id = store.newId(setupIntents)
  const setup = store.insert(setupIntents, {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowedTypes,
    application: null,
    automatic_payment_methods: input.isAutomatic ? { allow_redirects: 'always', enabled: true } : null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: clock.seconds(),
    customer,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: newMetadata(input.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: allowedTypes ?? ['card', 'au_becs_debit', 'sepa_debit'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  })
  world.record('setup_intent.created', setup)
  return setup
}

function fail(world: StripeWorld, id: string, error: Stripe.SetupIntent.LastSetupError): Stripe.SetupIntent {
  const failed = world.store.update(setupIntents, id, {
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  world.record('setup_intent.setup_failed', failed)
  return failed
}

/** The payment method is kept for later, and belongs to the customer from now on. */
function succeed(world: StripeWorld, setup: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupIntent {
  const customer = idOf(setup.customer)
  const refusal = cardOf(world.store, method)?.refusedAtSetup
  if (refusal) return fail(world, setup.id, { ...refusal, payment_method: method, type: 'card_error' })
  world.store.update(instruments, method.id, { isSetUp: true })
  if (customer !== null) attachMethod(world, { method, customer })
  const done = world.store.update(setupIntents, setup.id, {
    last_setup_error: null,
    mandate: mandateFor(world, method)?.id ?? null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  world.record('setup_intent.succeeded', done)
  return done
}

function unfinished(world: StripeWorld, id: string): Stripe.SetupIntent {
  const setup = world.store.get(setupIntents, id)
  if (setup.status !== 'succeeded' && setup.status !== 'canceled') return setup
  throw invalidRequest(`You cannot confirm this SetupIntent because it has a status of ${setup.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: setup,
  })
}

/** Keeps the payment method for later, or asks for the payer. A refusal stands in the intent. */
export function confirmSetup(
  world: StripeWorld,
  id: string,
  input: { paymentMethod: string | null; returnUrl: string | null },
): Stripe.SetupIntent {
  const setup = unfinished(world, id)
  const methodId = input.paymentMethod ?? idOf(setup.payment_method)
  if (methodId === null)
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { code: 'setup_intent_unexpected_state', setup_intent: setup },
    )
  const method = findMethod(world, methodId, 'payment_method')
  checkUsable(world, method)
  const owner = idOf(method.customer)
  if (owner !== null && owner !== idOf(setup.customer))
    throw invalidRequest(`The payment method ${method.id} belongs to another Customer.`, { param: 'payment_method' })
  const authentication = cardOf(world.store, method)?.authentication ?? 'never'
  if (authentication === 'never' || authentication === 'oneTime') return succeed(world, setup, method)
  const url = `${world.url}/3ds/${id}`
  const asked = world.store.update(setupIntents, id, {
    last_setup_error: null,
    next_action: { redirect_to_url: { return_url: input.returnUrl, url }, type: 'redirect_to_url' },
    payment_method: method.id,
    status: 'requires_action',
  })
  world.record('setup_intent.requires_action', asked)
  return asked
}

/** The payer came back from their bank, which saw them or did not. */
export function endSetupAuthentication(world: StripeWorld, id: string, isSeen: boolean): Stripe.SetupIntent {
  const setup = world.store.get(setupIntents, id)
  if (setup.status !== 'requires_action') return setup
  const method = findMethod(world, idOf(setup.payment_method) ?? '')
  if (isSeen) return succeed(world, setup, method)
  return fail(world, id, {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
    type: 'invalid_request_error',
  })
}

function confirmOrRefuse(world: StripeWorld, id: string, params: Stripe.SetupIntentConfirmParams): Stripe.SetupIntent {
  const { payment_method: given, payment_method_data: data } = params
  const method = data ? newMethod(world, givenMethodOf(data)).id : (given ?? null)
  const setup = confirmSetup(world, id, { paymentMethod: method, returnUrl: params.return_url ?? null })
  const error = setup.last_setup_error
  if (setup.status !== 'requires_payment_method' || !error) return setup
  throw cardRefusal(error.message ?? '', {
    ...(error.code !== undefined && { code: error.code }),
    ...(error.decline_code !== undefined && { decline_code: error.decline_code }),
    ...(error.payment_method && { payment_method: error.payment_method }),
    setup_intent: setup,
  })
}

function create(world: StripeWorld, params: Stripe.SetupIntentCreateParams): Stripe.SetupIntent {
  const { customer, description, metadata, usage, allowed_payment_method_types: allowed } = params
  checkMethodParams(params)
  const setup = newSetup(world, {
    customer: customer === undefined ? null : getCustomer(world, customer, 'customer').id,
    description: description ?? null,
    ...(metadata && { metadata }),
    ...(usage !== undefined && { usage }),
    allowedTypes: allowed ?? null,
    isAutomatic: params.automatic_payment_methods?.enabled ?? allowed === undefined,
  })
  const { payment_method: method, payment_method_data: data, return_url: returnUrl } = params
  if (params.confirm)
    return confirmOrRefuse(world, setup.id, {
      ...(method !== undefined && { payment_method: method }),
      ...(data && { payment_method_data: data }),
      ...(returnUrl !== undefined && { return_url: returnUrl }),
    })
  if (method === undefined) return setup
  const { id } = findMethod(world, method, 'payment_method')
  return world.store.update(setupIntents, setup.id, { payment_method: id, status: 'requires_confirmation' })
}

const isWanted = (row: Stripe.SetupIntent, params: Stripe.SetupIntentListParams) =>
  isInRange(row.created, params.created) &&
  (params.customer === undefined || row.customer === params.customer) &&
  (params.payment_method === undefined || row.payment_method === params.payment_method)

export const setupIntentsPart: StripePart = {
  tables: [setupIntents],
  operations: [
    operation('POST', '/v1/setup_intents', 'SetupIntentCreateParams', ({ world, params }) => create(world, params)),
    operation('GET', '/v1/setup_intents', 'SetupIntentListParams', ({ world, params }) =>
      pageOf(
        world.store.all(setupIntents).filter((row) => isWanted(row, params)),
        params,
        '/v1/setup_intents',
      ),
    ),
    operation(
      'GET',
      '/v1/setup_intents/:id',
      'SetupIntentRetrieveParams',
      ({ world, path }) => world.store.get(setupIntents, path['id'] ?? ''),
      { isPublic: true },
    ),
    operation('POST', '/v1/setup_intents/:id', 'SetupIntentUpdateParams', ({ world, params, path }) => {
      const setup = world.store.get(setupIntents, path['id'] ?? '')
      const { customer, description, metadata, payment_method: method } = params
      return world.store.update(setupIntents, setup.id, {
        metadata: mergeMetadata(setup.metadata ?? {}, metadata),
        ...(customer !== undefined && { customer: getCustomer(world, customer, 'customer').id }),
        ...(description !== undefined && { description }),
        ...(method !== undefined && { payment_method: findMethod(world, method, 'payment_method').id }),
      })
    }),
    operation(
      'POST',
      '/v1/setup_intents/:id/confirm',
      'SetupIntentConfirmParams',
      ({ world, params, path }) => confirmOrRefuse(world, path['id'] ?? '', params),
      { isPublic: true },
    ),
    operation('POST', '/v1/setup_intents/:id/cancel', 'SetupIntentCancelParams', ({ world, params, path }) => {
      const setup = unfinished(world, path['id'] ?? '')
      const reason = params.cancellation_reason ?? null
      const canceled = world.store.update(setupIntents, setup.id, { cancellation_reason: reason, status: 'canceled' })
      world.record('setup_intent.canceled', canceled)
      return canceled
    }),
  ],
}
