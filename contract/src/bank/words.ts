export const statementFormats = ['camt', 'mt940', 'ofx', 'csv'] as const

export type StatementFormat = (typeof statementFormats)[number]

export const statementFormatWords: Readonly<Record<StatementFormat, string>> = {
  camt: 'CAMT.053',
  mt940: 'MT940',
  ofx: 'OFX',
  csv: 'CSV',
}

/** Where a line of a statement is. `outgoing` is money that left the account, which nothing is done about. */
export const bankLineStates = ['waiting', 'confirmed', 'setAside', 'outgoing'] as const

export type BankLineState = (typeof bankLineStates)[number]

/** How sure the portal is of what a line pays. Nothing is booked before a person confirms it. */
export const sureness = ['certain', 'proposal', 'unknown'] as const

export type Sureness = (typeof sureness)[number]

/** The lists of the screen: what waits, by how sure it is, and what is done with. */
export const bankLineGroups = [...sureness, 'done'] as const

export type BankLineGroup = (typeof bankLineGroups)[number]

/** Why a line may be for a member, in words. */
export const matchReasons = {
  reference: 'The text has their reference, and its check digits are right.',
  severalReferences: 'The text has the references of several members.',
  account: 'They paid from this account before.',
  sharedAccount: 'Several members paid from this account before.',
  otherName: 'No payment from it had this name.',
  noName: 'This payment has no name on it.',
  amount: 'They owe exactly this amount.',
  name: 'Their name is on the payment.',
  lastName: 'Their last name is on the payment.',
  hint: 'The text has their number, but not the whole reference.',
  collected: 'The amount and the reference are those of this collection.',
  collectedAmount: 'The amount is that of this collection.',
  returned: 'The bank sent this direct debit back.',
  twin: 'This looks like a line that came with another file. Check that it isn’t the same payment.',
  undone: 'It was booked like this before, and that was taken back.',
} as const

export type MatchReason = keyof typeof matchReasons

/** What a line that is confirmed was booked as. */
export const bankLineKinds = ['dues', 'topUp', 'donation', 'split', 'debitSettled', 'debitReturn'] as const

export type BankLineKind = (typeof bankLineKinds)[number]

export const bankLineKindWords: Readonly<Record<BankLineKind, string>> = {
  dues: 'Dues',
  topUp: 'Top-up',
  donation: 'Donation',
  split: 'Split',
  debitSettled: 'Collected by direct debit',
  debitReturn: 'Direct debit sent back',
}

export const debitSchemes = ['sepa', 'becs'] as const

export type DebitScheme = (typeof debitSchemes)[number]

export const debitSchemeWords: Readonly<Record<DebitScheme | 'none', string>> = {
  none: 'No direct debit',
  sepa: 'SEPA direct debit (Europe)',
  becs: 'BECS direct debit (Australia), as ABA files',
}

export const painVersions = ['pain.008.001.08', 'pain.008.001.02'] as const

/** `announced`: members were told, and nothing was sent to the bank yet. */
export const debitStates = ['announced', 'sent', 'settled', 'returned', 'cancelled'] as const

export type DebitState = (typeof debitStates)[number]

export const debitStateWords: Readonly<Record<DebitState, string>> = {
  announced: 'Members are told',
  sent: 'With the bank',
  settled: 'Paid',
  returned: 'Sent back',
  cancelled: 'Called off',
}

/** Why banks send debits back: codes of SEPA and of BECS, in words. Anything else is said by its code. */
export const returnReasons: Readonly<Record<string, string>> = {
  AC01: 'The account number is wrong.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AG01: 'This account can’t be debited.',
  AM04: 'There was not enough money in the account.',
  MD01: 'The bank knows no mandate.',
  MD06: 'The account holder asked for the money back.',
  MD07: 'The account holder has died.',
  MS02: 'The account holder refused it.',
  MS03: 'The bank gave no reason.',
  SL01: 'The bank doesn’t let us debit this account.',
  '1': 'The account number is wrong.',
  '2': 'Payment was stopped.',
  '3': 'The account is closed.',
  '4': 'The account holder has died.',
  '5': 'There is no such account.',
  '6': 'Refer to the customer.',
  '8': 'The direct debit user is not known.',
  '9': 'Technically invalid.',
}

/** Reasons after which the mandate is of no use any more. */
export const endsMandate: ReadonlySet<string> = new Set([
  'AC01',
  'AC04',
  'AC06',
  'AG01',
  'MD01',
  'MD07',
  'SL01',
  '1',
  '3',
  '4',
  '5',
])

/** A day as a CSV file writes it: which of day, month and year comes first. */
export const dateOrders = ['DMY', 'MDY', 'YMD'] as const

export type DateOrder = (typeof dateOrders)[number]

export const separators = [',', ';', '\t', '|'] as const

/** The largest file that is read, and the most lines in it. */
export const maxStatementBytes = 2_000_000
export const maxStatementLines = 10_000

/** How many lines of the queue come at a time. */
export const bankPage = 50
