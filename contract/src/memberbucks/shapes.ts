import { z } from 'zod'
import { AnyDay } from '../days.ts'
import { tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Text } from '../fields.ts'
import { someKeysOf } from '../keys-of.ts'
import { Plan, SubscriptionState, Tier } from '../members/shapes.ts'
import { Instant } from '../route.ts'
import {
  contraAccounts,
  directions,
  maxAmountCents,
  mostStoredCents,
  purposes,
  readTypes,
  staffTypes,
  transactionTypes,
} from './words.ts'

const ContraAccount = z.enum(someKeysOf(contraAccounts))

const TransactionType = z.enum(someKeysOf(transactionTypes))

/** One movement; `amount` and `balance` (afterwards) in currency units, as existing clients read them. */
export const Transaction = z.object({
  id: z.number().int(),
  amount: z.number(),
  balance: z.number(),
  /** One of five words. */
  type: z.enum(readTypes),
  /** What it is exactly: also the use of a machine, or a payment in the portal. */
  kind: TransactionType,
  description: z.string(),
  date: Instant,
})

export type Transaction = z.infer<typeof Transaction>

/** The same in cents, with who did it and whether it was put right since. */
export const LedgerEntry = z.object({
  id: z.number().int(),
  amountCents: z.number().int(),
  balanceCents: z.number().int(),
  type: TransactionType,
  contraAccount: ContraAccount,
  description: z.string(),
  at: Instant,
  /** The member or the device that caused it; null for the portal itself, and for members other than their reader. */
  by: z.string().nullable(),
  /** The entry it puts right. */
  reverses: z.number().int().nullable(),
  isReversed: z.boolean(),
  /** Where staff put it right, in words, when that is not on the member's balance: it belongs to a payment, a purchase … */
  elsewhere: z.string().nullable(),
})

export type LedgerEntry = z.infer<typeof LedgerEntry>

export const EntryPage = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** A month of the space's calendar, such as `2026-11`. */
const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month such as 2026-11.')

/** What a member narrows their entries by. */
export const EntryFilter = z.object({
  search: Text(100).optional(),
  month: Month.optional(),
  type: TransactionType.optional(),
  direction: z.enum(directions).optional(),
})

export type EntryFilter = z.infer<typeof EntryFilter>

/** What moved in a month, and how often. `outCents` is not negative. */
const MonthTotal = z.object({
  month: z.string(),
  inCents: z.number().int(),
  outCents: z.number().int(),
  entries: z.number().int(),
})

/** What a member sees of their balance before its entries. Times are those of the space. */
export const BalanceOverview = z.object({
  balanceCents: z.number().int(),
  /** The last time money came in; null where none ever did. */
  lastTopUp: z.object({ at: Instant, amountCents: z.number().int(), balanceCents: z.number().int() }).nullable(),
  /** Spent in the last thirty days. */
  spentCents: z.number().int(),
  /** The last twelve, oldest first, also those in which nothing moved. */
  months: z.array(MonthTotal),
  /** What this month was spent on, the most first. `name` is a device; null for everything else of that account. */
  spending: z.array(z.object({ name: z.string().nullable(), account: ContraAccount, cents: z.number().int() })),
  /** The most that is paid or donated in one go. */
  maxCents: z.number().int(),
})

export type BalanceOverview = z.infer<typeof BalanceOverview>

/** From a day to a day, both included, in the space's time zone. */
const periodFields = { from: AnyDay, to: AnyDay }

export const Period = z.object(periodFields)

export type Period = z.infer<typeof Period>

/** What balances were at the beginning of a period, what moved by account, and what they were at the end. */
export const BalanceStatement = z.object({
  ...periodFields,
  openingCents: z.number().int(),
  closingCents: z.number().int(),
  accounts: z.array(
    z.object({
      account: ContraAccount,
      inCents: z.number().int(),
      outCents: z.number().int(),
      entries: z.number().int(),
    }),
  ),
})

export type BalanceStatement = z.infer<typeof BalanceStatement>

/** The same of one member, with the entries, oldest first, as many as are shown at once. */
export const MemberStatement = BalanceStatement.extend({
  memberId: z.number().int(),
  memberName: z.string(),
  entries: z.array(LedgerEntry),
  /** There are more, which the file has. */
  isCut: z.boolean(),
})

export type MemberStatement = z.infer<typeof MemberStatement>

/** A member who owes: below zero since when, and how much. */
export const NegativeBalance = z.object({
  memberId: z.number().int(),
  name: z.string(),
  balanceCents: z.number().int(),
  lastEntryAt: Instant,
})

export type NegativeBalance = z.infer<typeof NegativeBalance>

const UnixSeconds = z.number().int().describe('Seconds since 1970 in UTC.')

/** The subscription of a member. Existing clients read every part of it without looking, so it is whole or not there. */
export const MemberSubscription = z.object({
  status: SubscriptionState,
  billingCycleAnchor: UnixSeconds,
  startDate: UnixSeconds,
  currentPeriodEnd: UnixSeconds,
  cancelAt: UnixSeconds.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  membershipTier: Tier,
  membershipPlan: Plan,
})

/** The same in the billing of a member: beside what existing clients read, the plan and the end by their short names. */
export const BilledSubscription = MemberSubscription.extend({
  plan: Plan,
  /** When the current period ends, and with a cancelled plan the membership. */
  endDate: UnixSeconds,
})

const Key = z.string().min(1).max(100)

/** What staff book: money in (positive) or out (negative), with the reason the member reads. */
export const Booking = z.object({
  amountCents: z
    .number()
    .int('An amount in whole cents.')
    .min(-maxAmountCents, tooMuchMoney(maxAmountCents))
    .max(maxAmountCents, tooMuchMoney(maxAmountCents))
    .refine((cents) => cents !== 0, 'Enter an amount.'),
  type: z.enum(staffTypes),
  description: z.string().trim().min(1, fieldMessages.empty).pipe(Text(500)),
  /** When the money came or went; today unless it is said. */
  paidOn: AnyDay.optional(),
  /** Chosen anew for each booking; sent again with the same key it books nothing more. */
  idempotencyKey: Key,
})

/** What members pay or donate from their balance. Only a donation needs no words. */
export const Spending = z.object({
  purpose: z.enum(purposes),
  amountCents: z
    .number()
    .int('An amount in whole cents.')
    .min(1, 'Enter an amount.')
    .max(mostStoredCents, tooMuchMoney(mostStoredCents)),
  description: z.string().trim().pipe(Text(200)),
  /** Chosen anew for each; sent again with the same key it takes nothing more. */
  idempotencyKey: z.string().min(1).max(80),
})

export type Spending = z.infer<typeof Spending>
