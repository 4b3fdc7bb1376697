import { z } from 'zod'
import { AnyDay } from '../days.ts'
import { tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Text } from '../fields.ts'
import { Download, Empty, routes, Instant, MemberParams } from '../route.ts'
import {
  BalanceOverview,
  BilledSubscription,
  Booking,
  EntryFilter,
  EntryPage,
  LedgerEntry,
  MemberStatement,
  NegativeBalance,
  Period,
  Spending,
  BalanceStatement,
  Transaction,
} from './shapes.ts'

const own = { access: 'signedIn', feature: 'enableMemberBucks' } as const

const EntriesOutput = z.object({
  balanceCents: z.number().int(),
  entries: z.array(LedgerEntry),
  hasMore: z.boolean(),
})

/** In a path of existing clients, where it may be negative or a hair beside a whole number. */
const Amount = z.coerce
  .number('Enter an amount.')
  .min(0.5, 'Enter an amount.')
  .max(100_000_000, tooMuchMoney(100_000_000))

export const memberbucksApi = routes({
  listTransactions: {
    ...own,
    method: 'GET',
    path: '/api/memberbucks/transactions/',
    summary: 'The last 100 movements of the caller’s balance, newest first; amounts in currency units.',
    output: z.array(Transaction),
  },
  getBalance: {
    ...own,
    method: 'GET',
    path: '/api/memberbucks/balance/',
    summary: 'The caller’s balance in currency units.',
    output: z.object({ balance: z.number() }),
  },
  pay: {
    ...own,
    method: 'POST',
    path: '/api/memberbucks/pay/:amount/',
    summary: 'Pays from the caller’s balance, in cents. What is refused is said as a bare string.',
    params: z.object({ amount: Amount }),
    body: z.object({ description: z.string().trim().pipe(Text(500)).default('') }),
    unknownFields: 'ignored',
    plainRefusals: true,
    output: Empty,
    errors: ['balanceTooLow'],
  },
  spend: {
    ...own,
    method: 'POST',
    path: '/api/memberbucks/spendings/',
    summary: 'Pays or donates from the caller’s balance, in cents, once for each key.',
    body: Spending,
    output: z.object({ entryId: z.number().int(), balanceCents: z.number().int() }),
    errors: ['balanceTooLow', 'keyReused'],
  },
  getOverview: {
    ...own,
    method: 'GET',
    path: '/api/memberbucks/overview/',
    summary: 'The caller’s balance in cents, what moved it month by month, and what this month was spent on.',
    output: BalanceOverview,
  },
  listOwnEntries: {
    ...own,
    method: 'GET',
    path: '/api/memberbucks/entries/',
    summary: 'The caller’s entries, newest first, a page at a time.',
    query: EntryFilter.extend(EntryPage.shape),
    output: EntriesOutput,
  },
  exportOwnEntries: {
    ...own,
    method: 'GET',
    path: '/api/memberbucks/entries/export/',
    summary: 'The same as a CSV file.',
    query: EntryFilter,
    output: Download,
  },
  getOwnStatement: {
    ...own,
    method: 'GET',
    path: '/api/memberbucks/statement/',
    summary: 'The caller’s balance before and after a period, and what moved it.',
    query: Period,
    output: MemberStatement,
  },
  exportOwnStatement: {
    ...own,
    method: 'GET',
    path: '/api/memberbucks/statement/export/',
    summary: 'The caller’s entries in a period as a CSV file, oldest first.',
    query: Period,
    output: Download,
  },
  listBalances: {
    method: 'GET',
    path: '/api/memberbucks/balance-list/',
    access: 'staff.money',
    apiKey: 'balances.read',
    feature: 'enableMemberBucks',
    summary:
      'Every balance in currency units, the highest first, and the sum of those below 1000. An API key needs an owner who manages money.',
    output: z.object({
      total_memberbucks: z.number().nullable(),
      member_balances: z.array(
        z.object({
          first_name: z.string(),
          last_name: z.string(),
          screen_name: z.string(),
          memberbucks_balance: z.number(),
        }),
      ),
    }),
  },
  listNegative: {
    method: 'GET',
    path: '/api/admin/memberbucks/negative/',
    access: 'staff.money',
    summary: 'Members whose balance is below zero, the lowest first; at most 500.',
    output: z.object({ members: z.array(NegativeBalance), sumCents: z.number().int() }),
  },
  getSpaceStatement: {
    method: 'GET',
    path: '/api/admin/memberbucks/statement/',
    access: 'staff.money',
    summary: 'All balances together before and after a period, and what moved them by account.',
    query: Period,
    output: BalanceStatement,
  },
  exportSpaceStatement: {
    method: 'GET',
    path: '/api/admin/memberbucks/statement/export/',
    access: 'staff.money',
    summary: 'Every entry of a period as a CSV file, oldest first. Itself audited.',
    query: Period,
    output: Download,
  },
  getMemberStatement: {
    method: 'GET',
    path: '/api/admin/members/:memberId/memberbucks/statement/',
    access: 'staff.money',
    summary: 'The balance of a member before and after a period, and what moved it.',
    params: MemberParams,
    query: Period,
    output: MemberStatement,
    errors: ['notFound'],
  },
  exportMemberStatement: {
    method: 'GET',
    path: '/api/admin/members/:memberId/memberbucks/statement/export/',
    access: 'staff.money',
    summary: 'The entries of a member in a period as a CSV file, oldest first. Itself audited.',
    params: MemberParams,
    query: Period,
    output: Download,
    errors: ['notFound'],
  },
  getBilling: {
    method: 'GET',
    path: '/api/admin/members/:memberId/billing/',
    access: 'staff.money',
    summary:
      'The subscription of a member, null without one, their balance and its last 100 movements in currency units.',
    params: MemberParams,
    output: z.object({
      /** Null without a plan. */
      subscription: BilledSubscription.nullable(),
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
    query: EntryPage,
    output: EntriesOutput.extend({ lastPurchase: Instant.nullable() }),
    errors: ['notFound'],
  },
  book: {
    method: 'POST',
    path: '/api/admin/members/:memberId/memberbucks/',
    access: 'staff.money',
    feature: 'enableMemberBucks',
    summary:
      'Books money in or out by hand: cash, a bank transfer, a correction. Not below nothing, and only administrators for themselves.',
    params: MemberParams,
    body: Booking,
    output: z.object({ entryId: z.number().int(), balanceCents: z.number().int() }),
    errors: ['notFound', 'ownBalance', 'balanceTooLow', 'keyReused', 'booksClosed'],
  },
  reverse: {
    method: 'POST',
    path: '/api/admin/members/:memberId/memberbucks/:entryId/reverse/',
    access: 'staff.money',
    summary:
      'Puts an entry right by another one of the opposite amount, unless it belongs to a purchase, a payment or the like. Once only, and only administrators for themselves.',
    params: MemberParams.extend({ entryId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    body: z.object({
      reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)),
      paidOn: AnyDay.optional(),
    }),
    output: z.object({ entryId: z.number().int(), balanceCents: z.number().int() }),
    errors: ['notFound', 'ownBalance', 'alreadyReversed', 'booksClosed'],
  },
})
