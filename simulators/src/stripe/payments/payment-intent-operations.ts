import type { Stripe } from 'stripe'
import { mergeMetadata, textOrNull } from '../fields.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { cardRefusal, invalidRequest, type StripeRefusal } from '../refusals.ts'
import { getCustomer } from './customers.ts'
import { confirmIntent } from './payment-attempt.ts'
import {
  cancelIntent,
  checkAmount,
  checkMethodParams,
  newIntent,
  paymentIntents,
  setIntentNote,
} from './payment-intents.ts'
import { findMethod, givenMethodOf, newMethod } from './payment-methods.ts'

type ConfirmParams = Stripe.PaymentIntentConfirmParams

/** What follows from `payment_method_data`: an account given with the payment itself. */
const methodFrom = (world: StripeWorld, params: Pick<ConfirmParams, 'payment_method' | 'payment_method_data'>) => {
  const { payment_method: id, payment_method_data: data } = params
  if (data) return newMethod(world, givenMethodOf(data)).id
  return id === undefined ? undefined : findMethod(world, id, 'payment_method').id
}

/** The 402 of a payment that the bank refused. The intent stays, and is in the answer. */
export const refusalOf = (intent: Stripe.PaymentIntent): StripeRefusal | null => {
  const error = intent.last_payment_error
  if (error === null || intent.status !== 'requires_payment_method') return null
  const { code, decline_code, advice_code, charge, message = '', payment_method } = error
  return cardRefusal(message, {
    ...(code !== undefined && { code }),
    ...(decline_code !== undefined && { decline_code }),
    ...(advice_code !== undefined && { advice_code }),
    ...(charge !== undefined && { charge }),
    ...(payment_method && { payment_method }),
    payment_intent: intent,
  })
}

function checkReturn(intent: Stripe.PaymentIntent, params: ConfirmParams) {
  const { enabled, allow_redirects: redirects } = intent.automatic_payment_methods ?? {}
  if (
    !enabled ||
    redirects === 'never' ||
    params.off_session ||
    params.return_url !== undefined ||
    params.use_stripe_sdk
  )
    return
  throw invalidRequest(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { payment_intent: intent },
  )
}

function confirm(world: StripeWorld, id: string, params: ConfirmParams): Stripe.PaymentIntent {
  const intent = world.store.get(paymentIntents, id)
  checkReturn(intent, params)
  const { setup_future_usage: usage, receipt_email: email } = params
  if (usage !== undefined || email !== undefined)
    world.store.update(paymentIntents, id, {
      ...(usage !== undefined && { setup_future_usage: usage || null }),
      ...(email !== undefined && { receipt_email: textOrNull(email) }),
    })
  const confirmed = confirmIntent(world, id, {
    paymentMethod: methodFrom(world, params) ?? null,
    isOffSession: Boolean(params.off_session) || params.error_on_requires_action === true,
    returnUrl: params.return_url ?? null,
  })
  const refusal = refusalOf(confirmed)
  if (refusal) throw refusal
  return confirmed
}

function create(world: StripeWorld, params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntent {
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed, customer } = params
  const { confirm: isConfirmed = false, off_session: offSession } = params
  if (offSession && !isConfirmed)
    throw invalidRequest('You can only set `off_session` when `confirm` is `true`.', { param: 'off_session' })
  checkMethodParams(params)
  if (params.capture_method === 'manual')
    throw invalidRequest('The stand-in does not hold amounts: leave capture_method out.', { param: 'capture_method' })
  const intent = newIntent(world, {
    amount: params.amount,
    currency: params.currency,
    customer: customer === undefined ? null : getCustomer(world, customer, 'customer').id,
    description: params.description ?? null,
    ...(params.metadata && { metadata: params.metadata }),
    paymentMethod: methodFrom(world, params) ?? null,
    setupFutureUsage: params.setup_future_usage ?? null,
    receiptEmail: params.receipt_email ?? null,
    statementDescriptor: params.statement_descriptor ?? null,
    statementSuffix: params.statement_descriptor_suffix ?? null,
    transferGroup: params.transfer_group ?? null,
    allowedTypes: allowed ?? null,
    isAutomatic: automatic?.enabled ?? allowed === undefined,
    allowsRedirects: automatic?.allow_redirects !== 'never',
  })
  if (!isConfirmed) return intent
  const { return_url: returnUrl, error_on_requires_action: isStrict, use_stripe_sdk: isWithSdk } = params
  return confirm(world, intent.id, {
    ...(offSession !== undefined && { off_session: offSession }),
    ...(returnUrl !== undefined && { return_url: returnUrl }),
    ...(isStrict !== undefined && { error_on_requires_action: isStrict }),
    ...(isWithSdk !== undefined && { use_stripe_sdk: isWithSdk }),
  })
}

function change(world: StripeWorld, id: string, params: Stripe.PaymentIntentUpdateParams): Stripe.PaymentIntent {
  const intent = world.store.get(paymentIntents, id)
  const { amount = intent.amount, currency = intent.currency, customer, description, metadata } = params
  const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  if (!isOpen && (amount !== intent.amount || customer !== undefined || params.payment_method !== undefined))
    throw invalidRequest(`This PaymentIntent could not be updated because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    })
  checkAmount(amount, currency)
  const method = methodFrom(world, params)
  return world.store.update(paymentIntents, id, {
    amount,
    currency,
    metadata: mergeMetadata(intent.metadata, metadata),
    ...(customer !== undefined && { customer: getCustomer(world, customer, 'customer').id }),
    ...(description !== undefined && { description }),
    ...(method !== undefined && { payment_method: method, status: 'requires_confirmation' }),
    ...(params.setup_future_usage !== undefined && { setup_future_usage: params.setup_future_usage || null }),
    ...(params.receipt_email !== undefined && { receipt_email: textOrNull(params.receipt_email) }),
  })
}

/** What a browser with the client secret is shown. */
const seenBy = (intent: Stripe.PaymentIntent, isPublic: boolean) => (isPublic ? { ...intent, metadata: {} } : intent)

export const paymentIntentsPart: StripePart = {
  operations: [
    operation('POST', '/v1/payment_intents', 'PaymentIntentCreateParams', ({ world, params }) => create(world, params)),
    operation('GET', '/v1/payment_intents', 'PaymentIntentListParams', ({ world, params }) => {
      const { customer } = params
      const { store } = world
      const found = customer === undefined ? store.all(paymentIntents) : store.by(paymentIntents, 'customer', customer)
      return pageOf(
        found.filter(({ created }) => isInRange(created, params.created)),
        params,
        '/v1/payment_intents',
      )
    }),
    operation(
      'GET',
      '/v1/payment_intents/:id',
      'PaymentIntentRetrieveParams',
      ({ world, path, isPublic }) => seenBy(world.store.get(paymentIntents, path['id'] ?? ''), isPublic),
      { isPublic: true },
    ),
    operation('POST', '/v1/payment_intents/:id', 'PaymentIntentUpdateParams', ({ world, params, path }) =>
      change(world, path['id'] ?? '', params),
    ),
    operation(
      'POST',
      '/v1/payment_intents/:id/confirm',
      'PaymentIntentConfirmParams',
      ({ world, params, path, isPublic }) => seenBy(confirm(world, path['id'] ?? '', params), isPublic),
      { isPublic: true },
    ),
    operation('POST', '/v1/payment_intents/:id/cancel', 'PaymentIntentCancelParams', ({ world, params, path }) => {
      const intent = cancelIntent(world, path['id'] ?? '', params.cancellation_reason ?? null)
      setIntentNote(world, { id: intent.id, returnUrl: null, isOffSession: false })
      return intent
    }),
  ],
}
