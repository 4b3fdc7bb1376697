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

export const chargeKinds = ['period', 'joiningFee', 'other'] as const

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
