import type { Stripe } from 'stripe'
import { mergeMetadata } from '../fields.ts'
import { isInRange, pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf, table } from '../store.ts'
import { addMovement } from './balance.ts'
import { charges } from './charges.ts'

export const disputes = table<Stripe.Dispute>({
  name: 'dispute',
  prefix: 'dp_',
  by: { charge: ({ charge }) => idOf(charge) },
})

const day = 86_400
/** Days in which evidence can be handed in. */
const evidenceDays = 9
/** What a bank takes for a dispute, whichever side is right. */
const disputeFee = 2_500

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const chargeOf = (world: StripeWorld, dispute: Stripe.Dispute) => world.store.get(charges, idOf(dispute.charge) ?? '')

type NewDispute = {
  charge: string
  reason: string
  amount?: number
  /** Of a debit: the bank has decided already. */
  isFinal?: boolean
}

const detailsOf = (charge: Stripe.Charge): Stripe.Dispute['payment_method_details'] => {
  const { card, type = 'card' } = charge.payment_method_details ?? {}
  const brand = card?.brand ?? 'visa'
  return card
    ? { card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' }, type: 'card' }
    : { type }
}

const nothingSent: Stripe.Dispute.EvidenceDetails = {
  due_by: null,
  enhanced_eligibility: {},
  has_evidence: false,
  past_due: false,
  submission_count: 0,
  submission_method: 'not_submitted',
}

/** A payer denies a payment: the bank takes the money back, with its fee. */
export function openDispute(world: StripeWorld, input: NewDispute): Stripe.Dispute {
  const { store, clock } = world
  const { reason, isFinal = false } = input
  const charge = store.get(charges, input.charge, 'charge')
  if (charge.disputed || charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' })
  const amount = input.amount ?? charge.amount - charge.amount_refunded
  const id = store.newId(disputes)
  const withdrawn = addMovement(world, {
    type: 'adjustment',
    reporting_category: 'dispute',
    amount: -amount,
    fee: disputeFee,
    source: id,
    currency: charge.currency,
    description: `Chargeback withdrawal for ${charge.id}`,
    isImmediate: true,
  })
  const dispute = store.insert(disputes, {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawn],
    charge: charge.id,
    created: clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: { ...nothingSent, due_by: isFinal ? null : clock.seconds() + evidenceDays * day },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: detailsOf(charge) ?? { type: 'card' },
    reason,
    status: isFinal ? 'lost' : 'needs_response',
  })
  const disputed = store.update(charges, charge.id, { disputed: true })
  world.record('charge.dispute.created', dispute)
  world.record('charge.dispute.funds_withdrawn', dispute)
  world.record('charge.updated', disputed, { previous: charge })
  if (isFinal) world.record('charge.dispute.closed', dispute)
  return dispute
}

const isOpen = ({ status }: Stripe.Dispute) => status === 'needs_response' || status === 'under_review'

/** The bank decides. Money of a dispute that is won comes back; its fee does not. */
export function closeDispute(world: StripeWorld, id: string, isWon: boolean): Stripe.Dispute {
  const { store } = world
  const dispute = store.get(disputes, id)
  if (!isOpen(dispute))
    throw invalidRequest('This dispute is already closed.', { param: 'dispute', code: 'dispute_closed' })
  const charge = chargeOf(world, dispute)
  if (!isWon) {
    const lost = store.update(disputes, id, { status: 'lost' })
    world.record('charge.dispute.closed', lost)
    return lost
  }
  const reinstated = addMovement(world, {
    type: 'adjustment',
    reporting_category: 'dispute_reversal',
    amount: dispute.amount,
    source: id,
    currency: dispute.currency,
    description: `Chargeback reversal for ${charge.id}`,
    isImmediate: true,
  })
  const won = store.update(disputes, id, {
    balance_transactions: [...dispute.balance_transactions, reinstated],
    status: 'won',
  })
  store.update(charges, charge.id, { disputed: false })
  world.record('charge.dispute.funds_reinstated', won)
  world.record('charge.dispute.closed', won)
  return won
}

/** Evidence is judged by its text, as in Stripe's test mode. */
function handIn(world: StripeWorld, id: string, params: Stripe.DisputeUpdateParams): Stripe.Dispute {
  const previous = world.store.get(disputes, id)
  const text = params.evidence?.uncategorized_text
  const isSubmitted = params.submit !== false && params.evidence !== undefined
  const { evidence, evidence_details: details } = previous
  const dispute = world.store.update(disputes, id, {
    metadata: mergeMetadata(previous.metadata, params.metadata),
    ...(params.evidence && {
      evidence: { ...evidence, ...(text !== undefined && { uncategorized_text: text }) },
      evidence_details: {
        ...details,
        has_evidence: true,
        submission_count: details.submission_count + (isSubmitted ? 1 : 0),
        submission_method: isSubmitted ? 'manual' : 'not_submitted',
      },
    }),
    ...(isSubmitted && { status: 'under_review' }),
  })
  world.record('charge.dispute.updated', dispute, { previous })
  if (isSubmitted && text === 'winning_evidence') return closeDispute(world, id, true)
  return isSubmitted && text === 'losing_evidence' ? closeDispute(world, id, false) : dispute
}

const isWanted = (row: Stripe.Dispute, { charge, created, payment_intent: intent }: Stripe.DisputeListParams) =>
  isInRange(row.created, created) &&
  (charge === undefined || row.charge === charge) &&
  (intent === undefined || row.payment_intent === intent)

export const disputesPart: StripePart = {
  tables: [disputes],
  operations: [
    operation('GET', '/v1/disputes', 'DisputeListParams', ({ world, params }) =>
      pageOf(
        world.store.all(disputes).filter((row) => isWanted(row, params)),
        params,
        '/v1/disputes',
      ),
    ),
    operation('GET', '/v1/disputes/:id', 'DisputeRetrieveParams', ({ world, path }) =>
      world.store.get(disputes, path['id'] ?? ''),
    ),
    operation('POST', '/v1/disputes/:id', 'DisputeUpdateParams', ({ world, params, path }) =>
      handIn(world, path['id'] ?? '', params),
    ),
    operation('POST', '/v1/disputes/:id/close', 'DisputeCloseParams', ({ world, path }) =>
      closeDispute(world, path['id'] ?? '', false),
    ),
  ],
  controls: {
    /** `{ charge, reason?, amount? }` */
    'open-dispute': (world, { charge, reason, amount }) => {
      const found = world.store.get(charges, String(charge))
      return openDispute(world, {
        charge: found.id,
        reason: typeof reason === 'string' ? reason : 'fraudulent',
        ...(typeof amount === 'number' && { amount }),
        isFinal: found.payment_method_details?.type !== 'card',
      })
    },
    /** `{ dispute, isWon }` */
    'close-dispute': (world, { dispute, isWon }) => closeDispute(world, String(dispute), isWon === true),
  },
}
