import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { addressOf, emptyAddress, mergeMetadata, newMetadata, textOrNull } from '../fields.ts'
import { pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest, StripeRefusal } from '../refusals.ts'
import { idOf, table, type StripeStore } from '../store.ts'
import { cardTokens, isIban, testCardOf, type TestCard } from './test-numbers.ts'

export const paymentMethods = table<Stripe.PaymentMethod>({
  name: 'PaymentMethod',
  prefix: 'pm_',
  by: { customer: ({ customer }) => idOf(customer) },
})

/** What the stand-in knows of a payment method beside what the API shows. */
export type PaymentInstrument = {
  id: string
  number: string
  /** The payer was seen when it was kept for later. */
  isSetUp: boolean
  /** It was taken away from its customer, after which Stripe does not use it again. */
  isDetached?: boolean
}
export const instruments = table<PaymentInstrument>({ name: 'instrument', prefix: 'pm_', isHidden: true })

export const instrumentOf = (store: StripeStore, method: string): PaymentInstrument =>
  store.find(instruments, method) ?? { id: method, number: '4242424242424242', isSetUp: false }

/** The card behind a payment method; undefined for accounts. */
export const cardOf = (store: StripeStore, method: Stripe.PaymentMethod): TestCard | undefined =>
  method.type === 'card' ? testCardOf(instrumentOf(store, method.id).number) : undefined

/** What a page or a request says of a card or an account. */
export type GivenMethod = {
  card?: { number: string; expMonth: number; expYear: number; cvc?: string }
  iban?: string
  becs?: { bsb: string; account: string }
  billing?: Stripe.PaymentMethodCreateParams.BillingDetails
  metadata?: Stripe.MetadataParam
  allowRedisplay?: string
}

const incorrect = (message: string, details: { param: string; code: string }) =>
  new StripeRefusal(402, { type: 'card_error', message, ...details })

const fingerprintOf = (number: string) =>
  createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 16)

function checkCard(world: StripeWorld, { number, expMonth, expYear, cvc }: NonNullable<GivenMethod['card']>): TestCard {
  const found = testCardOf(number)
  if (!found) throw incorrect('Your card number is incorrect.', { param: 'number', code: 'incorrect_number' })
  if (!(expMonth >= 1 && expMonth <= 12))
    throw incorrect("Your card's expiration month is invalid.", { param: 'exp_month', code: 'invalid_expiry_month' })
  const now = new Date(world.clock.ms())
  const isPast = expYear < now.getUTCFullYear() || (expYear === now.getUTCFullYear() && expMonth <= now.getUTCMonth())
  if (isPast || expYear > now.getUTCFullYear() + 50)
    throw incorrect("Your card's expiration year is invalid.", { param: 'exp_year', code: 'invalid_expiry_year' })
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw incorrect("Your card's security code is invalid.", { param: 'cvc', code: 'invalid_cvc' })
  return found
}

const cardFields = (world: StripeWorld, given: NonNullable<GivenMethod['card']>): Stripe.PaymentMethod.Card => {
  const { brand, funding } = checkCard(world, given)
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: given.cvc ? 'pass' : 'unchecked' },
    country: 'US',
    display_brand: brand,
    exp_month: given.expMonth,
    exp_year: given.expYear,
    fingerprint: fingerprintOf(given.number),
    funding,
    generated_from: null,
    last4: given.number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function sepaFields(iban: string): Stripe.PaymentMethod.SepaDebit {
  if (!isIban(iban))
    throw invalidRequest(`The IBAN you provided is invalid.`, {
      param: 'sepa_debit[iban]',
      code: 'invalid_bank_account_iban',
    })
  return {
    bank_code: iban.slice(4, 12),
    branch_code: '',
    country: iban.slice(0, 2),
    fingerprint: fingerprintOf(iban),
    generated_from: { charge: null, setup_attempt: null },
    last4: iban.slice(-4),
  }
}

function becsFields({ bsb, account }: NonNullable<GivenMethod['becs']>): Stripe.PaymentMethod.AuBecsDebit {
  if (!/^\d{6}$/.test(bsb))
    throw invalidRequest('The BSB number is invalid.', {
      param: 'au_becs_debit[bsb_number]',
      code: 'invalid_bsb_number',
    })
  if (!/^\d{5,9}$/.test(account))
    throw invalidRequest('The account number is invalid.', {
      param: 'au_becs_debit[account_number]',
      code: 'account_number_invalid',
    })
  return { bsb_number: bsb, fingerprint: fingerprintOf(`${bsb}${account}`), last4: account.slice(-4) }
}

/** Keeps a payment method that belongs to no customer yet. */
export function newMethod(world: StripeWorld, given: GivenMethod): Stripe.PaymentMethod {
  const { store, clock } = world
  const { card, iban, becs, billing = {} } = given
  const details = card
    ? { type: 'card' as const, card: cardFields(world, card) }
    : iban !== undefined
      ? { type: 'sepa_debit' as const, sepa_debit: sepaFields(iban) }
      : { type: 'au_becs_debit' as const, au_becs_debit: becsFields(becs ?? { bsb: '', account: '' }) }
  const method = store.insert(paymentMethods, {
    id: store.newId(paymentMethods),
    object: 'payment_method',
    allow_redisplay: given.allowRedisplay ?? 'unspecified',
    billing_details: {
      address: addressOf(billing.address) ?? emptyAddress,
      email: textOrNull(billing.email),
      name: textOrNull(billing.name),
      phone: textOrNull(billing.phone),
      tax_id: billing.tax_id ?? null,
    },
    created: clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: newMetadata(given.metadata),
    ...details,
  })
  const number = card?.number ?? iban ?? becs?.account ?? ''
  store.insert(instruments, { id: method.id, number, isSetUp: false })
  return method
}

/** A payment method by its id, or by one of Stripe's names for tests, of which each use makes a new one. */
export function findMethod(world: StripeWorld, id: string, param?: string): Stripe.PaymentMethod {
  const number = cardTokens[id]
  if (number === undefined) return world.store.get(paymentMethods, id, param)
  const expYear = new Date(world.clock.ms()).getUTCFullYear() + 1
  return newMethod(world, { card: { number, expMonth: 8, expYear, cvc: '123' } })
}

/** What was detached once is refused for good. */
export function checkUsable(world: StripeWorld, method: Stripe.PaymentMethod) {
  if (!instrumentOf(world.store, method.id).isDetached) return
  throw invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method', code: 'payment_method_unexpected_state' },
  )
}

/** Gives it to a customer. What a bank refuses at once is refused here already. */
export function attachMethod(
  world: StripeWorld,
  input: { method: Stripe.PaymentMethod; customer: string },
): Stripe.PaymentMethod {
  const { method, customer } = input
  const owner = idOf(method.customer)
  if (owner === customer) return method
  if (owner !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
      code: 'payment_method_unexpected_state',
    })
  checkUsable(world, method)
  const refusal = cardOf(world.store, method)?.refusedAtSetup
  if (refusal) throw new StripeRefusal(402, { type: 'card_error', ...refusal })
  const attached = world.store.update(paymentMethods, method.id, { customer })
  world.record('payment_method.attached', attached)
  return attached
}

function detachMethod(world: StripeWorld, id: string): Stripe.PaymentMethod {
  const previous = findMethod(world, id)
  if (previous.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.', {
      param: 'payment_method',
      code: 'payment_method_unexpected_state',
    })
  const detached = world.store.update(paymentMethods, previous.id, { customer: null })
  world.store.update(instruments, previous.id, { isDetached: true })
  world.record('payment_method.detached', detached, { previous })
  return detached
}

/** The parameters of a request, read as what a page would say. */
export function givenMethodOf(params: Stripe.PaymentMethodCreateParams): GivenMethod {
  const { card, sepa_debit: sepa, au_becs_debit: becs, type } = params
  const missing = (param: string) =>
    invalidRequest(`Missing required param: ${param}.`, { param, code: 'parameter_missing' })
  const details: GivenMethod = {
    ...(params.billing_details && { billing: params.billing_details }),
    ...(params.metadata && { metadata: params.metadata }),
    ...(params.allow_redisplay !== undefined && { allowRedisplay: params.allow_redisplay }),
  }
  if (type === 'sepa_debit') {
    if (!sepa) throw missing('sepa_debit')
    return { ...details, iban: sepa.iban.replaceAll(' ', '').toUpperCase() }
  }
  if (type === 'au_becs_debit') {
    if (!becs) throw missing('au_becs_debit')
    return { ...details, becs: { bsb: becs.bsb_number.replaceAll(/\D/g, ''), account: becs.account_number } }
  }
  if (type !== undefined && type !== 'card')
    throw invalidRequest(`The stand-in knows card, sepa_debit and au_becs_debit, not ${type}.`, { param: 'type' })
  if (!card) throw missing('card')
  if (!('number' in card) || card.number === undefined) throw missing('card[number]')
  const { number, exp_month: expMonth, exp_year: expYear, cvc } = card
  if (expMonth === undefined || expYear === undefined) throw missing('card[exp_month]')
  return { ...details, card: { number, expMonth, expYear, ...(cvc !== undefined && { cvc }) } }
}

const listed = (world: StripeWorld, input: { customer: string | undefined; type: string | undefined }) =>
  (input.customer === undefined ? [] : world.store.by(paymentMethods, 'customer', input.customer)).filter(
    ({ type }) => input.type === undefined || type === input.type,
  )

export const paymentMethodsPart: StripePart = {
  tables: [paymentMethods, instruments],
  operations: [
    operation(
      'POST',
      '/v1/payment_methods',
      'PaymentMethodCreateParams',
      ({ world, params }) => newMethod(world, givenMethodOf(params)),
      { isPublic: true },
    ),
    operation('GET', '/v1/payment_methods', 'PaymentMethodListParams', ({ world, params }) =>
      pageOf(listed(world, { customer: params.customer, type: params.type }), params, '/v1/payment_methods'),
    ),
    operation(
      'GET',
      '/v1/customers/:id/payment_methods',
      'CustomerListPaymentMethodsParams',
      ({ world, params, path }) => {
        const customer = path['id'] ?? ''
        return pageOf(
          listed(world, { customer, type: params.type }),
          params,
          `/v1/customers/${customer}/payment_methods`,
        )
      },
    ),
    operation('GET', '/v1/payment_methods/:id', 'PaymentMethodRetrieveParams', ({ world, path }) =>
      findMethod(world, path['id'] ?? ''),
    ),
    operation('POST', '/v1/payment_methods/:id', 'PaymentMethodUpdateParams', ({ world, params, path }) => {
      const previous = findMethod(world, path['id'] ?? '')
      const { billing_details: billing, card, metadata } = params
      const { exp_month: month, exp_year: year } = card ?? {}
      const method = world.store.update(paymentMethods, previous.id, {
        metadata: mergeMetadata(previous.metadata ?? {}, metadata),
        ...(billing && {
          billing_details: {
            ...previous.billing_details,
            ...(billing.email !== undefined && { email: textOrNull(billing.email) }),
            ...(billing.name !== undefined && { name: textOrNull(billing.name) }),
            ...(billing.phone !== undefined && { phone: textOrNull(billing.phone) }),
            ...(billing.address !== undefined && { address: addressOf(billing.address) }),
          },
        }),
        ...(previous.card && {
          card: {
            ...previous.card,
            ...(month !== undefined && { exp_month: month }),
            ...(year !== undefined && { exp_year: year }),
          },
        }),
      })
      world.record('payment_method.updated', method, { previous })
      return method
    }),
    operation('POST', '/v1/payment_methods/:id/detach', 'PaymentMethodDetachParams', ({ world, path }) =>
      detachMethod(world, path['id'] ?? ''),
    ),
  ],
  controls: {
    /** `{ method, number }`: its bank treats it as this test number from now on, as one that was lost. */
    'card-becomes': (world, { method, number }) =>
      world.store.update(instruments, findMethod(world, String(method)).id, { number: String(number) }),
  },
}
