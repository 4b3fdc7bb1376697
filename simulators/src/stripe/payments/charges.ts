import type { Stripe } from 'stripe'
import { mergeMetadata, textOrNull } from '../fields.ts'
import { newId, randomLetters } from '../ids.ts'
import { isInRange, pageOf, wholeList } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { idOf, table } from '../store.ts'
import { refunds } from './refund-rows.ts'
import type { DeclineReason } from './test-numbers.ts'

export const charges = table<Stripe.Charge>({
  name: 'charge',
  prefix: 'ch_',
  by: { customer: ({ customer }) => idOf(customer), payment_intent: (row) => idOf(row.payment_intent) },
  included: {
    refunds: ({ id }, store) => wholeList(store.by(refunds, 'charge', id), `/v1/charges/${id}/refunds`),
  },
})

const cardDetails = (
  card: Stripe.PaymentMethod.Card,
  { amount, isSeen }: { amount: number; isSeen: boolean },
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: randomLetters(6).toUpperCase(),
  brand: card.brand,
  checks: card.checks,
  country: card.country,
  electronic_commerce_indicator: isSeen ? '05' : null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  extended_authorization: { status: 'disabled' },
  fingerprint: card.fingerprint ?? null,
  funding: card.funding,
  incremental_authorization: { status: 'unavailable' },
  installments: null,
  last4: card.last4,
  mandate: null,
  multicapture: { status: 'unavailable' },
  network: card.brand,
  network_token: { used: false },
  network_transaction_id: randomLetters(15),
  overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
  regulated_status: 'unregulated',
  three_d_secure: isSeen
    ? {
        authentication_flow: 'challenge',
        electronic_commerce_indicator: '05',
        exemption_indicator: null,
        result: 'authenticated',
        result_reason: null,
        transaction_id: randomLetters(32),
        version: '2.2.0',
      }
    : null,
  transaction_link_id: null,
  wallet: null,
})

const methodDetails = (
  method: Stripe.PaymentMethod,
  input: { amount: number; isSeen: boolean; mandate: string | null },
): Stripe.Charge.PaymentMethodDetails => {
  const { card, sepa_debit: sepa, au_becs_debit: becs } = method
  if (card) return { card: cardDetails(card, input), type: 'card' }
  const { mandate } = input
  if (sepa) {
    const { bank_code, branch_code, country, fingerprint, last4 } = sepa
    return { sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate }, type: 'sepa_debit' }
  }
  const { bsb_number = null, fingerprint = null, last4 = null } = becs ?? {}
  return {
    au_becs_debit: { bsb_number, fingerprint, last4, ...(mandate !== null && { mandate }) },
    type: 'au_becs_debit',
  }
}

const outcomeOf = (status: string, reason: DeclineReason | null): Stripe.Charge.Outcome => ({
  advice_code: reason?.advice_code ?? null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: reason ? 'declined_by_network' : 'approved_by_network',
  reason: reason?.decline_code ?? null,
  risk_level: status === 'pending' ? 'not_assessed' : 'normal',
  seller_message: reason ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: reason ? 'issuer_declined' : 'authorized',
})

type ChargeAttempt = {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  status: 'succeeded' | 'pending' | 'failed'
  reason?: DeclineReason | null
  mandate?: string | null
  isSeen?: boolean
}

/** One attempt to take money. What it moves is booked by what makes it. */
export function newCharge(world: StripeWorld, input: ChargeAttempt): Stripe.Charge {
  const { intent, method, status, reason = null, mandate = null, isSeen = false } = input
  const { store, clock } = world
  const isPaid = status === 'succeeded'
  const id = newId(method.type === 'card' ? 'ch_' : 'py_')
  return store.insert(charges, {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'failed' ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: world.account.name.toUpperCase().slice(0, 22),
    captured: status !== 'failed',
    created: clock.seconds(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: reason?.code ?? null,
    failure_message: reason?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(status, reason),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, { amount: intent.amount, isSeen, mandate }),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: status === 'failed' ? null : `${world.url}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  })
}

const isWanted = (row: Stripe.Charge, { created, payment_intent: intent }: Stripe.ChargeListParams) =>
  isInRange(row.created, created) && (intent === undefined || row.payment_intent === intent)

export const chargesPart: StripePart = {
  tables: [charges],
  operations: [
    operation('GET', '/v1/charges', 'ChargeListParams', ({ world, params }) => {
      const { customer } = params
      const found = customer === undefined ? world.store.all(charges) : world.store.by(charges, 'customer', customer)
      return pageOf(
        found.filter((row) => isWanted(row, params)),
        params,
        '/v1/charges',
      )
    }),
    operation('GET', '/v1/charges/:id', 'ChargeRetrieveParams', ({ world, path }) =>
      world.store.get(charges, path['id'] ?? ''),
    ),
    operation('POST', '/v1/charges/:id', 'ChargeUpdateParams', ({ world, params, path }) => {
      const previous = world.store.get(charges, path['id'] ?? '')
      const { description, metadata, receipt_email: email } = params
      const charge = world.store.update(charges, previous.id, {
        metadata: mergeMetadata(previous.metadata, metadata),
        ...(description !== undefined && { description: textOrNull(description) }),
        ...(email !== undefined && { receipt_email: textOrNull(email) }),
      })
      world.record('charge.updated', charge, { previous })
      return charge
    }),
  ],
}
