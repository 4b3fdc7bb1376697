import { z } from 'zod'
import { tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Text } from '../fields.ts'
import { Id, Instant } from '../route.ts'
import {
  bankLineKinds,
  bankLineStates,
  dateOrders,
  type MatchReason,
  matchReasons,
  separators,
  statementFormats,
  sureness,
} from './words.ts'

const Cents = z.number().int()
const Day = z.iso.date()

/** Where to transfer money to, and what to write on it. */
export const BankDetails = z.object({
  accountName: z.string(),
  accountNumber: z.string(),
  bic: z.string(),
  bankName: z.string(),
  /** An address that banking apps pay to in place of the account number, such as a PayID; null where the space has none. */
  alias: z.object({ name: z.string(), address: z.string() }).nullable(),
  /** Whether there is enough to pay by transfer. */
  isComplete: z.boolean(),
  duesReference: z.string(),
  topUpReference: z.string(),
})

export type BankDetails = z.infer<typeof BankDetails>

const Column = z.number().int().min(0).max(99)

/** Which column of a CSV file means what, counted from 0. Remembered for files with the same heading. */
export const CsvColumns = z
  .object({
    separator: z.enum(separators),
    /** The first line with a payment. */
    firstLine: z.number().int().min(0).max(100),
    dateOrder: z.enum(dateOrders),
    decimal: z.enum([',', '.']),
    date: Column,
    /** One column with a sign, or two of which one is filled. */
    amount: Column.nullable(),
    moneyIn: Column.nullable(),
    moneyOut: Column.nullable(),
    /** A column that says whether money came in, such as C and D. */
    direction: Column.nullable(),
    name: Column.nullable(),
    account: Column.nullable(),
    /** What the bank calls the line, different for each. */
    bankReference: Column.nullable(),
    text: z.array(Column).max(5),
    /** The account of the space that the file is about. */
    ownAccount: Text(60).pipe(z.string().trim().min(1, fieldMessages.empty)),
  })
  .refine((columns) => columns.amount !== null || columns.moneyIn !== null, {
    path: ['amount'],
    error: 'Choose the column with the amount, or the one with money in.',
  })

export type CsvColumns = z.infer<typeof CsvColumns>

/** A CSV file whose columns a person has to say something about, or can. */
export const CsvQuestion = z.object({
  /** What its layout is known by. */
  heading: z.string(),
  /** The first lines, cell by cell. */
  rows: z.array(z.array(z.string())),
  columns: CsvColumns,
  /** Whether the columns are remembered, not guessed. */
  isKnown: z.boolean(),
})

export type CsvQuestion = z.infer<typeof CsvQuestion>

const LineFacts = {
  bookedOn: Day,
  amountCents: Cents,
  currency: z.string(),
  text: z.string(),
  payerName: z.string(),
  payerAccount: z.string(),
}

/** What a file holds, and what was new in it. */
export const StatementFileContent = z.object({
  format: z.enum(statementFormats),
  csv: CsvQuestion.nullable(),
  accounts: z.array(
    z.object({
      account: z.string(),
      lines: z.number().int(),
      /** It is not the account that members are told to pay to. */
      isOther: z.boolean(),
    }),
  ),
  from: Day.nullable(),
  to: Day.nullable(),
  /** Some of its days are yet to come: perhaps day and month are the other way round. */
  isAhead: z.boolean(),
  /** Some of its days are more than 60 days ago: perhaps it is an old file, or day and month are the other way round. */
  isOld: z.boolean(),
  /** Lines that were not there yet; with `isTrial`, that would be added. */
  added: z.number().int(),
  known: z.number().int(),
  /** How many of the new ones look like a line that is there, in other words. */
  changed: z.number().int(),
  /** The column for the payer’s account holds an account of the space, so that it is left out. */
  hasOwnColumn: z.boolean(),
  /** Why the columns do not fit yet; nothing can be imported before they do. */
  problem: z.string().nullable(),
  /** The first lines as they were understood. */
  sample: z.array(z.object(LineFacts)),
})

export type StatementFileContent = z.infer<typeof StatementFileContent>

/** What a person says a line is. */
export const BankTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['dues', 'topUp', 'donation']), memberId: Id }),
  z.object({ kind: z.literal('debitSettled'), runId: Id }),
  z.object({
    kind: z.literal('debitReturn'),
    debitId: Id,
    /** Charges the member the fee that the bank kept beside the debit. */
    chargesFee: z.boolean().optional(),
  }),
])

export type BankTarget = z.infer<typeof BankTarget>

/** What one member gets of a line that is for several members or charges. */
export const SplitPart = z.object({
  kind: z.enum(['dues', 'topUp', 'donation']),
  memberId: Id,
  /** Paid first; then the oldest that are open. */
  chargeId: Id.optional(),
  amountCents: z
    .number()
    .int('An amount in whole cents.')
    .min(1, 'Enter an amount above 0.')
    .max(100_000_000, tooMuchMoney(100_000_000)),
})

export type SplitPart = z.infer<typeof SplitPart>

/** What a line is confirmed as: what was proposed or chosen, or several things together. */
export const ConfirmedTarget = z.discriminatedUnion('kind', [
  ...BankTarget.options,
  z.object({
    kind: z.literal('split'),
    parts: z.array(SplitPart).min(2, 'At least two parts.').max(20, 'At most 20 parts.'),
  }),
])

export type ConfirmedTarget = z.infer<typeof ConfirmedTarget>

const reasons = Object.keys(matchReasons) as [MatchReason, ...MatchReason[]] // Object.keys loses the literal names

/** One thing that a line may be, with what confirming it would do. */
export const BankChoice = z.object({
  target: BankTarget,
  /** The member, or the collection. */
  name: z.string(),
  reasons: z.array(z.enum(reasons)),
  /** The charges it would pay, and how much of each. */
  pays: z.array(z.object({ chargeId: z.number().int(), description: z.string(), paysCents: Cents, openCents: Cents })),
  /** What would be left of it for the next charge. */
  leftCents: Cents,
  /** The fee that the bank kept beside a debit that it sent back. */
  feeCents: Cents,
})

export type BankChoice = z.infer<typeof BankChoice>

export const BankLine = z.object({
  id: z.number().int(),
  account: z.string(),
  ...LineFacts,
  /** The name that the payer or we gave it, in a field of its own; empty where there is none. */
  endToEnd: z.string(),
  /** Why a debit was sent back, in words, and the fee the bank names; empty and 0 where it says nothing. */
  returnReason: z.string(),
  feeCents: Cents,
  state: z.enum(bankLineStates),
  sureness: z.enum(sureness),
  choices: z.array(BankChoice),
  /** It looks like a line of another file. */
  hasTwin: z.boolean(),
  /** That line. */
  twin: z.object({ fileName: z.string(), payerName: z.string(), text: z.string() }).nullable(),
  /** What it was booked as, for which member, and who decided; null while it waits. */
  decision: z
    .object({
      kind: z.enum(bankLineKinds).nullable(),
      memberId: z.number().int().nullable(),
      memberName: z.string().nullable(),
      /** Of a line that was split: who got how much of it. */
      parts: z.array(z.object({ memberId: z.number().int(), memberName: z.string(), amountCents: Cents })),
      reason: z.string().nullable(),
      by: z.string().nullable(),
      at: Instant.nullable(),
      canUndo: z.boolean(),
    })
    .nullable(),
})

export type BankLine = z.infer<typeof BankLine>

/** An account that paid for a member before. */
export const RememberedPayer = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  /** Its end; empty where the line that taught it is erased. */
  account: z.string(),
  /** The names it came with. */
  names: z.array(z.string()),
  confirmedAt: Instant,
  /** Belongs to several members, so that it proves nothing by itself. */
  isShared: z.boolean(),
})

export type RememberedPayer = z.infer<typeof RememberedPayer>

/** An account of the space itself. */
export const OwnAccount = z.object({
  /** Null for that of the settings, which is changed there. */
  id: z.number().int().nullable(),
  /** Its end. */
  account: z.string(),
  /** Whether a statement was of it, or it stood on every line of a file. */
  foundIn: z.enum(['settings', 'statement', 'column']),
  foundAt: Instant.nullable(),
})

export type OwnAccount = z.infer<typeof OwnAccount>

export const StatementImport = z.object({
  id: z.number().int(),
  fileName: z.string(),
  format: z.enum(statementFormats),
  added: z.number().int(),
  known: z.number().int(),
  at: Instant,
  by: z.string().nullable(),
})

export type StatementImport = z.infer<typeof StatementImport>

export const ConfirmedLine = z.object({ lineId: Id, target: ConfirmedTarget })

export type ConfirmedLine = z.infer<typeof ConfirmedLine>

export const WrittenReason = z.string().trim().min(1, fieldMessages.empty).pipe(Text(300))
