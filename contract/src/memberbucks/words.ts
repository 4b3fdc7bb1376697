/** What a movement of the balance is, with the words existing clients show. */
export const transactionTypes = {
  stripe: 'Stripe Top-up',
  bank: 'Bank Transfer',
  cash: 'Cash',
  card: 'Membership Card',
  interlock: 'Interlock Cost',
  web: 'Web Payment',
  other: 'Other',
} as const

export type TransactionType = keyof typeof transactionTypes

/** What staff book by hand. */
export const staffTypes = ['cash', 'bank', 'other'] as const

/** The most that is booked in one go, in cents: more is taken for a slip. */
export const maxAmountCents = 1_000_000
