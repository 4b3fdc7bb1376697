import type { Stripe } from 'stripe'
import { mergeMetadata, newMetadata } from '../fields.ts'
import { isInRange, pageOf } from '../lists.ts'
import { describeAmount } from '../pages.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { addMovement } from './balance.ts'
import { charges } from './charges.ts'
import { paymentIntents } from './payment-intents.ts'
import { cardOf, paymentMethods } from './payment-methods.ts'
import { refunds, shortBalance } from './refund-rows.ts'

const dayMs = 86_400_000
/** Days until a bank sends the money back, or says that it cannot take it. */
const failDays = 2
const settleDays = 3

function chargeFor(world: StripeWorld, params: Stripe.RefundCreateParams): Stripe.Charge {
  if (world.store.all(shortBalance).length > 0)
    throw invalidRequest('Insufficient funds in your Stripe balance to refund this amount.', {
      code: 'balance_insufficient',
    })
  const { charge, payment_intent: intent } = params
  if (charge !== undefined) return world.store.get(charges, charge, 'charge')
  if (intent === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    })
  const latest = idOf(world.store.get(paymentIntents, intent, 'payment_intent').latest_charge)
  const found = world.store.find(charges, latest)
  if (found?.status === 'succeeded' || found?.status === 'pending') return found
  throw invalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
    code: 'payment_intent_unexpected_state',
  })
}

function amountFor(charge: Stripe.Charge, given: number | undefined): number {
  const left = charge.amount - charge.amount_refunded
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (charge.refunded || left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (charge.status === 'pending')
    throw invalidRequest('This charge has not been paid yet and cannot be refunded.', { code: 'charge_not_refundable' })
  const amount = given ?? left
  if (amount < 1)
    throw invalidRequest('Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' })
  if (amount <= left) return amount
  const [asked, open] = [describeAmount(amount, charge.currency), describeAmount(left, charge.currency)]
  throw invalidRequest(`Refund amount (${asked}) is greater than unrefunded amount on charge (${open})`, {
    param: 'amount',
  })
}

function setRefunded(world: StripeWorld, charge: Stripe.Charge, amount: number): Stripe.Charge {
  return world.store.update(charges, charge.id, {
    amount_refunded: amount,
    refunded: amount === charge.amount,
  })
}

function createRefund(world: StripeWorld, params: Stripe.RefundCreateParams): Stripe.Refund {
  const { store, clock } = world
  const charge = chargeFor(world, params)
  const amount = amountFor(charge, params.amount)
  const method = store.find(paymentMethods, charge.payment_method)
  const isCard = charge.payment_method_details?.type === 'card'
  const id = store.newId(refunds)
  const transaction = addMovement(world, {
    type: isCard ? 'refund' : 'payment_refund',
    reporting_category: 'refund',
    amount: -amount,
    source: id,
    currency: charge.currency,
    description: `REFUND FOR ${charge.id}`,
    isImmediate: true,
  })
  const refund = store.insert(refunds, {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: clock.seconds(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    ...(isCard && { destination_details: { card: { type: 'refund', reference_status: 'pending' }, type: 'card' } }),
    metadata: newMetadata(params.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isCard ? 'succeeded' : 'pending',
    transfer_reversal: null,
  })
  const refunded = setRefunded(world, charge, charge.amount_refunded + amount)
  world.record('refund.created', refund)
  world.record('charge.refunded', refunded, { previous: charge })
  const isFailing = method !== undefined && cardOf(store, method)?.failsRefunds === true
  const kind = isFailing ? 'fail-refund' : 'settle-refund'
  const at = clock.ms() + (isFailing ? failDays : settleDays) * dayMs
  if (isFailing || !isCard) clock.schedule({ at, kind, data: { refund: id } })
  return refund
}

function changeRefund(world: StripeWorld, id: string, patch: Partial<Stripe.Refund>): Stripe.Refund {
  const previous = world.store.get(refunds, id)
  const refund = world.store.update(refunds, id, patch)
  world.record('refund.updated', refund, { previous })
  world.record('charge.refund.updated', refund, { previous })
  return refund
}

const settleRefund = (world: StripeWorld, id: string) =>
  world.store.get(refunds, id).status === 'pending' ? changeRefund(world, id, { status: 'succeeded' }) : undefined

/** The bank could not take the money back: it is on the balance again. */
function failRefund(world: StripeWorld, id: string): Stripe.Refund {
  const refund = world.store.get(refunds, id)
  if (refund.status === 'failed' || refund.status === 'canceled') return refund
  const charge = world.store.get(charges, idOf(refund.charge) ?? '')
  const transaction = addMovement(world, {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    amount: refund.amount,
    source: id,
    currency: refund.currency,
    description: `REFUND FAILURE FOR ${charge.id}`,
    isImmediate: true,
  })
  setRefunded(world, charge, charge.amount_refunded - refund.amount)
  const failed = changeRefund(world, id, {
    failure_balance_transaction: transaction.id,
    failure_reason: 'unknown',
    status: 'failed',
  })
  world.record('refund.failed', failed)
  return failed
}

const isWanted = (row: Stripe.Refund, { charge, created, payment_intent: intent }: Stripe.RefundListParams) =>
  isInRange(row.created, created) &&
  (charge === undefined || row.charge === charge) &&
  (intent === undefined || row.payment_intent === intent)

const listRefunds = (world: StripeWorld, params: Stripe.RefundListParams, url: string) =>
  pageOf(
    world.store.all(refunds).filter((row) => isWanted(row, params)),
    params,
    url,
  )

export const refundsPart: StripePart = {
  tables: [refunds, shortBalance],
  operations: [
    operation('POST', '/v1/refunds', 'RefundCreateParams', ({ world, params }) => createRefund(world, params)),
    operation('GET', '/v1/refunds', 'RefundListParams', ({ world, params }) =>
      listRefunds(world, params, '/v1/refunds'),
    ),
    operation('GET', '/v1/refunds/:id', 'RefundRetrieveParams', ({ world, path }) =>
      world.store.get(refunds, path['id'] ?? ''),
    ),
    operation('POST', '/v1/refunds/:id', 'RefundUpdateParams', ({ world, params, path }) => {
      const { id, metadata } = world.store.get(refunds, path['id'] ?? '')
      return changeRefund(world, id, { metadata: mergeMetadata(metadata ?? {}, params.metadata) })
    }),
    operation('POST', '/v1/refunds/:id/cancel', 'RefundCancelParams', ({ world, path }) => {
      const refund = world.store.get(refunds, path['id'] ?? '')
      throw invalidRequest(`Refund ${refund.id} cannot be canceled: only refunds that need action can.`, {
        code: 'refund_unexpected_state',
      })
    }),
  ],
  works: {
    'settle-refund': (world, { refund }) => void settleRefund(world, refund ?? ''),
    'fail-refund': (world, { refund }) => void failRefund(world, refund ?? ''),
  },
  controls: {
    /** `{ refund }`: the bank says that it cannot take it. */
    'fail-refund': (world, { refund }) => failRefund(world, String(refund)),
    /** `{ isShort }`: the balance has no money for refunds, or has it again. */
    'short-balance': ({ store }, { isShort }) =>
      isShort === true ? store.insert(shortBalance, { id: 'short' }) : store.remove(shortBalance, 'short'),
  },
}
