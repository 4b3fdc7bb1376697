/** What can be saved to pay with: a card, or a mandate to debit a bank account. */
export const paymentKinds = ['card', 'sepaDebit', 'becsDebit', 'bacsDebit'] as const

export type PaymentKind = (typeof paymentKinds)[number]

/**
 * `started`: nothing is known yet. `unconfirmed`: the bank asks the member to confirm. `processing`: the money is on its
 * way, as debits are for days. Only with `succeeded` it is on the balance.
 */
export const topUpStates = ['started', 'unconfirmed', 'processing', 'succeeded', 'failed', 'canceled'] as const

export type TopUpState = (typeof topUpStates)[number]

/** From what is saved, on Stripe’s page, or by itself. */
export const topUpWays = ['saved', 'checkout', 'automatic'] as const

/** The least that is taken at once: less costs more than it brings, and Stripe takes no less of some currencies. */
export const leastTopUpCents = 100

/** Where a member comes back to from Stripe’s page. */
export const returnPlaces = {
  billing: '/account/billing',
  balance: '/account/memberbucks/add',
  plan: '/account/membership-plan',
} as const

export type ReturnPlace = keyof typeof returnPlaces

/** After one automatic top-up the next waits so long. */
export const coolDownMinutes = 60

export const receiptsPage = 25

/** What movements of Stripe’s balance that are none of the portal’s can be booked as, and the words for it. */
export const setAsideAccounts = {
  otherIncome: 'Other income, such as tickets or donations',
  corrections: 'A correction, such as payments from before the portal',
} as const

export type SetAsideAccount = keyof typeof setAsideAccounts

/** Which of Stripe’s events a list shows. */
export const eventStates = ['all', 'waiting', 'failed'] as const

export type EventState = (typeof eventStates)[number]
