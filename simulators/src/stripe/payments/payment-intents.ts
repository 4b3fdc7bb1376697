import type { Stripe } from 'stripe'
import { newMetadata } from '../fields.ts'
import { newClientSecret } from '../ids.ts'
import type { StripePart, StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf, table } from '../store.ts'

export const paymentIntents = table<Stripe.PaymentIntent>({
  name: 'payment_intent',
  prefix: 'pi_',
  by: { customer: ({ customer }) => idOf(customer) },
})

/** What the stand-in knows of an intent beside what the API shows. */
type IntentNote = { id: string; returnUrl: string | null; isOffSession: boolean }
const intentNotes = table<IntentNote>({ name: 'payment intent note', prefix: 'pi_', isHidden: true })

export const intentNoteOf = (world: StripeWorld, id: string): IntentNote =>
  world.store.find(intentNotes, id) ?? { id, returnUrl: null, isOffSession: false }

export const setIntentNote = (world: StripeWorld, note: IntentNote) => world.store.insert(intentNotes, note)

/** The least that can be charged, in cents. */
const least = 50
const currencies = new Set(Intl.supportedValuesOf('currency').map((name) => name.toLowerCase()))

export function checkAmount(amount: number, currency: string) {
  if (!currencies.has(currency)) throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' })
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      param: 'amount',
      code: 'parameter_invalid_integer',
    })
  if (amount < least)
    throw invalidRequest(`Amount must be at least $0.50 ${currency}`, { param: 'amount', code: 'amount_too_small' })
  if (amount > 99_999_999)
    throw invalidRequest(`Amount must be no more than $999,999.99`, { param: 'amount', code: 'amount_too_large' })
}

export type NewIntent = {
  amount: number
  currency: string
  customer?: string | null
  description?: string | null
  metadata?: Stripe.MetadataParam
  paymentMethod?: string | null
  setupFutureUsage?: Stripe.PaymentIntent.SetupFutureUsage | null
  receiptEmail?: string | null
  statementDescriptor?: string | null
  statementSuffix?: string | null
  transferGroup?: string | null
  allowedTypes?: string[] | null
  /** Stripe then asks for a `return_url` when it is confirmed. */
  isAutomatic?: boolean
  allowsRedirects?: boolean
}

/** The ways of saying how may be paid exclude each other. */
export function checkMethodParams(params: Pick<Stripe.PaymentIntentCreateParams, MethodParam>) {
  const given = methodParams.filter((name) => params[name] !== undefined)
  if (given.length < 2 || !given.includes('allowed_payment_method_types')) return
  throw invalidRequest(`You may only specify one of these parameters: ${given.join(', ')}.`, {
    param: 'allowed_payment_method_types',
  })
}
const methodParams = [
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'excluded_payment_method_types',
  'payment_method_configuration',
] as const
type MethodParam = (typeof methodParams)[number]

/** Which ways of paying go with a currency. */
export const methodTypesFor = (currency: string, allowed?: string[] | null): string[] => {
  const all = currency === 'eur' ? ['card', 'sepa_debit'] : currency === 'aud' ? ['card', 'au_becs_debit'] : ['card']
  return allowed ? all.filter((type) => allowed.includes(type)) : all
}

/** What nothing has happened to yet. */
const untouched = {
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_record: null,
  processing: null,
  review: null,
  shipping: null,
  source: null,
  transfer_data: null,
} satisfies Partial<Stripe.PaymentIntent>

/** Makes an intent that waits to be confirmed. */
export function newIntent(world: StripeWorld, input: NewIntent): Stripe.PaymentIntent {
  const { store, clock } = world
  const { amount, paymentMethod = null, customer = null, allowedTypes = null, isAutomatic = false } = input
  const currency = input.currency.toLowerCase()
  checkAmount(amount, currency)
  const id = store.newId(paymentIntents)
  const intent = store.insert(paymentIntents, {
    id,
    object: 'payment_intent',
    ...untouched,
    allowed_payment_method_types: allowedTypes,
    amount,
    automatic_payment_methods: isAutomatic
      ? { allow_redirects: (input.allowsRedirects ?? true) ? 'always' : 'never', enabled: true }
      : null,
    client_secret: newClientSecret(id),
    created: clock.seconds(),
    currency,
    customer,
    description: input.description ?? null,
    metadata: newMetadata(input.metadata),
    payment_method: paymentMethod,
    payment_method_types: methodTypesFor(currency, allowedTypes),
    receipt_email: input.receiptEmail ?? null,
    setup_future_usage: input.setupFutureUsage ?? null,
    statement_descriptor: input.statementDescriptor ?? null,
    statement_descriptor_suffix: input.statementSuffix ?? null,
    status: paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: input.transferGroup ?? null,
  })
  world.record('payment_intent.created', intent)
  return intent
}

const waiting = new Set<string>(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing'])

/** Gives it up. What was paid or given up already cannot be. */
export function cancelIntent(
  world: StripeWorld,
  id: string,
  reason: Stripe.PaymentIntent.CancellationReason | null = null,
): Stripe.PaymentIntent {
  const intent = world.store.get(paymentIntents, id)
  if (!waiting.has(intent.status) || intent.status === 'processing')
    throw invalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  const canceled = world.store.update(paymentIntents, id, {
    canceled_at: world.clock.seconds(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  })
  world.record('payment_intent.canceled', canceled)
  return canceled
}

export const paymentIntentRows: StripePart = { tables: [paymentIntents, intentNotes] }
