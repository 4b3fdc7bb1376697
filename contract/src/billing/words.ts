export { collectors, type Collector, collectorWords, planIntervals, type PlanInterval } from '../plans/words.ts'

/** Where a subscription is, with all that the portal tells apart. Existing clients know `inactive`, `active`, `cancelling`. */
export const subscriptionStandings = ['incomplete', 'active', 'pastDue', 'paused', 'cancelling', 'ended'] as const

export type SubscriptionStanding = (typeof subscriptionStandings)[number]

export const subscriptionStandingWords: Readonly<Record<SubscriptionStanding, string>> = {
  incomplete: 'Waiting for the first payment',
  active: 'Active',
  pastDue: 'Payment overdue',
  paused: 'Paused',
  cancelling: 'Cancelled, active until it ends',
  ended: 'Ended',
}

export const chargeStates = ['open', 'processing', 'paid', 'void', 'refunded', 'writtenOff'] as const

export type ChargeState = (typeof chargeStates)[number]

export const chargeStateWords: Readonly<Record<ChargeState, string>> = {
  open: 'Open',
  processing: 'On its way',
  paid: 'Paid',
  void: 'Cancelled',
  refunded: 'Paid back',
  writtenOff: 'Written off',
}

/** `toPayBack`: more of a payment left than there was, such as a debit that came back after its money was given back. */
export const chargeKinds = ['period', 'joiningFee', 'other', 'toPayBack'] as const

export type ChargeKind = (typeof chargeKinds)[number]

export const paymentMethods = ['bank', 'directDebit', 'cash', 'card', 'balance', 'other'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodWords: Readonly<Record<PaymentMethod, string>> = {
  bank: 'Bank transfer',
  directDebit: 'Direct debit',
  cash: 'Cash',
  card: 'Card',
  balance: 'Prepaid balance',
  other: 'Other',
}

/**
 * Changes that raise and use what a member has left over: money that came, what it paid and no longer pays, what went back, and
 * what of that is asked for again.
 */
export const creditChanges = [
  'paid',
  'used',
  'freed',
  'refunded',
  'givenBack',
  'reversed',
  'undone',
  'owedBack',
] as const

/** The most that is charged or paid in one go, in cents. */
export const maxChargeCents = 100_000_000

/** The treasurer's lists of charges: not due yet, overdue, and settled without being paid. */
export const chargeLists = ['open', 'overdue', 'settled'] as const

export type ChargeList = (typeof chargeLists)[number]

/** How money arrived that staff book by hand. */
export const handMethods = ['bank', 'cash', 'other'] as const

/** How staff give money back. */
export const refundMethods = ['bank', 'cash', 'balance', 'other'] as const

export type RefundMethod = (typeof refundMethods)[number]

/**
 * Money that goes back the way it was paid. `asked`: the provider has yet to answer. `sent`: it is at it. `done`: it has
 * given the money back, which is booked. `failed`: it refused, or the bank of the member sent the money back.
 */
export const cardRefundStates = ['asked', 'sent', 'done', 'failed'] as const

export type CardRefundState = (typeof cardRefundStates)[number]

/** Why money could not be given back the way it was paid, in words for staff. */
export const cardRefundFailures = {
  alreadyRefunded: 'Stripe has already given this payment back. What it gave back is booked here by itself.',
  balanceTooLow:
    'Your balance at Stripe is too low. Wait until more payments have arrived there, or give the money back another way.',
  disputed:
    'The member disputed this payment with their bank, so Stripe can’t give it back. Answer the dispute at Stripe.',
  tooMuch: 'That is more than Stripe has left of this payment.',
  notPaid: 'This payment has not arrived at Stripe yet. Try again once it has.',
  notFound: 'Stripe doesn’t find this payment. It may belong to another account, or to the other mode, test or live.',
  keyRefused: 'Stripe refused the portal’s key. It needs write access to Refunds: see Doctor.',
  bankRefused: 'The member’s bank could not take the money. Nothing was given back. Give it back another way.',
  sentBack:
    'The member’s bank sent the money back. It is left over for the member’s next charge. Give it back another way.',
  tooLate: 'Stripe could not be reached for a week. Nothing was given back.',
  refused: 'Stripe refused to give this back. Open the payment at Stripe to see why.',
} as const

export type CardRefundFailure = keyof typeof cardRefundFailures

export const householdRoles = ['adult', 'child'] as const

export type HouseholdRole = (typeof householdRoles)[number]

export const householdRoleWords: Readonly<Record<HouseholdRole, string>> = { adult: 'Adult', child: 'Child' }

export const concessionStates = ['asked', 'approved', 'declined', 'ended'] as const

export type ConcessionState = (typeof concessionStates)[number]

export const concessionStateWords: Readonly<Record<ConcessionState, string>> = {
  asked: 'Waiting for an answer',
  approved: 'Approved',
  declined: 'Declined',
  ended: 'Ended',
}

/** What members do to their plan with one word, also in existing clients. */
export const planActions = ['cancel', 'resume'] as const

/** How many invoices come at a time. */
export const invoicePage = 25

/**
 * Why something is owed. `first`: the plan starts with it. `ended`: access has ended until it is paid. `overdue`: access ends
 * unless it is paid. `open`: it is asked for, and its day is to come. `former`: of a plan that is over.
 */
export const dueReasons = ['first', 'ended', 'overdue', 'open', 'former'] as const

export type DueReason = (typeof dueReasons)[number]
