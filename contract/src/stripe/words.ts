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

/** Why a subscription at Stripe can't become the plan of a member, in words for staff. */
export const adoptRefusals = {
  gone: 'Stripe no longer has this subscription, or it has ended there.',
  lost: 'Stripe doesn’t know this subscription. Was the key changed? Enter the key of the account it is in, or end the plan here.',
  leftLost:
    'This plan has ended here, and Stripe doesn’t know its subscription, which may still take money. Was the key changed? Enter the key of the account it is in, or cancel it there and note here that it is done.',
  known: 'This subscription is a plan here already.',
  renewed:
    'The portal charges this plan, and at Stripe it was told to go on, so that the member would pay twice. Cancel it at Stripe.',
  leaving:
    'This plan has ended here, and the portal is ending it at Stripe. If it is still here in an hour, cancel it there.',
  otherPortal: 'Another portal looks after this subscription.',
  severalPrices:
    'This subscription has several prices, or one price several times, which no plan here has. Give it a single price at Stripe first.',
  paused: 'This subscription is paused at Stripe. Let it go on there first, or end it.',
  unpaid: 'A payment of this subscription is open at Stripe. Ask for it here, or end the subscription.',
  disputed:
    'A payment of this subscription is disputed. Wait until the bank has decided, charge it here all the same, or end it.',
  credit:
    'Stripe owes this member something, makes the next payment cheaper, or has not asked for something yet. Settle that at Stripe first.',
  renewing: 'Stripe is collecting a period at this moment. It is taken over by itself once that is done.',
  endsLater:
    'This subscription ends at Stripe some periods from now. It is taken over with the last one. Change the day there to have it sooner.',
  noPlan:
    'No plan that is paid by card costs the same for the same time. Add such a plan, or change the price of the subscription at Stripe first.',
  hasPlan: 'This member has a plan already. End it first, or cancel the subscription at Stripe.',
  otherCustomer:
    'This member is another customer at Stripe. Cancel this subscription there and let the member choose a plan here.',
  othersCustomer: 'At Stripe this subscription belongs to another member.',
} as const

export type AdoptRefusal = keyof typeof adoptRefusals
