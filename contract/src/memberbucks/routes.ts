import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Id, routes, Instant } from '../route.ts'
import { Transaction, LedgerEntry, Booking, MemberSubscription } from './shapes.ts'

const MemberParams = z.object({ memberId: Id })

export const memberbucksApi = routes({
  listTransactions: {
    method: 'GET',
    path: '/api/memberbucks/transactions/',
    access: 'signedIn',
    feature: 'enableMemberBucks',
    summary: 'The last 100 movements of the caller’s balance, newest first; amounts in currency units.',
    output: z.array(Transaction),
  },
  getBalance: {
    method: 'GET',
    path: '/api/memberbucks/balance/',
    access: 'signedIn',
    feature: 'enableMemberBucks',
    summary: 'The caller’s balance in currency units.',
    output: z.object({ balance: z.number() }),
  },
  getBilling: {
    method: 'GET',
    path: '/api/admin/members/:memberId/billing/',
    access: 'staff.money',
    summary: 'The balance of a member and its last 100 movements, in currency units.',
    params: MemberParams,
    output: z.object({
      /** Left out without a plan; null with a plan that no card pays. */
      subscription: MemberSubscription.nullish(),
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
    feature: 'enableMemberBucks',
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
