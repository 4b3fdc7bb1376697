import { z } from 'zod'
import { atAnyTime } from '../days.ts'
import { someKeysOf } from '../keys-of.ts'
import { Instant } from '../route.ts'
import { agingBuckets, bookAccounts, bookChecks, exportFormats, lineSources } from './words.ts'

const isDay = (text: string) =>
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** A day of the calendar where the space is. */
export const BookDay = atAnyTime(
  z
    .string()
    .regex(/^(?:19|20)\d{2}-\d{2}-\d{2}$/, { error: 'A day such as 2026-10-31.', abort: true })
    .refine(isDay, 'There is no such day.'),
)

export const BookMonth = z.string().regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/, 'A month such as 2026-10.')

export const BookCurrency = z.string().regex(/^[A-Z]{3}$/, 'A currency such as EUR.')

export const BookAccount = z.enum(someKeysOf(bookAccounts))

export const ExportFormat = z.enum(someKeysOf(exportFormats))

const Cents = z.number().int()

/** Dues are told apart by plan; the name of it, for the screen. */
const AccountOfPlan = z.object({
  account: BookAccount,
  planId: z.number().int().nullable(),
  planName: z.string().nullable(),
})

export const AccountAmount = AccountOfPlan.extend({ cents: Cents })

export type AccountAmount = z.infer<typeof AccountAmount>

/** Balances are debits less credits. */
export const TrialBalanceRow = AccountOfPlan.extend({
  openingCents: Cents,
  debitCents: Cents,
  creditCents: Cents,
  closingCents: Cents,
})

export type TrialBalanceRow = z.infer<typeof TrialBalanceRow>

export const BookExport = z.object({
  format: ExportFormat,
  sha256: z.string(),
  at: Instant,
  /** Null for the portal itself. */
  by: z.string().nullable(),
})

export type BookExport = z.infer<typeof BookExport>

export const MonthEnd = z.object({
  month: BookMonth,
  currency: BookCurrency,
  /** All in which something is booked, that of the site first. */
  currencies: z.array(BookCurrency),
  firstMonth: BookMonth,
  isClosed: z.boolean(),
  /** Months that are not over yet can be read, but not closed. */
  isOver: z.boolean(),
  revenue: z.object({ rows: z.array(AccountAmount), totalCents: Cents }),
  deferred: z.object({ openingCents: Cents, addedCents: Cents, earnedCents: Cents, closingCents: Cents }),
  /** What members have prepaid, which the space owes them. */
  balances: z.object({ openingCents: Cents, movements: z.array(AccountAmount), closingCents: Cents }),
  aging: z.object({
    buckets: z.array(z.object({ bucket: z.enum(someKeysOf(agingBuckets)), cents: Cents, charges: z.number().int() })),
    totalCents: Cents,
  }),
  /** What members paid beyond their charges, the largest first. */
  credits: z.object({
    totalCents: Cents,
    members: z.number().int(),
    largest: z.array(z.object({ memberId: z.number().int(), name: z.string(), cents: Cents })),
  }),
  trialBalance: z.array(TrialBalanceRow),
  checks: z.array(
    z.object({
      check: z.enum(someKeysOf(bookChecks)),
      isRight: z.boolean(),
      /** The two amounts that should be the same. */
      oneCents: Cents,
      otherCents: Cents,
    }),
  ),
  exports: z.array(BookExport),
})

export type MonthEnd = z.infer<typeof MonthEnd>

export const JournalLine = z.object({
  day: BookDay,
  debit: BookAccount,
  credit: BookAccount,
  planId: z.number().int().nullable(),
  planName: z.string().nullable(),
  cents: Cents,
  currency: BookCurrency,
  source: z.enum(someKeysOf(lineSources)),
  /** The row it was written from. */
  sourceId: z.number().int(),
  memberId: z.number().int().nullable(),
  /** The member, for the screen only. */
  name: z.string().nullable(),
  reference: z.string(),
})

export type JournalLine = z.infer<typeof JournalLine>

export const BookClosing = z.object({
  id: z.number().int(),
  /** Null: everything was reopened. */
  closedThrough: BookDay.nullable(),
  reason: z.string(),
  at: Instant,
  by: z.string().nullable(),
})

export type BookClosing = z.infer<typeof BookClosing>

export const AccountCode = z
  .string()
  .trim()
  .max(30)
  .regex(/^[^\p{Cc}";={}@]*$/u, 'Letters, digits, spaces, and signs such as - and : only.')

/** The code of each account in the space's own books; empty where there is none. Plans may have one of their own for their dues. */
export const AccountCodes = z.object({
  accounts: z.partialRecord(BookAccount, AccountCode),
  plans: z.record(z.string().regex(/^\d{1,9}$/, 'The number of a plan.'), AccountCode),
})

export type AccountCodes = z.infer<typeof AccountCodes>
