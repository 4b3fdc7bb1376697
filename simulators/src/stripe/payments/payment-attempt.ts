import type { Stripe } from 'stripe'
import type { StripePart, StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { addMovement, feeOf } from './balance.ts'
import { charges, newCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { isRevoked, mandateFor } from './mandates.ts'
import { intentNoteOf, paymentIntents, setIntentNote } from './payment-intents.ts'
import { attachMethod, cardOf, checkUsable, findMethod, instrumentOf, instruments } from './payment-methods.ts'
import { testAccountOf, type DeclineReason } from './test-numbers.ts'

export type IntentConfirmation = {
  paymentMethod?: string | null
  /** The payer is not there. A bank that wants to see them then refuses. */
  isOffSession?: boolean
  /** The payer is not there, and the intent waits for them (`requires_action`), as those of invoices do. */
  waitsForPayer?: boolean
  returnUrl?: string | null
}

type PaymentAttempt = {
  world: StripeWorld
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
}

const dayMs = 86_400_000
/** Days until a debit settles, or comes back. */
const settleDays: Record<string, number> = { au_becs_debit: 2, sepa_debit: 5 }
const returnDays: Record<string, number> = { au_becs_debit: 3, sepa_debit: 6 }

const authenticationRequired: DeclineReason = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const patchIntent = ({ world, intent }: PaymentAttempt, patch: Partial<Stripe.PaymentIntent>) =>
  world.store.update(paymentIntents, intent.id, patch)

function succeed(attempt: PaymentAttempt, charge: Stripe.Charge): Stripe.PaymentIntent {
  const { world, intent, method } = attempt
  const transaction = addMovement(world, {
    type: method.type === 'card' ? 'charge' : 'payment',
    reporting_category: 'charge',
    amount: charge.amount,
    fee: feeOf(charge.amount, method.type),
    currency: charge.currency,
    source: charge.id,
    description: charge.description,
  })
  const paid = world.store.update(charges, charge.id, {
    balance_transaction: transaction.id,
    paid: true,
    status: 'succeeded',
  })
  if (intent.setup_future_usage !== null) keepForLater(attempt)
  const done = patchIntent(attempt, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: paid.id,
    next_action: null,
    payment_method: method.id,
    processing: null,
    status: 'succeeded',
  })
  world.record('charge.succeeded', paid)
  world.record('payment_intent.succeeded', done)
  disputeIfMeant(attempt, paid)
  return world.store.get(paymentIntents, intent.id)
}

/** Some test cards and accounts dispute what they have just paid. */
function disputeIfMeant({ world, method }: PaymentAttempt, charge: Stripe.Charge) {
  const card = cardOf(world.store, method)
  const account = testAccountOf(instrumentOf(world.store, method.id).number)
  if (card?.dispute) openDispute(world, { charge: charge.id, reason: card.dispute })
  if (!card && account.isDisputed) openDispute(world, { charge: charge.id, reason: 'general', isFinal: true })
}

function keepForLater({ world, intent, method }: PaymentAttempt) {
  const customer = idOf(intent.customer)
  world.store.update(instruments, method.id, { isSetUp: true })
  if (customer !== null && method.customer === null) attachMethod(world, { method, customer })
}

/** The bank said no: the intent waits for another payment method. */
function fail(attempt: PaymentAttempt, reason: DeclineReason, pending?: Stripe.Charge): Stripe.PaymentIntent {
  const { world, method, intent } = attempt
  const charge = pending
    ? world.store.update(charges, pending.id, {
        amount_captured: 0,
        captured: false,
        failure_code: reason.code,
        failure_message: reason.message,
        paid: false,
        status: 'failed',
      })
    : newCharge(world, { intent, method, status: 'failed', reason })
  const failed = patchIntent(attempt, {
    last_payment_error: {
      ...reason,
      charge: charge.id,
      doc_url: `https://docs.stripe.com/error-codes/${reason.code.replaceAll('_', '-')}`,
      payment_method: method,
      type: 'card_error',
    },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    processing: null,
    status: 'requires_payment_method',
  })
  world.record('charge.failed', charge)
  world.record('payment_intent.payment_failed', failed)
  return failed
}

function chargeCard(attempt: PaymentAttempt, isSeen: boolean): Stripe.PaymentIntent {
  const { world, intent, method } = attempt
  const reason = cardOf(world.store, method)?.refusedAtCharge
  if (reason) return fail(attempt, reason)
  return succeed(attempt, newCharge(world, { intent, method, status: 'pending', isSeen }))
}

/** A debit is sent, and known to be paid some days later. */
function debit(attempt: PaymentAttempt): Stripe.PaymentIntent {
  const { world, intent, method } = attempt
  if (isRevoked(world, method.id))
    return fail(attempt, { code: 'debit_not_authorized', message: 'The mandate of this account was revoked.' })
  const mandate = mandateFor(world, method)?.id ?? null
  const charge = newCharge(world, { intent, method, status: 'pending', mandate })
  if (intent.setup_future_usage !== null) keepForLater(attempt)
  const sent = patchIntent(attempt, {
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'processing',
  })
  const days = testAccountOf(instrumentOf(world.store, method.id).number).fails ? returnDays : settleDays
  const at = world.clock.ms() + (days[method.type] ?? 3) * dayMs
  world.clock.schedule({ at, kind: 'settle-debit', data: { intent: intent.id } })
  world.record('charge.pending', charge)
  world.record('payment_intent.processing', sent)
  return sent
}

/** Days later. `reason` lets any debit fail. */
function settleDebit(world: StripeWorld, id: string, outcome?: 'succeeds' | DeclineReason): Stripe.PaymentIntent {
  const intent = world.store.get(paymentIntents, id)
  if (intent.status !== 'processing') return intent
  world.clock.cancel(({ kind, data }) => kind === 'settle-debit' && data['intent'] === id)
  const method = findMethod(world, idOf(intent.payment_method) ?? '')
  const attempt = { world, intent, method }
  const charge = world.store.get(charges, idOf(intent.latest_charge) ?? '')
  const own = testAccountOf(instrumentOf(world.store, method.id).number).fails
  const reason = outcome === 'succeeds' ? null : (outcome ?? own)
  return reason ? fail(attempt, reason, charge) : succeed(attempt, charge)
}

function needsAuthentication({ world, method }: PaymentAttempt, isOffSession: boolean): boolean {
  const authentication = cardOf(world.store, method)?.authentication ?? 'never'
  if (authentication === 'always') return true
  if (authentication === 'oneTime') return !isOffSession
  return authentication === 'unlessSetUp' && !instrumentOf(world.store, method.id).isSetUp
}

function askPayer(attempt: PaymentAttempt, returnUrl: string | null): Stripe.PaymentIntent {
  const { world, intent, method } = attempt
  const url = `${world.url}/3ds/${intent.id}`
  const asked = patchIntent(attempt, {
    last_payment_error: null,
    next_action:
      returnUrl === null
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
        : { redirect_to_url: { return_url: returnUrl, url }, type: 'redirect_to_url' },
    payment_method: method.id,
    status: 'requires_action',
  })
  world.record('payment_intent.requires_action', asked)
  return asked
}

const confirmable = new Set<string>(['requires_payment_method', 'requires_confirmation', 'requires_action'])

function attemptOf(world: StripeWorld, id: string, given: string | null | undefined): PaymentAttempt {
  const intent = world.store.get(paymentIntents, id)
  if (!confirmable.has(intent.status))
    throw invalidRequest(
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  const methodId = given ?? idOf(intent.payment_method)
  if (methodId === null)
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  const method = findMethod(world, methodId, 'payment_method')
  checkUsable(world, method)
  const [owner, customer] = [idOf(method.customer), idOf(intent.customer)]
  if (owner !== null && owner !== customer)
    throw invalidRequest(
      `The payment method ${method.id} belongs to a Customer. Please include that Customer in the \`customer\` parameter on the PaymentIntent.`,
      { param: 'payment_method', code: 'payment_method_customer_decline' },
    )
  if (!intent.payment_method_types.includes(method.type))
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { param: 'payment_method', code: 'payment_intent_invalid_parameter' },
    )
  return { world, intent, method }
}

/** Tries to take the money. A refusal of the bank is not thrown: it stands in the intent. */
export function confirmIntent(world: StripeWorld, id: string, input: IntentConfirmation = {}): Stripe.PaymentIntent {
  const attempt = attemptOf(world, id, input.paymentMethod)
  const { isOffSession = false, waitsForPayer = false } = input
  const returnUrl = input.returnUrl ?? intentNoteOf(world, id).returnUrl
  setIntentNote(world, { id, returnUrl, isOffSession })
  if (attempt.method.type !== 'card') return debit(attempt)
  if (!needsAuthentication(attempt, isOffSession)) return chargeCard(attempt, false)
  return isOffSession && !waitsForPayer ? fail(attempt, authenticationRequired) : askPayer(attempt, returnUrl)
}

/** The payer came back from their bank, which saw them or did not. */
export function endAuthentication(world: StripeWorld, id: string, isSeen: boolean): Stripe.PaymentIntent {
  const intent = world.store.get(paymentIntents, id)
  if (intent.status !== 'requires_action') return intent
  const attempt = attemptOf(world, id, null)
  if (isSeen) return chargeCard(attempt, true)
  const failed = patchIntent(attempt, {
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: attempt.method,
      type: 'invalid_request_error',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  world.record('payment_intent.payment_failed', failed)
  return failed
}

const bounced: DeclineReason = {
  code: 'insufficient_funds',
  message: "The customer's account has insufficient funds to cover this payment.",
}

export const paymentAttemptPart: StripePart = {
  works: { 'settle-debit': (world, { intent }) => void settleDebit(world, intent ?? '') },
  controls: {
    /** `{ intent }`: a debit settles now. */
    'settle-debit': (world, { intent }) => settleDebit(world, String(intent), 'succeeds'),
    /** `{ intent, code? }`: a debit comes back now. */
    'fail-debit': (world, { intent, code }) =>
      settleDebit(world, String(intent), typeof code === 'string' ? { ...bounced, code } : bounced),
  },
}
