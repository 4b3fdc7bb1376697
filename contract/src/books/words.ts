/** What an account is: what the space has, what it owes, what it earned, what it lost. */
export type BookAccountKind = 'asset' | 'liability' | 'income' | 'expense'

/** Every account of the journal, in the order of a trial balance, with what it is and the words for it. */
export const bookAccounts = {
  bank: { kind: 'asset', words: 'Bank' },
  cash: { kind: 'asset', words: 'Cash' },
  cardClearing: { kind: 'asset', words: 'Card payments on their way' },
  directDebitClearing: { kind: 'asset', words: 'Direct debits on their way' },
  otherMoney: { kind: 'asset', words: 'Other payments' },
  receivables: { kind: 'asset', words: 'Open charges' },
  deferredIncome: { kind: 'liability', words: 'Dues for days to come' },
  memberCredit: { kind: 'liability', words: 'Credit of members' },
  balances: { kind: 'liability', words: 'Prepaid balances' },
  dues: { kind: 'income', words: 'Membership dues' },
  joiningFees: { kind: 'income', words: 'Joining fees' },
  otherIncome: { kind: 'income', words: 'Other charges' },
  machineIncome: { kind: 'income', words: 'Machine use' },
  vendingIncome: { kind: 'income', words: 'Sales' },
  donations: { kind: 'income', words: 'Donations' },
  corrections: { kind: 'income', words: 'Corrections' },
  writeOffs: { kind: 'expense', words: 'Write-offs' },
  bankFees: { kind: 'expense', words: 'Bank fees' },
  cardFees: { kind: 'expense', words: 'Card fees' },
} as const satisfies Record<string, { kind: BookAccountKind; words: string }>

export type BookAccount = keyof typeof bookAccounts

/** What wrote a line of the journal. */
export const lineSources = {
  ledgerEntry: 'Prepaid balance',
  chargeEntry: 'Charge',
  earned: 'Dues earned',
  payment: 'Payment',
  allocation: 'Payment of a charge',
  debitClearing: 'Direct debits on a bank statement',
  bankFee: 'Fee of the bank',
  cardFee: 'Fee of Stripe',
  cardBalance: 'Payout or fee of Stripe',
  cardSetAside: 'Set aside from Stripe’s balance',
} as const

export type LineSource = keyof typeof lineSources

/** What a month can be exported as. */
export const exportFormats = {
  csv: 'Journal, every line (CSV)',
  xero: 'Xero, manual journal (CSV)',
  xeroBank: 'Xero, precoded bank statement (CSV)',
  quickbooks: 'QuickBooks Online, journal entries (CSV)',
  datev: 'DATEV, Buchungsstapel (CSV)',
  sie: 'SIE 4 (SE)',
} as const

export type ExportFormat = keyof typeof exportFormats

/** How long a charge is overdue, in days, and the words for it. */
export const agingBuckets = {
  notDue: 'Not due yet',
  days30: '1 to 30 days late',
  days60: '31 to 60 days late',
  days90: '61 to 90 days late',
  older: 'More than 90 days late',
} as const

export type AgingBucket = keyof typeof agingBuckets

/** What a month is checked for, as treasurers read it. */
export const bookChecks = {
  sumsToZero: 'Debits and credits are the same',
  entriesAreBalances: 'Entries add up to the balances of members',
  receivablesAreCharges: 'What members owe in the journal is what their open charges say',
  creditsAreMembers: 'The credit of members in the journal is what each of them has left over',
} as const

export type BookCheck = keyof typeof bookChecks
