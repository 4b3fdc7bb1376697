/** What a movement of the balance is, in words. */
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

/** The five words existing clients and other programs read for it; finer ones are a kind of their own beside them. */
export const readTypes = ['Stripe Top-up', 'Bank Transfer', 'Cash', 'Membership Card', 'Other'] as const

export const readTypeOf = {
  ...transactionTypes,
  interlock: 'Other',
  web: 'Other',
} as const satisfies Record<TransactionType, (typeof readTypes)[number]>

/** Where the money of an entry came from or went to, as treasurers read it. */
export const contraAccounts = {
  bank: 'Bank',
  cash: 'Cash',
  cardClearing: 'Card payments',
  dues: 'Membership dues',
  machineIncome: 'Machine use',
  vendingIncome: 'Sales',
  donation: 'Donations',
  correction: 'Corrections',
} as const

export type ContraAccount = keyof typeof contraAccounts

/** What staff book by hand. */
export const staffTypes = ['cash', 'bank', 'other'] as const

/** The most that is booked in one go, in cents: more is taken for a slip. */
export const maxAmountCents = 1_000_000

/** The most that the database counts in cents; how much members may pay at once is a setting, which says so itself. */
export const mostStoredCents = 2_147_483_647

/** What members spend their balance on in the portal. */
export const purposes = ['payment', 'donation'] as const

export const directions = ['in', 'out'] as const
