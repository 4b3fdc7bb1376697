import { z } from 'zod'
import { fieldMessages, Text } from './fields.ts'
import { SubscriptionState } from './members.ts'
import { Id, Instant, routes } from './route.ts'

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

/** One movement; `amount` and `balance` (afterwards) in currency units, as existing clients read them. */
export const Transaction = z.object({
  id: z.number().int(),
  amount: z.number(),
  balance: z.number(),
  /** The label of its type. */
  type: z.string(),
  description: z.string(),
  date: Instant,
})
export type Transaction = z.infer<typeof Transaction>

/** The same for staff, in cents, with who did it and whether it was put right since. */
export const LedgerEntry = z.object({
  id: z.number().int(),
  amountCents: z.number().int(),
  balanceCents: z.number().int(),
  type: z.enum(['stripe', 'bank', 'cash', 'card', 'interlock', 'web', 'other']),
  description: z.string(),
  at: Instant,
  /** The member or the device that caused it; null for the portal itself. */
  by: z.string().nullable(),
  /** The entry it puts right. */
  reverses: z.number().int().nullable(),
  isReversed: z.boolean(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** The most that is booked in one go, in cents: whoever means more has slipped a digit. */
export const maxAmountCents = 1_000_000

const MemberParams = z.object({ memberId: Id })
const Key = z.string().min(1).max(100)

/** What staff book: money in (positive) or out (negative), with the reason the member reads. */
export const Booking = z.object({
  amountCents: z
    .number()
    .int('An amount in whole cents.')
    .min(-maxAmountCents, 'At most 10,000.00.')
    .max(maxAmountCents, 'At most 10,000.00.')
    .refine((cents) => cents !== 0, 'Enter an amount.'),
  type: z.enum(staffTypes),
  description: z.string().trim().min(1, fieldMessages.empty).pipe(Text(500)),
  /** Chosen anew for each booking; sent again with the same key it books nothing more. */
  idempotencyKey: Key,
})

export const memberbucks = routes({
  listTransactions: {
    method: 'GET',
    path: '/api/memberbucks/transactions/',
    access: 'signedIn',
    summary: 'The last 100 movements of the caller’s balance, newest first; amounts in currency units.',
    output: z.array(Transaction),
  },
  getBalance: {
    method: 'GET',
    path: '/api/memberbucks/balance/',
    access: 'signedIn',
    summary: 'The caller’s balance in currency units.',
    output: z.object({ balance: z.number() }),
  },
  getBilling: {
    method: 'GET',
    path: '/api/admin/members/:memberId/billing/',
    access: 'staff.money',
    summary: 'What a member pays and has: his balance and its last 100 movements, in currency units.',
    params: MemberParams,
    output: z.object({
      /** Left out without a plan; null with a plan that no card pays. */
      subscription: z.object({ status: SubscriptionState }).nullish(),
      memberbucks: z.object({
        balance: z.number(),
        stripe_card_last_digits: z.string(),
        stripe_card_expiry: z.string(),
        transactions: z.array(Transaction),
        lastPurchase: Instant.nullable(),
      }),
    }),
    errors: ['notFound'],
  },
  listEntries: {
    method: 'GET',
    path: '/api/admin/members/:memberId/memberbucks/',
    access: 'staff.money',
    summary: 'The balance of a member in cents and its entries, newest first, a page at a time.',
    params: MemberParams,
    query: z.object({
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({
      balanceCents: z.number().int(),
      lastPurchase: Instant.nullable(),
      entries: z.array(LedgerEntry),
      hasMore: z.boolean(),
    }),
    errors: ['notFound'],
  },
  book: {
    method: 'POST',
    path: '/api/admin/members/:memberId/memberbucks/',
    access: 'staff.money',
    summary:
      'Books money in or out by hand: cash, a bank transfer, a correction. Not below nothing, and only administrators for themselves.',
    params: MemberParams,
    body: Booking,
    output: z.object({ entryId: z.number().int(), balanceCents: z.number().int() }),
    errors: ['notFound', 'ownBalance', 'balanceTooLow', 'keyReused'],
  },
  reverse: {
    method: 'POST',
    path: '/api/admin/members/:memberId/memberbucks/:entryId/reverse/',
    access: 'staff.money',
    summary:
      'Puts an entry right by another one of the opposite amount. Once only, and only administrators for themselves.',
    params: MemberParams.extend({ entryId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    body: z.object({ reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)) }),
    output: z.object({ entryId: z.number().int(), balanceCents: z.number().int() }),
    errors: ['notFound', 'ownBalance', 'alreadyReversed'],
  },
})
